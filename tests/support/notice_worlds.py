"""People whose notices are worked out as a worker does it, entry by entry, with a clock that a test sets."""

from collections.abc import Awaitable, Callable
from copy import copy
from random import Random

from domain.commands import Play
from domain.rules import Rules
from projections.timing import TimeControl
from service.assembly import assemble
from service.games.seating import TableOpened
from service.notices.follower import NoticesFollower
from service.notices.records import Item
from service.people.identity import Person
from service.services import Services
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL, START, FeedEntry, id_order
from tests.support.api_persons import ManualClock
from tests.support.play import random_move
from tests.support.timed_games import mortal

OONA, JARO, NAG = Person("oona", "Oona"), Person("jaro", "Jaro"), Person("nag", "Nag")
DUEL = Rules("kingdomino", 2, None)


async def _ignore(*_: str) -> None:
    pass


class NoticeWorld:
    def __init__(self, store: EventStore, clock: ManualClock) -> None:
        self.store, self.clock = store, clock
        self.services: Services = assemble(store, clock)
        self.positions: dict[int, str] = {}

    async def table(
        self, *people: Person, rules: Rules = DUEL, private: bool = False, clock: TimeControl | None = None
    ) -> str:
        """A table at which these people sit, in this order."""
        owner, *others = people
        opened = TableOpened(rules, (None,) * rules.seats, clock=clock)
        game, _ = await self.services.tables.open(opened, owner, private=private)
        for person in others:
            await self.services.tables.join(game, person)
        return game

    async def move(self, game: str, rng: Random) -> str | None:
        """One step of the player to move, who is returned; None if the game is over."""
        state, table = await self.services.live.current(game), await self.services.tables.seating(game)
        seat = state.position.seat
        if seat is None:
            return None
        await self.services.commands.handle(game, Play(seat, random_move(state, rng)))
        return table.players[seat]

    async def mover(self, game: str) -> str:
        seat = (await self.services.live.current(game)).position.seat
        assert seat is not None
        player = (await self.services.tables.seating(game)).players[seat]
        assert player is not None
        return player

    def follower(self, rng: Random | None = None, on_news: Callable[..., Awaitable[None]] = _ignore) -> NoticesFollower:
        """A new worker's; with `rng`, it will die."""
        store = copy(self.store)
        if rng is not None:
            store.servers = mortal(store.servers, rng)
        services = assemble(store, self.clock)
        return NoticesFollower(
            store, services.live, services.tables, services.notices.logs, on_news, talk=services.talk
        )

    async def entries(self) -> list[FeedEntry]:
        """Everything in the feeds that was not considered yet."""
        ends = await self.store.feeds.ends()
        new = {feed: self.positions.get(feed, START) for feed in ALL if ends[feed] != self.positions.get(feed, START)}
        batches = [await self.store.feeds.between(feed, position, ends[feed]) for feed, position in new.items()]
        return sorted((entry for batch in batches for entry in batch), key=lambda entry: id_order(entry.id))

    async def work(self, follower: NoticesFollower | None = None) -> None:
        follower = follower or self.follower()
        for entry in await self.entries():
            await follower.consider(entry)
            self.positions[entry.bucket] = entry.id

    async def items(self, person: Person) -> list[Item]:
        return list((await self.services.notices.logs.read(person.player)).items.values())

    async def kinds(self, person: Person) -> list[str]:
        return [item.notice.kind for item in await self.items(person)]
