"""The worker process: it performs jobs, and follows the feeds for bots, clocks and lists.

Any number of workers may run at once and be killed at any time. None of them leads, and none keeps anything that the
others cannot derive from the logs. Jobs are taken by whichever worker has a search process free; of the feeds each
follows its share.
"""

import asyncio
import logging
import os
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from service.assembly import assemble
from service.delivery.carriers import carriers
from service.delivery.mail import mail_server
from service.delivery.sender import Sender
from service.engine.consumers import Consumer
from service.engine.job_requests import BotTurnRequest, PuzzlesRequest, ReviewRequest
from service.engine.search_pool import SearchPool, search_pool
from service.engine.tickets import Tickets, ticket_address
from service.engine.urgency import Urgency
from service.games.seating import Seating
from service.lists.expiry import Expiry
from service.lists.follower import ListsFollower
from service.lists.index import ListIndex
from service.moderation.nightly import Nightly
from service.notices.follower import NoticesFollower, begin_notices
from service.opponents.matcher import Matcher
from service.plans.execution import Execution, Think
from service.privacy.absent_guests import AbsentGuests
from service.puzzles.production import Progress, Workshop, keep_library_filled
from service.puzzles.recount import keep_up_to_date
from service.runtime.clock import Clock, wall_clock
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings, outside, require_server
from service.runtime.shutdown import cancel_all, until_stopped
from service.services import Services
from service.store.append_counts import counted_store, worker_metrics
from service.store.errors import Unavailable
from service.store.followers.trimming import keep_trimmed
from service.time_off.at_tables import TimeOffFollower
from service.tournaments.conductor import Conductor
from service.worker.bot_turns import BotTurn, BotTurnFollower, OnBotTurn
from service.worker.deadlines import Sweeper
from service.worker.jobs import JobContext
from service.worker.limits import LIMITS, WorkerLimits
from service.worker.plan_follower import PlanFollower
from service.worker.quick_bots import SLOTS, QuickBots
from service.worker.readiness import ready_mark
from service.worker.shares import Membership
from service.worker.shipped_game import keep_shipped_game

_POLL_EVERY: Final = 0.02  # seconds; somebody waits for these
_REVIEW_POLL_EVERY: Final = 0.5
_PUZZLE_POLL_EVERY: Final = 1.0
_COUNT_EVERY: Final = 5.0
_RESTART_AFTER: Final = 0.25
_UNASKED_REVIEWS: Final = 360  # waiting for each worker: at ten seconds each, an hour
_LEADING_FEED: Final = 0  # its follower also does what one worker does for all

log = logging.getLogger(__name__)


def start(settings: Settings) -> int:
    """The command `worker`."""
    require_server(settings)
    mail_server(settings)  # a wrong setting ends the process at once
    return asyncio.run(until_stopped(run_worker(settings)))


