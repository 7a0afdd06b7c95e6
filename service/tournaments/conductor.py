"""Lets tournaments go on: they begin, rounds are paired, games begin and are counted. Any worker may die at any moment.

A round is in the log before its games are; their ids are in that entry, so opening them may be repeated. A result is
counted from the line of the game in the lists, once, since a game that is counted waits no longer.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from projections.listing import Listing, pool
from service.games.clocks.time_events import chosen
from service.games.seating import ContestSet, SeatingEvent, TableOpened
from service.games.starting.ids import random_ids
from service.games.tables import Tables, UnknownGame
from service.lists.index import ListIndex
from service.lists.ratings import Ratings
from service.opponents.candidates import REST, Candidates
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.recent import Recent
from service.store.errors import Unavailable
from service.tournaments.course import beginning, may_begin, next_events
from service.tournaments.monthly import due
from service.tournaments.records import (
    GameCounted,
    GameDropped,
    GameOpened,
    TableSet,
    Tournament,
    TournamentEvent,
    Withdrawn,
)
from service.tournaments.tournaments import Tournaments

_LOOK_EVERY: Final = 5.0  # seconds
_REMEMBERED: Final = 20_000  # games that are there

log = logging.getLogger(__name__)


class Conductor:
    def __init__(
        self,
        tournaments: Tournaments,
        candidates: Candidates,
        tables: Tables,
        index: ListIndex,
        ratings: Ratings,
        clock: Clock,
    ) -> None:
        self._tournaments = tournaments
        self._candidates = candidates
        self._tables = tables
        self._index = index
        self._ratings = ratings
        self._clock = clock
        self._present: Recent[str, bool] = Recent(_REMEMBERED)

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            await self.look()
            await asyncio.sleep(_LOOK_EVERY)

    async def look(self) -> None:
        """At every tournament that is not over. One that cannot be looked at keeps nobody else waiting."""
        for tournament, opened in due(self._clock()):
            await self._tournaments.open_once(tournament, opened)
        for tournament in await self._tournaments.active():
            try:
                await self._go_on(tournament)
            except Unavailable:
                raise
            except Exception:
                log.exception("tournament %s does not go on for now", tournament)

    async def _go_on(self, tournament: str) -> None:
        state = (await self._tournaments.states([tournament])).get(tournament)
        if state is None:
            await self._tournaments.put_away(tournament, None)  # who opened it died before its log began
            return
        if may_begin(state, self._clock()):
            await self._begin(tournament, state)
        if state.order and state.ended is None:
            await self._count(tournament, state)
            await self._pair(tournament, state)
            state = await self._tournaments.state(tournament)
            opened = await asyncio.gather(*(self._open(tournament, state, table) for table in state.waiting))
            await self._note_opened(tournament, list(filter(None, opened)))
        if state.ended is not None:
            await self._tournaments.put_away(tournament, state.ended)

    async def _begin(self, tournament: str, state: Tournament) -> None:
        able = await self._able(state, list(state.entered))
        of = pool(state.terms.rules)
        ratings = await asyncio.gather(*(self._ratings.rating(player, of) for player in able))
        ranked = sorted(zip(able, ratings, strict=True), key=lambda entry: -entry[1].ordinal)

        async def decide(now: Tournament) -> Sequence[TournamentEvent]:
            order = [player for player, _ in ranked if player in now.entered]
            return beginning(now, self._clock(), order) if may_begin(now, self._clock()) else []

        await self._tournaments.change(tournament, decide)

    async def _able(self, state: Tournament, players: Sequence[str]) -> list[str]:
        """Without those who have left or are banned."""
        people = await asyncio.gather(*(self._person(state, player) for player in players))
        return [person.player for person in people if person is not None]

    async def _person(self, state: Tournament, player: str) -> Person | None:
        return await self._candidates.person(player, rated=state.terms.rated)

    async def _pair(self, tournament: str, state: Tournament) -> None:
        """Let the next round or the next games of matches be paired, without those who are not there any more."""
        if not next_events(state, self._clock(), random_ids()):
            return
        able = set(await self._able(state, state.playing))

        async def withdraw(now: Tournament) -> Sequence[TournamentEvent]:
            return [Withdrawn(self._clock(), player) for player in now.playing if player not in able]

        async def pair(now: Tournament) -> Sequence[TournamentEvent]:
            return next_events(now, self._clock(), random_ids())

        await self._tournaments.change(tournament, withdraw)
        await self._tournaments.change(tournament, pair)

    async def _count(self, tournament: str, state: Tournament) -> None:
        lines = await self._index.lines([table.game for table in state.waiting])
        results = {line.game: result for line in lines if (result := _result(line, self._clock())) is not None}
        if not results:
            return

        async def decide(now: Tournament) -> Sequence[TournamentEvent]:
            return [results[table.game] for table in now.waiting if table.game in results]

        await self._tournaments.change(tournament, decide)

    async def _open(self, tournament: str, state: Tournament, table: TableSet) -> str | None:
        """The game, if it is to be noted that it was opened. May be repeated."""
        if self._present.get(table.game):
            return None
        if table.game in state.open:
            await self._look_for(tournament, table)
            return None
        people = [None if player is None else await self._person(state, player) for player in table.players]
        absent = [
            seat
            for seat, (person, player) in enumerate(zip(people, table.players, strict=True))
            if person is None and player is not None
        ]
        if absent and not await self._index.lines([table.game]):
            await self._walk_over(tournament, table, absent)
            return None
        contest = ContestSet(tournament, *state.place_of(table))
        await self._tables.open_once(table.game, await self._seating(state, people, contest))
        return table.game

    async def _note_opened(self, tournament: str, games: Sequence[str]) -> None:
        async def decide(now: Tournament) -> Sequence[TournamentEvent]:
            return [GameOpened(self._clock(), game) for game in games if game not in now.open]

        if games:
            await self._tournaments.change(tournament, decide)
            for game in games:
                self._present[game] = True

    async def _look_for(self, tournament: str, table: TableSet) -> None:
        """A table that is gone although it was opened is not opened again: an operator has removed it."""
        try:
            await self._tables.seating(table.game)
        except UnknownGame:
            await self._note(tournament, table, GameDropped(self._clock(), table.game))
        else:
            self._present[table.game] = True

    async def _seating(
        self, state: Tournament, people: Sequence[Person | None], contest: ContestSet
    ) -> list[SeatingEvent]:
        terms = state.terms
        bots = tuple(terms.filler if person is None else None for person in people)
        at = self._clock()
        opened = TableOpened(terms.rules, bots, clock=terms.clock, rated=terms.rated, at=at)
        events: list[SeatingEvent] = [opened, *chosen(REST), contest]
        for seat, person in enumerate(people):
            if person is not None:
                events += await self._tables.sitting(REST, seat, person.player, person.name, sought=True)
        return events

    async def _walk_over(self, tournament: str, table: TableSet, absent: Sequence[int]) -> None:
        """Somebody left between the pairing and the game: all others have beaten them."""
        seats = range(len(table.players))
        ranks = tuple(len(table.players) if seat in absent else 1 for seat in seats)
        await self._note(tournament, table, GameCounted(self._clock(), table.game, tuple(0 for _ in seats), ranks))

    async def _note(self, tournament: str, table: TableSet, event: GameCounted | GameDropped) -> None:
        async def decide(now: Tournament) -> Sequence[TournamentEvent]:
            return [event] if table in now.waiting else []

        await self._tournaments.change(tournament, decide)


def _result(line: Listing, now: int) -> GameCounted | GameDropped | None:
    """None while the game goes on."""
    if line.status == "cancelled":
        return GameDropped(now, line.game)
    if line.status != "over":
        return None
    merits = [(seat.has_left, seat.rank or 0) for seat in line.seats]
    ranks = tuple(1 + sum(other < own for other in merits) for own in merits)
    return GameCounted(now, line.game, tuple(seat.total or 0 for seat in line.seats), ranks)
