"""Makes and withdraws plans, and notes what came of them; exports and erases them."""

import asyncio
from typing import Final

import msgspec

from domain.errors import Reason
from domain.position import Position
from service.games.fair_play import check_fair_play
from service.games.live_games import LiveGames
from service.games.seating import SEAT_LEFT, SEATS_OPEN, Seating
from service.games.tables import Tables
from service.games.view import View
from service.plans.conduct import Ending, named, possible
from service.plans.records import PLAN_LOGS, Otherwise, OwnPlans, Plan, PlanEnded, Planned, PlanRecord
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.log_names import plan_log
from service.store.structures.sets import StoredSet
from service.store.typed_log import TypedLog

MOST_PLANS: Final = 200  # of one person in one game
NOTHING_TO_PLAN: Final = Reason("nothing_to_plan", "", "The game is over: there is nothing left to plan.")
EMPTY_PLAN: Final = Reason("empty_plan", "", "A plan needs a move, or something to do when there is none.")
PLANNED_OFTEN: Final = Reason(
    "planned_often", "", "You have made {most} plans in this game, and no more are allowed: make your moves yourself."
)
DOMINO_GONE: Final = Reason(
    "domino_gone", "", "Domino {domino} neither lies at the table nor can it be revealed: look again, then plan."
)
POINTS_HIDDEN: Final = Reason(
    "points_hidden", "", "At this table nobody sees what a move earns: choose the moves of your plan yourself."
)


class ExportedPlan(msgspec.Struct, frozen=True):
    game: str
    records: list[PlanRecord]


class Plans:
    def __init__(self, store: EventStore, tables: Tables, live: LiveGames, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._live = live
        self._clock = clock

    def log(self, game: str, player: str) -> TypedLog[PlanRecord, OwnPlans]:
        return TypedLog(self._store, PLAN_LOGS, plan_log(game, player))

    async def of(self, game: str, player: str) -> OwnPlans:
        return await self.log(game, player).read()

    async def make(self, game: str, table: Seating, player: str, plan: Plan, at: int | None) -> OwnPlans:
        """Plan the next turn of a player, who looked at the table after event `at`. Raises Refused."""
        view, seq = await self.open_view(game, table, player, at)
        await self._check(table, view, plan)
        await self._games(player).add(game)  # before the plan, so that it is found to be erased

        async def decide(own: OwnPlans) -> list[PlanRecord]:
            if own.count >= MOST_PLANS:
                raise Refused(PLANNED_OFTEN.about(most=MOST_PLANS), "conflict")
            return [Planned(self._clock(), seq, plan)]

        log = self.log(game, player)
        await log.change(decide)
        return await log.read()

    async def withdraw(self, game: str, player: str, seq: int) -> OwnPlans:
        return await self.end(game, player, seq, Ending("withdrawn"))

    async def end(self, game: str, player: str, seq: int, ending: Ending, number: int | None = None) -> OwnPlans:
        """The plan with this number (by default the one that is open) ends after event `seq`."""

        async def decide(own: OwnPlans) -> list[PlanRecord]:
            if not own.is_open or number not in (None, own.number):
                return []
            return [PlanEnded(self._clock(), seq, ending.why, ending.domino)]

        log = self.log(game, player)
        await log.change(decide)
        return await log.read()

    async def open_view(self, game: str, table: Seating, player: str, at: int | None = None) -> tuple[View, int]:
        """A running game in which the player may plan, and the event that `at` names. Raises Refused."""
        if not table.is_full:
            raise Refused(SEATS_OPEN, "not_found")
        view = await self._live.view(game, at or 0, table.nameless)
        seq, position = view.number_at(at), view.newest.position
        seat = table.seat_of(player)
        if position.step == "over" or table.is_cancelled or table.opened.is_record:
            raise Refused(NOTHING_TO_PLAN, "conflict")
        if seat is None or position.players[seat].bot is not None:
            raise Refused(SEAT_LEFT, "forbidden")
        return view, seq

    async def allowed(self, table: Seating, view: View) -> list[Otherwise]:
        """What a plan may leave to us at this table."""
        rules: list[Otherwise] = ["ask", "points", "pebble", "flint", "mammoth"]
        return [rule for rule in rules if await self.obstacle(table, view, rule) is None]

    async def obstacle(self, table: Seating, view: View, rule: Otherwise) -> Reason | None:
        """Why that would be unfair here: a bot's move is a hint, and points are shown only where all agreed to it."""
        if rule == "points":
            return None if table.shows_earnings else POINTS_HIDDEN
        if rule != "ask":
            try:
                await check_fair_play(self._tables, self._live, table, view)
            except Refused as refused:
                return refused.reason
        return None

    async def _check(self, table: Seating, view: View, plan: Plan) -> None:
        if not plan.moves and plan.choosing == plan.placing == "ask":
            raise Refused(EMPTY_PLAN, "invalid")
        for rule in (plan.choosing, plan.placing):
            if (reason := await self.obstacle(table, view, rule)) is not None:
                raise Refused(reason, "forbidden")
        _check_named(plan, view.newest.position)

    async def hand_over(self, game: str, guest: str, to: str) -> None:
        """What a guest planned goes over to the account that sits there now. May be repeated."""
        records = await self.log(game, guest).events()
        if records:
            await self._games(to).add(game)
            await self.log(game, to).begin(records, f"from:{guest}")
        await self._store.forget(plan_log(game, guest))
        await self._games(guest).remove(game)

    async def export(self, player: str) -> list[ExportedPlan]:
        games = sorted(await self._games(player).members())
        logs = await asyncio.gather(*(self.log(game, player).events() for game in games))
        return [ExportedPlan(game, records) for game, records in zip(games, logs, strict=True)]

    async def erase(self, player: str) -> None:
        """Of a person who leaves. Can be called again safely."""
        for game in await self._games(player).members():
            await self._store.forget(plan_log(game, player))
        await self._games(player).delete()

    async def relist(self) -> None:
        """Note again who has planned where, from the logs, which an archive holds alone."""
        async for log in self._store.games():
            if (ids := plan_log.ids(log)) is not None:
                game, player = ids
                await self._games(player).add(game)

    async def by_seat(self, game: str, table: Seating) -> dict[int, OwnPlans]:
        """What each player has planned."""
        people = {seat: player for seat, player in enumerate(table.players) if player}
        plans = await asyncio.gather(*(self.of(game, player) for player in people.values()))
        return dict(zip(people, plans, strict=True))

    def _games(self, player: str) -> StoredSet:
        """The games in which a person has a log of plans."""
        return StoredSet(self._store, f"planned:{player}", durable=True)


def _check_named(plan: Plan, position: Position) -> None:
    for domino in sorted(named(plan) - possible(position)):
        raise Refused(DOMINO_GONE.about(domino=domino), "invalid")
