"""The worker process: it performs jobs, and follows the feeds for bots, clocks and lists.

Any number of workers may run at once and be killed at any time. None of them leads, and none keeps anything that the
others cannot derive from the logs.
"""

import asyncio
import logging
import os
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from service.assembly import Services, assemble
from service.engine.job_requests import BotTurnRequest, GamePuzzlesRequest, HintRequest, PuzzlesRequest, ReviewRequest
from service.engine.queues import BOTS, HINTS, PUZZLES, REVIEWS, Consumers, Jobs, performer, queue_address
from service.engine.search_pool import SearchPool, search_pool
from service.games.append_counts import counted_store, worker_metrics
from service.lists.follower import ListsFollower
from service.puzzles.production import Progress, Workshop, keep_library_filled
from service.puzzles.recount import keep_up_to_date
from service.runtime.clock import Clock, wall_clock
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.runtime.shutdown import cancel_all
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.structures.values import Value
from service.worker.bot_turns import BotTurnFollower
from service.worker.deadlines import Sweeper
from service.worker.jobs import JobContext, make_hint, make_puzzles, make_review, mine_puzzles, play_bots
from service.worker.limits import LIMITS, WorkerLimits

_POLL_EVERY: Final = 0.02  # seconds; somebody waits for these
_REVIEW_POLL_EVERY: Final = 0.5
_PUZZLE_POLL_EVERY: Final = 1.0
_COUNT_EVERY: Final = 5.0
_RESTART_AFTER: Final = 0.25

log = logging.getLogger(__name__)


async def run_worker(
    settings: Settings,
    clock: Clock = wall_clock,
    thinkers: SearchPool | None = None,
    limits: WorkerLimits = LIMITS,
) -> None:
    """Runs until cancelled, through restarts of the server. Search processes of its own are started at once."""
    assert settings.redis_url is not None
    metrics = worker_metrics(settings)
    services = assemble(counted_store(settings, metrics), clock, Jobs(queue_address(settings)))
    if thinkers is None:
        thinkers = search_pool(settings, metrics)
        thinkers.start()
    worker = _Worker(
        settings=settings, clock=clock, metrics=metrics, services=services, thinkers=thinkers, limits=limits
    )
    try:
        while True:
            try:
                await worker.work()
            except (OSError, Unavailable) as error:
                log.warning("worker: %s; trying again", error)
            except Exception:
                log.exception("worker: starting again")
            await asyncio.sleep(_RESTART_AFTER)
    finally:
        await thinkers.aclose()
        await services.aclose()


async def is_ready(store: EventStore, pid: int) -> bool:
    """Whether the worker with this process id has started to work."""
    return await _ready_mark(store, pid).exists()


def _ready_mark(store: EventStore, pid: int) -> Value:
    return Value(store, f"{{bots}}:ready:{pid}")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Worker:
    settings: Settings
    clock: Clock
    metrics: Metrics
    services: Services
    thinkers: SearchPool
    limits: WorkerLimits

    async def work(self) -> None:
        """Runs until something fails, and raises what it was."""
        workshop = Workshop(self.services.store, self.services.library, self.services.calendar, self.thinkers)
        consumers = self._consumers(workshop)
        loops = [*consumers.loops(), *self._follower_loops(), self._count_jobs()]
        if self.settings.puzzles:
            loops.append(self._keep_library_filled(workshop))
        tasks = [asyncio.create_task(loop) for loop in loops]
        try:
            for ended in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
                await ended
        finally:
            await cancel_all(tasks)
            await consumers.aclose(self.limits.stop_patience)

    def _consumers(self, workshop: Workshop) -> Consumers:
        context = JobContext(
            services=self.services,
            thinkers=self.thinkers,
            workshop=workshop,
            puzzles_wanted=self.settings.puzzles,
            limits=self.limits,
        )
        hints = [performer(HintRequest, partial(make_hint, context))]
        bots = [performer(BotTurnRequest, partial(play_bots, context))]
        reviews = [performer(ReviewRequest, partial(make_review, context))]
        puzzles = [
            performer(PuzzlesRequest, partial(make_puzzles, context)),
            performer(GamePuzzlesRequest, partial(mine_puzzles, context)),
        ]
        consumers = Consumers(queue_address(self.settings), self._mark_ready, lease=self.limits.lease)
        together = self.limits.concurrency
        consumers.add(HINTS, hints, concurrency=together, poll_every=_POLL_EVERY, finishes=True)
        consumers.add(BOTS, bots, concurrency=together, poll_every=_POLL_EVERY, finishes=True)
        consumers.add(REVIEWS, reviews, concurrency=1, poll_every=_REVIEW_POLL_EVERY, finishes=False)
        if self.settings.puzzles:
            consumers.add(PUZZLES, puzzles, concurrency=1, poll_every=_PUZZLE_POLL_EVERY, finishes=False)
        return consumers

    def _follower_loops(self) -> list[Coroutine[Any, Any, None]]:
        services = self.services
        bot_turns = BotTurnFollower(
            services.store,
            services.handler,
            services.tables,
            on_bot_turn=self._request_bot_turn,
            on_finished=self._request_review,
        )
        sweeper = Sweeper(
            services.store,
            services.tables,
            services.handler,
            services.outages,
            self.clock,
            every=self.limits.sweep_every,
        )
        return [
            bot_turns.follow(),
            bot_turns.repeat_and_save(),
            sweeper.follow(),
            sweeper.run(),
            ListsFollower(services.store, services.vacancies.settle).run(),
            services.ratings.run(),
            keep_up_to_date(services.store, services.library, services.calendar, services.attempts, services.results),
        ]

    async def _request_bot_turn(self, game: str, seq: int) -> None:
        await self.services.jobs.request(BotTurnRequest(game, seq))

    async def _request_review(self, game: str) -> None:
        if self.settings.reviews == "all" and not await self.services.reviews.exists(game):
            await self.services.jobs.request(ReviewRequest(game))

    async def _mark_ready(self) -> None:
        await _ready_mark(self.services.store, os.getpid()).set(1, seconds=60)

    async def _count_jobs(self) -> None:
        """Runs until cancelled: keeps the metrics of the queues up to date."""
        while True:
            for queue in (HINTS, BOTS, REVIEWS, PUZZLES):
                waiting = self.metrics.jobs_waiting.labels(queue.rpartition(":")[2])
                waiting.set(await self.services.jobs.count(queue))
            await asyncio.sleep(_COUNT_EVERY)

    def _keep_library_filled(self, workshop: Workshop) -> Coroutine[Any, Any, None]:
        request = partial(self.services.jobs.request, PuzzlesRequest())
        return keep_library_filled(workshop, self.settings.puzzles, request, self._count_puzzles)

    def _count_puzzles(self, progress: Progress, days_ahead: int) -> None:
        self.metrics.puzzles.labels("practice").set(progress.practice)
        self.metrics.puzzles.labels("days").set(progress.reserve)
        self.metrics.days_ahead.set(days_ahead)
