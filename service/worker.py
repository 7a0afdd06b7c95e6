"""The worker: makes the moves of bots as arq jobs, for the games that `service.owed` finds waiting.

A job is known by the game and the event it answers: it is queued once, may run twice, and each of its moves is
appended once, because the append is at that very event and under a command id made of it.

arq marks a running job, and the mark outlives a killed worker by the job's time limit and ten seconds. Here the mark
is a short lease that a job renews while it runs: a second or two after its worker has died, another takes it up.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import SystemRandom
from typing import Any, Final, cast

import msgspec
from arq import Retry, Worker, func
from arq.connections import ArqRedis
from arq.constants import in_progress_key_prefix
from redis.exceptions import RedisError

from domain.commands import Play
from puzzles.levels import choose
from service.app import assemble
from service.clock import Clock, wall_clock
from service.deadlines import Sweeper
from service.handle import GameMoved
from service.lists import ListsFollower
from service.logs import about
from service.metrics import worker_store
from service.owed import Follower, bot_to_move
from service.services import Services
from service.settings import Settings
from service.stopping import cancelled
from service.store.address import Address, parse
from service.store.errors import Unavailable
from service.store.log import EventStore

QUEUE: Final = "{arq}:bots"
_JOB_PATIENCE: Final = 30  # seconds
_LEASE: Final = 1.5
_AT_ONCE: Final = 8
_PAUSE: Final = 0.25
_STOP_PATIENCE: Final = 3.0
_CONNECT_PATIENCE, _QUEUE_PATIENCE = 1.0, 5.0
_LUCK: Final = SystemRandom()

log = logging.getLogger(__name__)


async def run_worker(settings: Settings, clock: Clock = wall_clock) -> None:
    """Works until it is cancelled; survives restarts of the server."""
    assert settings.redis_url is not None
    where = queue_address(settings)
    store = worker_store(settings)
    here = assemble(store, clock)
    try:
        while True:
            try:
                await _work(queue(where), here, Sweeper(here, clock))
            except (RedisError, OSError, Unavailable) as trouble:
                log.warning("worker: %s; trying again", trouble)
            except Exception:
                log.exception("worker: starting again where it stood")
            await asyncio.sleep(_PAUSE)
    finally:
        await store.aclose()


def queue_address(settings: Settings) -> Address:
    """Where the jobs are: beside the log, unless that is a cluster."""
    where = parse(settings.queue_url or settings.redis_url or "")
    if where.cluster:
        raise ValueError("On a cluster the worker needs a plain server for its jobs: name it in QUEUE_URL.")
    return where


def queue(where: Address) -> ArqRedis:
    return ArqRedis(
        host=where.host,
        port=where.port,
        unix_socket_path=where.path,
        username=where.username,
        password=where.password,
        db=where.database,
        ssl=where.tls,
        socket_connect_timeout=_CONNECT_PATIENCE,
        socket_timeout=_QUEUE_PATIENCE,
        job_serializer=msgspec.msgpack.encode,
        job_deserializer=msgspec.msgpack.decode,
        default_queue_name=QUEUE,
    )


async def is_ready(store: EventStore, pid: int) -> bool:
    """Whether the worker with this process id has begun to work."""
    key = _ready_key(pid)
    return bool(await store.servers.call(key, "EXISTS", key))


def _ready_key(pid: int) -> str:
    return f"{{bots}}:ready:{pid}"


async def _work(jobs: ArqRedis, here: Services, sweeper: Sweeper) -> None:
    """Until something fails. arq's worker ends when its server restarts, so it is made anew each time."""
    worker = _arq_worker(jobs, here)

    async def ask(game: str, seq: int) -> None:
        await jobs.enqueue_job("play_bots", game, seq, _job_id=f"{game}:{seq}")

    follower = Follower(here, ask)
    errands = (
        worker.async_run(),
        follower.follow(),
        follower.remind_and_remember(),
        ListsFollower(here.store, here.tables).run(),
        here.ratings.run(),
        sweeper.follow(),
        sweeper.run(),
    )
    running = [asyncio.create_task(errand) for errand in errands]
    try:
        for ended in (await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED))[0]:
            await ended
    finally:
        await cancelled(running)
        if worker.tasks:  # moves that are being made
            await asyncio.wait(worker.tasks.values(), timeout=_STOP_PATIENCE)
        await cancelled(worker.tasks.values())
        # Not arq's own `close`: it asks the server once more, which may be what has gone.
        with suppress(RedisError, OSError):
            await jobs.aclose(close_connection_pool=True)


def _arq_worker(jobs: ArqRedis, here: Services) -> Worker:
    async def tell(ctx: dict[Any, Any]) -> None:
        key = _ready_key(os.getpid())
        await here.store.servers.call(key, "SET", key, 1, "EX", 60)

    worker = Worker(
        [func(cast(Any, play_bots), name="play_bots", timeout=_JOB_PATIENCE, keep_result=0, max_tries=20)],
        queue_name=QUEUE,
        redis_pool=jobs,
        ctx={"services": here, "playing": set()},
        on_startup=tell,
        handle_signals=False,
        max_jobs=_AT_ONCE,
        queue_read_limit=_AT_ONCE * 5,
        poll_delay=0.02,
        keep_result=0,
        job_serializer=msgspec.msgpack.encode,
        job_deserializer=msgspec.msgpack.decode,
    )
    worker.in_progress_timeout_s = _LEASE
    return worker


async def play_bots(context: dict[str, Any], game: str, seq: int) -> None:
    """The moves of bots from event `seq` on, until a person is to move."""
    about(f"{game}:{seq}", game)
    here: Services = context["services"]
    playing: set[str] = context["playing"]
    here.handler.heard(game, seq)  # another worker's follower may have been quicker than ours
    if game in playing:
        return  # an earlier job of ours is at it, and goes on until a person is to move
    playing.add(game)
    try:
        async with _leased(context):
            await _play(here, game)
    except Unavailable as trouble:
        raise Retry(defer=1) from trouble
    finally:
        playing.discard(game)


async def _play(here: Services, game: str) -> None:
    while True:
        known = await here.handler.current(game)
        bot = bot_to_move(known)
        if bot is None:
            return
        step = await asyncio.to_thread(choose, known.position, bot.level, _LUCK)
        # Another worker may be quicker; then the next round of this loop sees what it did.
        with suppress(GameMoved):
            await here.handler.handle(game, Play(bot.seat, step), f"bot:{known.version}", known.version)


@asynccontextmanager
async def _leased(context: dict[str, Any]) -> AsyncIterator[None]:
    renewing = asyncio.create_task(_renew(context["redis"], in_progress_key_prefix + context["job_id"]))
    try:
        yield
    finally:
        await cancelled([renewing])


async def _renew(jobs: ArqRedis, mark: str) -> None:
    while True:
        await asyncio.sleep(_LEASE / 3)
        await jobs.pexpire(mark, int(_LEASE * 1000))
