"""The worker: moves of bots, hints, reviews and puzzles as arq jobs.

Bots move in the games that `service.worker.bot_turns` finds waiting. A job is identified by the game and the event it
answers: it is queued once, may run twice, and each of its moves is appended once, because the append is at that very
event and under a command id made of it. Hints and reviews are written under names made of game and event, so making
one twice is harmless.

Searches run in other processes (`service.engine.search_pool`), so that this one stays responsive. A bot whose search
fails takes the step that flint would take: no turn is lost.

arq marks a running job, and the mark outlives a killed worker by the job's time limit and ten seconds. Here the mark
is a short lease that a job renews while it runs: a second or two after its worker has died, another takes it up.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from random import SystemRandom
from typing import Any, Final, cast

import msgspec
from arq import Retry, Worker, func
from arq.connections import ArqRedis
from arq.constants import in_progress_key_prefix
from redis.exceptions import RedisError

from domain.commands import Play, Step
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.levels import SEARCHING, choose_at_once
from service.assembly import Services, assemble
from service.engine.hints import suggest
from service.engine.questions import Choose, Chosen, shown
from service.engine.queues import BOTS, HINTS, PUZZLES, REVIEWS, Jobs, queue, queue_address
from service.engine.reviews import review_game
from service.engine.search_pool import SearchFailed, Thinkers, Urgency, search_pool
from service.games.append_counts import counted_store, worker_metrics
from service.games.handle import GameMoved
from service.lists.follower import ListsFollower
from service.puzzles.production import Progress, Workshop, fill_library, keep_library_filled, mine_game
from service.runtime.clock import Clock, wall_clock
from service.runtime.logging_setup import set_job
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.runtime.shutdown import cancel_all
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.values import Value
from service.worker.bot_turns import Follower, bot_to_move
from service.worker.deadlines import Sweeper

_JOB_PATIENCE: Final = 3600  # seconds; a game left to bots is played to its end in one job; a review gives way to all
_LEASE: Final = 1.5
_AT_ONCE: Final = 32
_REVIEWS_AT_ONCE: Final = 1
_PUZZLES_AT_ONCE: Final = 1
_SEARCH_SECONDS: Final = 10.0  # for a step of a bot, on the slowest machine
_SEARCH_PATIENCE: Final = 60.0  # with waiting for a thinker, which may have to be compiled first
_COUNT_EVERY: Final = 5.0
_PAUSE: Final = 0.25
_STOP_PATIENCE: Final = 3.0
_LUCK: Final = SystemRandom()

log = logging.getLogger(__name__)


async def run_worker(settings: Settings, clock: Clock = wall_clock, thinkers: Thinkers | None = None) -> None:
    """Works until it is cancelled; survives restarts of the server. Its own thinkers are started at once."""
    assert settings.redis_url is not None
    where = queue_address(settings)
    metrics = worker_metrics(settings)
    here = assemble(counted_store(settings, metrics), clock, Jobs(where))
    if thinkers is None:
        thinkers = search_pool(settings, metrics)
        thinkers.start()
    try:
        while True:
            try:
                sweeper = Sweeper(here.store, here.tables, here.handler, here.outages, clock)
                await _work(queue(where), here, sweeper, thinkers, settings, metrics)
            except (RedisError, OSError, Unavailable) as trouble:
                log.warning("worker: %s; trying again", trouble)
            except Exception:
                log.exception("worker: starting again where it stood")
            await asyncio.sleep(_PAUSE)
    finally:
        await thinkers.aclose()
        await here.aclose()


async def is_ready(store: EventStore, pid: int) -> bool:
    """Whether the worker with this process id has begun to work."""
    return await _ready_mark(store, pid).exists()


def _ready_mark(store: EventStore, pid: int) -> Value:
    return Value(store, f"{{bots}}:ready:{pid}")


async def _work(
    jobs: ArqRedis, here: Services, sweeper: Sweeper, thinkers: Thinkers, settings: Settings, metrics: Metrics
) -> None:
    """Until something fails. arq's workers end when their server restarts, so they are made anew each time."""
    shop = Workshop(here.store, here.library, here.calendar, thinkers)
    context = {"services": here, "thinkers": thinkers, "playing": set(), "shop": shop, "puzzles": settings.puzzles}
    hinting = _arq_worker(jobs, HINTS, [make_hint], context, _AT_ONCE, look_every=0.02)
    playing = _arq_worker(jobs, BOTS, [play_bots], context, _AT_ONCE, look_every=0.02)
    reviewing = _arq_worker(jobs, REVIEWS, [make_review], context, _REVIEWS_AT_ONCE, look_every=0.5)
    making = _arq_worker(jobs, PUZZLES, [make_puzzles, mine_puzzles], context, _PUZZLES_AT_ONCE, look_every=1.0)

    def count(progress: Progress, ahead: int) -> None:
        metrics.puzzles.labels("practice").set(progress.practice)
        metrics.puzzles.labels("days").set(progress.reserve)
        metrics.days_ahead.set(ahead)

    async def ask(game: str, seq: int) -> None:
        await jobs.enqueue_job("play_bots", game, seq, _job_id=f"{game}:{seq}")

    async def tell(game: str) -> None:
        if settings.reviews == "all" and not await here.reviews.exists(game):
            await here.jobs.review(game)

    follower = Follower(here.store, here.handler, here.tables, ask=ask, tell=tell)
    errands = [
        hinting.async_run(),
        playing.async_run(),
        reviewing.async_run(),
        follower.follow(),
        follower.remind_and_remember(),
        ListsFollower(here.store, here.vacancies.settle).run(),
        here.ratings.run(),
        sweeper.follow(),
        sweeper.run(),
        _count(jobs, metrics),
    ]
    if settings.puzzles:
        looking = keep_library_filled(shop, settings.puzzles, here.jobs.make_puzzles, count)
        errands += [making.async_run(), looking]
    running = [asyncio.create_task(errand) for errand in errands]
    try:
        for ended in (await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED))[0]:
            await ended
    finally:
        await cancel_all(running)
        if urgent := [*hinting.tasks.values(), *playing.tasks.values()]:  # a review can begin again
            await asyncio.wait(urgent, timeout=_STOP_PATIENCE)
        await cancel_all([*urgent, *reviewing.tasks.values(), *making.tasks.values()])
        # Not arq's own `close`: it asks the server once more, which may be what has gone.
        with suppress(RedisError, OSError):
            await jobs.aclose(close_connection_pool=True)


