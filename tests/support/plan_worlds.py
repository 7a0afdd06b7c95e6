"""Games in which people plan, followed entry by entry as a worker does it, by workers that may die at any call."""

from copy import copy
from random import Random

from domain.commands import Step
from domain.game import Game
from domain.legal import legal
from domain.pieces import Level
from domain.position import Position
from domain.rules import Rules
from puzzles.bots.levels import choose_at_once
from service.assembly import assemble
from service.games.seating import TableOpened
from service.people.identity import Person
from service.plans.execution import Execution
from service.plans.records import OwnPlans, Plan
from service.store.event_store import EventStore
from service.worker.plan_follower import PlanFollower
from tests.support.api_persons import ManualClock
from tests.support.notice_worlds import NoticeWorld
from tests.support.timed_games import mortal

QUARTET = Rules("kingdomino", 4, None, ("must_place",))


async def think(position: Position, _: Level) -> Step | None:
    """In place of a search."""
    return choose_at_once(position, "flint", Random(1))


class PlanWorld(NoticeWorld):
    def __init__(self, store: EventStore, clock: ManualClock) -> None:
        super().__init__(store, clock)
        self.plan_positions: dict[int, str] = {}
        self.rng = Random(1)

    def worker(self, rng: Random | None = None) -> PlanFollower:
        """A new worker; with `rng`, it will die."""
        store = copy(self.store)
        if rng is not None:
            store.servers = mortal(store.servers, rng)
        parts = assemble(store, self.clock)
        execution = Execution(parts.plans, parts.tables, parts.commands, parts.act_log, self.clock, think)
        return PlanFollower(store, execution, self.clock)

    async def follow(self, worker: PlanFollower | None = None) -> None:
        """Everything that follows from what is in the feeds, and from what comes of that."""
        worker = worker or self.worker()
        self.positions, before = self.plan_positions, self.positions
        try:
            while entries := await self.entries():
                for entry in entries:
                    await worker.consider(entry)
                    self.positions[entry.bucket] = entry.id
        finally:
            self.positions = before

    async def plan(self, game: str, person: Person, *moves: Step, at: int | None = None, **more: object) -> OwnPlans:
        table = await self.services.tables.seating(game)
        plan = Plan(moves, **more)  # type: ignore[arg-type]
        return await self.services.plans.make(game, table, person.player, plan, at)

    async def plans(self, game: str, person: Person) -> OwnPlans:
        return await self.services.plans.of(game, person.player)

    async def state(self, game: str) -> Game:
        return (await self.services.live.live(game)).view.newest

    async def waiting(self, person: Person, *others: Person, hints: bool = False) -> str:
        """A game in which somebody else begins a turn, after which this person has to choose what to lay and take."""
        while True:
            game, _ = await self.services.tables.open(TableOpened(QUARTET, (None,) * 4, hints=hints), person)
            for other in others:
                await self.services.tables.join(game, other)
            while not _is_before(position := (await self.state(game)).position, 0):
                if position.seat is None:
                    break  # a deal in which it never came to that
                await self.move(game, self.rng)
            else:
                return game

    async def finish_turn(self, game: str) -> None:
        """Of the person to move, by hand."""
        chief = (await self.state(game)).position.chief
        while (await self.state(game)).position.chief == chief:
            await self.move(game, self.rng)


def _is_before(position: Position, seat: int) -> bool:
    """Whether another seat places, and this one is next and has a choice."""
    is_next = (
        position.step == "place" and position.seat != seat and [slot.seat for slot in position.line[1:2]] == [seat]
    )
    return is_next and len(legal(position)) > 1 and len(position.free) > 2
