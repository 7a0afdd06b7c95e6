"""The worker: follows the feeds, and makes the moves of bots as arq jobs.

A job is known by the game and the event it answers, so it can be derived from the feeds again and again: it is
queued once, may run twice, and its move is appended once, because the append is at that very event.
"""

import asyncio
import logging
from contextlib import aclosing, suppress
from random import SystemRandom
from typing import Any, Final, NamedTuple, cast

import msgspec
from arq import Retry, Worker, create_pool, func
from arq.connections import ArqRedis, RedisSettings
from redis.exceptions import RedisError

from domain.commands import Play
from domain.game import Game
from domain.pieces import Level
from puzzles.levels import choose
from service.app import assemble
from service.clock import wall_clock
from service.handle import GameMoved
from service.services import Services
from service.settings import Settings
from service.store.errors import Unavailable
from service.store.feeds import follow
from service.store.log import EventStore
from service.tables import is_seating

QUEUE: Final = "{arq}:bots"
_POSITIONS: Final = "{bots}:positions"
_JOB_PATIENCE: Final = 5  # seconds; a killed worker's job is taken up by another ten seconds later
_AT_ONCE: Final = 8
_PAUSE: Final = 0.5
_SAVE_EVERY: Final = 1.0
_LUCK: Final = SystemRandom()

log = logging.getLogger(__name__)


def queue_settings(settings: Settings) -> RedisSettings:
    """Where the jobs are: beside the log, unless that is a cluster."""
    url = settings.queue_url or settings.redis_url or ""
    if "+cluster" in url:
        raise ValueError("On a cluster the worker needs a plain server for its jobs: name it in QUEUE_URL.")
    return RedisSettings.from_dsn(url)


async def play_bots(context: dict[str, Any], game: str, seq: int) -> None:
    """The moves of bots from event `seq` on, until a person is to move; nothing if the game has moved on before."""
    here: Services = context["services"]
    due: int | None = seq
    try:
        while due is not None:
            known = await here.handler.current(game)
            player = bot_to_move(known)
            if player is None:
                return
            step = await asyncio.to_thread(choose, known.position, player.level, _LUCK)
            answer = await here.handler.handle(game, Play(player.seat, step), f"bot:{due}", due)
            due = answer.seq
    except GameMoved:
        return  # another worker was quicker
    except Unavailable as trouble:
        raise Retry(defer=1) from trouble


class Bot(NamedTuple):
    seat: int
    level: Level


def bot_to_move(game: Game) -> Bot | None:
    seat = game.position.seat
    level = game.position.players[seat].bot if seat is not None else None
    return None if seat is None or level is None else Bot(seat, level)


class Follower:
    """Queues a job whenever a bot is to move. Remembers how far it has come; what it sees twice is queued once."""

    def __init__(self, here: Services, queue: ArqRedis) -> None:
        self._here = here
        self._queue = queue
        self._reached: dict[int, str] = {}

    async def run(self) -> None:
        saving = asyncio.create_task(self._save_now_and_then())
        try:
            while True:
                try:
                    await self._follow()
                except (Unavailable, RedisError, OSError) as trouble:
                    log.warning("bots: %s; trying again", trouble)
                    await asyncio.sleep(_PAUSE)
        finally:
            saving.cancel()

    async def _follow(self) -> None:
        servers = self._here.store.servers
        saved = await servers.call(_POSITIONS, "HGETALL", _POSITIONS)
        positions = {int(bucket): where.decode() for bucket, where in zip(saved[::2], saved[1::2], strict=True)}
        positions |= self._reached
        async with aclosing(follow(servers, positions)) as entries:
            async for entry in entries:
                await self._consider(entry.game, entry.last)
                self._reached[entry.bucket] = entry.id

    async def _consider(self, game: str, seq: int) -> None:
        if is_seating(game):
            return
        self._here.handler.heard(game, seq)
        known = await self._here.handler.current(game)
        if bot_to_move(known) is None or (await self._here.tables.seating(game)).is_record:
            return
        await self._queue.enqueue_job(
            "play_bots", game, known.version, _job_id=f"{game}:{known.version}", _queue_name=QUEUE
        )

    async def _save_now_and_then(self) -> None:
        saved: dict[int, str] = {}
        while True:
            await asyncio.sleep(_SAVE_EVERY)
            news = [(bucket, where) for bucket, where in self._reached.items() if saved.get(bucket) != where]
            if news:
                with suppress(Unavailable):
                    words = (word for pair in news for word in pair)
                    await self._here.store.servers.call(_POSITIONS, "HSET", _POSITIONS, *words)
                    saved.update(news)


async def run_worker(settings: Settings) -> None:
    """Works until it is cancelled; survives restarts of the server."""
    assert settings.redis_url is not None
    store = EventStore(settings.redis_url, settings.replicas)
    here = assemble(store, wall_clock)
    try:
        while True:
            try:
                await _work(settings, here)
            except (RedisError, OSError, Unavailable) as trouble:
                log.warning("worker: %s; trying again", trouble)
                await asyncio.sleep(_PAUSE)
    finally:
        await store.aclose()


async def _work(settings: Settings, here: Services) -> None:
    # arq's worker ends when its server restarts, so it is made anew each time.
    queue = await create_pool(
        queue_settings(settings), job_serializer=msgspec.msgpack.encode, job_deserializer=msgspec.msgpack.decode
    )
    worker = Worker(
        [func(cast(Any, play_bots), name="play_bots", timeout=_JOB_PATIENCE, keep_result=0, max_tries=20)],
        queue_name=QUEUE,
        redis_pool=queue,
        ctx={"services": here},
        handle_signals=False,
        max_jobs=_AT_ONCE,
        queue_read_limit=_AT_ONCE * 5,
        poll_delay=0.02,
        keep_result=0,
        job_serializer=msgspec.msgpack.encode,
        job_deserializer=msgspec.msgpack.decode,
    )
    following = asyncio.create_task(Follower(here, queue).run())
    try:
        await worker.async_run()
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await worker.close()