def _arq_worker(
    jobs: ArqRedis,
    name: str,
    coroutines: list[Callable[..., Awaitable[None]]],
    context: dict[str, Any],
    at_once: int,
    look_every: float,
) -> Worker:
    async def tell(ctx: dict[Any, Any]) -> None:
        await _ready_mark(context["services"].store, os.getpid()).set(1, seconds=60)

    options: dict[str, Any] = {"timeout": _JOB_PATIENCE, "keep_result": 0, "max_tries": 20}
    worker = Worker(
        [func(cast(Any, coroutine), name=coroutine.__name__, **options) for coroutine in coroutines],
        queue_name=name,
        redis_pool=jobs,
        ctx={**context},
        on_startup=tell,
        handle_signals=False,
        max_jobs=at_once,
        queue_read_limit=at_once * 5,
        poll_delay=look_every,
        keep_result=0,
        job_serializer=msgspec.msgpack.encode,
        job_deserializer=msgspec.msgpack.decode,
    )
    worker.in_progress_timeout_s = _LEASE
    return worker


async def _count(jobs: ArqRedis, metrics: Metrics) -> None:
    """For ever: how long the queues are."""
    while True:
        for name in (HINTS, BOTS, REVIEWS, PUZZLES):
            metrics.jobs_waiting.labels(name.rpartition(":")[2]).set(await jobs.zcard(name))
        await asyncio.sleep(_COUNT_EVERY)


