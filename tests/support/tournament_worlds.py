"""People in tournaments, without the API."""

from random import Random
from typing import Final

import msgspec

from domain.commands import Play
from domain.decide import decide
from domain.log import replay
from domain.rules import Rules
from projections.timing import Days
from service.games.codec import encode
from service.lists.index import ListIndex
from service.store.event_store import EventStore
from service.tournaments.conductor import Conductor
from service.tournaments.records import TableSet, Terms, Tournament
from tests.support.play import random_move
from tests.support.seeking import SeekingWorld

DAY: Final = 24 * 60 * 60 * 1000


class TournamentWorld:
    def __init__(self, store: EventStore) -> None:
        self.people = SeekingWorld.on(store)
        self.services, self.clock = self.people.services, self.people.clock
        self.conductor = self.another_conductor()

    def another_conductor(self) -> Conductor:
        services = self.services
        index = ListIndex(services.store)
        return Conductor(
            services.tournaments, services.candidates, services.tables, index, services.ratings, self.clock
        )

    def terms(self, **changes: object) -> Terms:
        now = self.clock.now
        usual = Terms("swiss", Rules("kingdomino", 2), Days(1), 2, 2, 8, starts=now + DAY, until=now + 90 * DAY)
        return msgspec.structs.replace(usual, **changes)

    async def opened(self, *names: str, **changes: object) -> str:
        """A tournament of somebody else, which these people have entered."""
        owner = await self.people.account("Oona")
        tournament = await self.services.tournaments.open(owner, self.terms(**changes))
        for name in names:
            await self.services.tournaments.enter(tournament, await self.people.account(name))
        return tournament

    async def begun(self, *names: str, **changes: object) -> str:
        tournament = await self.opened(*names, **changes)
        self.clock.now += DAY
        await self.look()
        return tournament

    async def look(self) -> None:
        """The lists follow, and the conductor looks."""
        await self.people.tables()
        await self.conductor.look()
        await self.people.tables()

    async def state(self, tournament: str) -> Tournament:
        return await self.services.tournaments.state(tournament)

    async def play(self, table: TableSet, seed: int = 1) -> None:
        """The whole game, anyhow."""
        store, rng = self.services.store, Random(seed)
        game = (await self.services.live.view(table.game)).newest
        seq = (await self.services.live.view(table.game)).seq
        events = []
        while game.position.step != "over":
            seat = game.position.seat
            assert seat is not None
            new = decide(game, Play(seat, random_move(game, rng)))
            game = replay(new, game)
            events += new
        await store.append(table.game, seq, [encode(event, self.clock()) for event in events])