async def run_worker(
    settings: Settings,
    clock: Clock = wall_clock,
    thinkers: SearchPool | None = None,
    limits: WorkerLimits = LIMITS,
) -> None:
    """Runs until cancelled, through restarts of the server. Search processes of its own are started at once."""
    assert settings.redis_url is not None
    metrics = worker_metrics(settings)
    services = assemble(
        counted_store(settings, metrics), clock, Tickets(ticket_address(settings)), outside=outside(settings)
    )
    if thinkers is None:
        thinkers = search_pool(settings, metrics)
        thinkers.start()
    worker = _Worker(
        settings=settings,
        clock=clock,
        metrics=metrics,
        services=services,
        thinkers=thinkers,
        limits=limits,
        membership=Membership(services.store),
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
        with suppress(Unavailable):
            await worker.membership.leave()
        await thinkers.aclose()
        await services.aclose()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Worker:
    settings: Settings
    clock: Clock
    metrics: Metrics
    services: Services
    thinkers: SearchPool
    limits: WorkerLimits
    membership: Membership

    async def work(self) -> None:
        """Runs until something fails, and raises what it was."""
        await self.membership.beat()
        await begin_notices(self.services.store)
        await keep_shipped_game(self.services.tables)
        workshop = Workshop(self.services.store, self.services.library, self.services.calendar, self.thinkers)
        context = JobContext(
            services=self.services,
            thinkers=self.thinkers,
            workshop=workshop,
            puzzles_wanted=self.settings.puzzles,
            limits=self.limits,
        )
        quick, abandoned = QuickBots(context.take_step), QuickBots(context.take_step, leisure=self.limits.leisure)
        consumers = self._consumers(context)
        loops = [
            self.membership.run(),
            self._follow(partial(self._request_step, quick, abandoned), context.think, workshop),
            self._count_jobs(),
            self.services.dispatcher.run(),
            self._sender().run(),
            *(quick.run() for _ in range(SLOTS)),
            abandoned.run(),
            *(consumer.run() for consumer in consumers),
        ]
        await ready_mark(self.services.store, os.getpid()).set(1, seconds=60)
        try:
            await _first_end(loops)
        finally:
            await asyncio.gather(*(consumer.aclose(self.limits.stop_patience) for consumer in consumers))

    def _consumers(self, context: JobContext) -> list[Consumer]:
        """For searches that somebody waits for, as many slots as there are search processes: what waits, waits where
        all workers can take it, and in a fair order."""
        take = partial(Consumer, self.services.jobs, ticket_address(self.settings), performers=context.performers())
        consumers = [
            take([Urgency.NOW, Urgency.STUDY], slots=self.thinkers.size, every=_POLL_EVERY, finishes=True),
            take([Urgency.ASKED], slots=1, every=_REVIEW_POLL_EVERY),
            take([Urgency.UNASKED], slots=1, every=_REVIEW_POLL_EVERY),
        ]
        if self.settings.puzzles:
            consumers.append(take([Urgency.PUZZLE], slots=1, every=_PUZZLE_POLL_EVERY))
        return consumers

    def _sender(self) -> Sender:
        services = self.services
        finish, held = services.enclosures.finished, services.notices.held_until
        by_way = carriers(self.settings, services.devices, services.hooks, services.push_key, finish, held, self.clock)
        return Sender(services.outbox, by_way, self.clock, self.metrics, services.given_up.inform)

    async def _follow(self, on_bot_turn: OnBotTurn, think: Think, workshop: Workshop) -> None:
        """Runs until cancelled: follows this worker's share of the feeds, and begins again when workers come or go
        or another generation of the lists is served."""
        while True:
            share = self.membership.take_share()
            log.info("following %d feeds as one of %d workers", len(share), len(self.membership.workers))
            generation = await ListIndex(self.services.store).generation()
            followers = self._followers(share, generation, on_bot_turn, think, workshop)
            await _first_end([self.membership.changed(), *followers])

    def _followers(
        self, share: list[int], generation: int, on_bot_turn: OnBotTurn, think: Think, workshop: Workshop
    ) -> list[Coroutine[Any, Any, None]]:
        """They end when another generation of the lists is served."""
        services, leads = self.services, _LEADING_FEED in share
        bot_turns = BotTurnFollower(
            services.store,
            services.live,
            services.tables,
            on_bot_turn=on_bot_turn,
            on_finished=self._request_review,
        )
        sweeper = Sweeper(
            services.store,
            services.tables,
            services.commands,
            services.outages,
            self.clock,
            feeds=share,
            every=self.limits.sweep_every,
        )
        settle = services.vacancies.settle, services.ratings.settle
        lists = ListsFollower(services.store, services.live, generation, *settle, feeds=share)
        notices = NoticesFollower(
            services.store,
            services.live,
            services.tables,
            services.notices.logs,
            services.dispatcher.on_news,
            services.daily.on_attempt,
            services.notices.presence.saw,
            talk=services.talk,
        )
        time_off = TimeOffFollower(services.store, services.time_off)
        plans = PlanFollower(
            services.store,
            Execution(services.plans, services.tables, services.commands, services.act_log, self.clock, think),
            self.clock,
        )
        inboxes = [bot_turns.inbox, sweeper.inbox, lists.inbox, notices.inbox, time_off.inbox, plans.inbox]
        return [
            services.feeds.run(share, inboxes),
            bot_turns.follow(),
            bot_turns.repeat(),
            sweeper.follow(),
            sweeper.run(),
            lists.run(),
            notices.follow(),
            time_off.follow(),
            plans.follow(),
            plans.repeat(),
            plans.search(),
            *(self._leading_loops(workshop) if leads else ()),
        ]

    def _leading_loops(self, workshop: Workshop) -> list[Coroutine[Any, Any, None]]:
        """What one worker does for all."""
        services, index = self.services, ListIndex(self.services.store)
        loops = [
            services.ratings.run(),
            services.reports.run(),
            services.handover.run(),
            services.dispatcher.sweep(),
            services.daily.run(),
            Expiry(index, services.tables, services.commands, self.clock).run(),
            Matcher(services.seeks, services.candidates, services.tables, index, self.clock).run(),
            Conductor(
                services.tournaments, services.candidates, services.tables, index, services.ratings, self.clock
            ).run(),
            Nightly(services.store, services.networks, services.suspicions, services.act_log, self.clock).run(),
            AbsentGuests(
                services.store, services.people, services.own_data, self.clock, self.settings.guest_days
            ).run(),
            keep_up_to_date(services.store, services.library, services.calendar, services.attempts, services.results),
            keep_trimmed(services.store, self.settings.feed_hours),
        ]
        if self.settings.puzzles:
            loops.append(self._keep_library_filled(workshop))
        return loops

    async def _request_step(self, quick: QuickBots, abandoned: QuickBots, turn: BotTurn) -> None:
        if turn.searches:
            await self.services.jobs.request(BotTurnRequest(turn.game, turn.seq, turn.owner, turn.is_abandoned))
        else:
            (abandoned if turn.is_abandoned else quick).put(turn)

    async def _request_review(self, game: str, table: Seating) -> None:
        """Reviews that nobody asked for are made for account holders, and only while there is time for them."""
        services = self.services
        if self.settings.reviews != "all" or await services.reviews.exists(game):
            return
        if await services.jobs.count(Urgency.UNASKED) >= _UNASKED_REVIEWS * len(self.membership.workers):
            return
        for player in filter(None, table.players):
            profile = await services.people.credentials.profile(player)
            if profile is not None and profile.account is not None:
                await services.jobs.request(ReviewRequest(game, player, is_asked=False))
                return

    async def _count_jobs(self) -> None:
        """Runs until cancelled: keeps the metrics of the queues up to date."""
        while True:
            for urgency in Urgency:
                waiting = self.metrics.jobs_waiting.labels(urgency.label)
                waiting.set(await self.services.jobs.count(urgency))
            await asyncio.sleep(_COUNT_EVERY)

    async def _keep_library_filled(self, workshop: Workshop) -> None:
        async def request() -> None:
            await self.services.jobs.request(PuzzlesRequest())

        await keep_library_filled(workshop, self.settings.puzzles, request, self._count_puzzles)

    def _count_puzzles(self, progress: Progress, days_ahead: int) -> None:
        self.metrics.puzzles.labels("practice").set(progress.practice)
        self.metrics.puzzles.labels("days").set(progress.reserve)
        self.metrics.days_ahead.set(days_ahead)


async def _first_end(loops: list[Coroutine[Any, Any, None]]) -> None:
    """Runs all of them until the first one ends, and raises what that one raised."""
    tasks = [asyncio.create_task(loop) for loop in loops]
    try:
        for ended in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
            await ended
    finally:
        await cancel_all(tasks)