async def play_bots(context: dict[str, Any], game: str, seq: int) -> None:
    """The moves of bots from event `seq` on, until a person is to move."""
    set_job(f"{game}:{seq}", game)
    here: Services = context["services"]
    playing: set[str] = context["playing"]
    here.handler.invalidate(game, seq)  # another worker's follower may have been quicker than ours
    if game in playing:
        return  # an earlier job of ours is at it, and goes on until a person is to move
    playing.add(game)
    try:
        async with _leased(context):
            await _play(here, context["thinkers"], game)
    except Unavailable as trouble:
        raise Retry(defer=1) from trouble
    finally:
        playing.discard(game)


async def _play(here: Services, thinkers: Thinkers, game: str) -> None:
    while True:
        known = await here.handler.current(game)
        bot = bot_to_move(known)
        if bot is None:
            return
        step = await _chosen(thinkers, known.position, bot.level)
        # Another worker may be quicker; then the next round of this loop sees what it did.
        with suppress(GameMoved):
            await here.handler.handle(game, Play(bot.seat, step), f"bot:{known.version}", known.version)


async def _chosen(thinkers: Thinkers, position: Position, level: Level) -> Step:
    if level not in SEARCHING:
        return await asyncio.to_thread(choose_at_once, position, level, _LUCK)
    question = Choose(shown(position), level, _LUCK.getrandbits(62))
    try:
        async with asyncio.timeout(_SEARCH_PATIENCE):
            found = await thinkers.think(question, _SEARCH_SECONDS, Urgency.BOT)
        assert isinstance(found, Chosen)
        return found.step
    except (SearchFailed, TimeoutError) as trouble:
        log.error("a bot of level %s takes flint's step: %r", level, trouble)
        return await asyncio.to_thread(choose_at_once, position, "flint", _LUCK)


async def make_hint(context: dict[str, Any], game: str, hint: str, position: str, asked: int) -> None:
    """The ranking of moves that somebody asked for."""
    set_job(f"hint:{game}:{hint}", game)
    here: Services = context["services"]
    try:
        async with _leased(context):
            await suggest(here.hints, here.handler, context["thinkers"], game, hint, position, asked)
    except Unavailable as trouble:
        raise Retry(defer=1) from trouble


async def make_review(context: dict[str, Any], game: str) -> None:
    set_job(f"review:{game}", game)
    here: Services = context["services"]
    try:
        async with _leased(context):
            await review_game(here.reviews, here.store, context["thinkers"], game)
            if context["puzzles"]:
                await here.jobs.mine_puzzles(game)
    except Unavailable as trouble:
        raise Retry(defer=1) from trouble


async def make_puzzles(context: dict[str, Any]) -> None:
    set_job("puzzles", "")
    try:
        async with _leased(context):
            await fill_library(context["shop"], context["puzzles"])
    except Unavailable as trouble:
        raise Retry(defer=1) from trouble


async def mine_puzzles(context: dict[str, Any], game: str) -> None:
    """Your mistakes become your puzzles."""
    set_job(f"puzzles:{game}", game)
    here: Services = context["services"]
    try:
        async with _leased(context):
            await mine_game(context["shop"], here.reviews, here.tables, game)
    except Unavailable as trouble:
        raise Retry(defer=1) from trouble


@asynccontextmanager
async def _leased(context: dict[str, Any]) -> AsyncIterator[None]:
    renewing = asyncio.create_task(_renew(context["redis"], in_progress_key_prefix + context["job_id"]))
    try:
        yield
    finally:
        await cancel_all([renewing])


async def _renew(jobs: ArqRedis, mark: str) -> None:
    while True:
        await asyncio.sleep(_LEASE / 3)
        await jobs.pexpire(mark, int(_LEASE * 1000))
