"""Finds players for games, and seats them. Any number of workers may try, and any may die at any moment.

A game is reserved in one step: its players' seeks are taken out of the way, and the game is noted with all that is
needed to seat them. Only then they are seated, under the id in that note, so that doing it again changes nothing. What
was noted and not finished is finished first by the next who comes.
"""

import asyncio
import logging
from functools import partial
from time import perf_counter
from typing import Final

import msgspec

from domain.errors import IllegalMove
from service.games.clocks.time_events import chosen
from service.games.seating import SeatingEvent, TableOpened
from service.games.starting.ids import random_ids
from service.games.tables import Tables, UnknownGame
from service.lists.index import ListIndex
from service.opponents.candidates import REST, Candidates, is_joinable
from service.opponents.matching import Match, Seeker, matches
from service.opponents.records import OwnSeeks, Reservation, Seek
from service.opponents.seeks import Seeks, Stored
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.errors import contained

_CHECK_EVERY: Final = 1.0  # seconds
_REST: Final = 3  # times as long as matching took: thousands of seeks, which change each second, leave time for others
_LOOK_EVERY: Final = 30  # checks: games end, people come back and tables are opened without any change of seeks
_AT_ONCE: Final = 64

log = logging.getLogger(__name__)


class Matcher:
    def __init__(self, seeks: Seeks, candidates: Candidates, tables: Tables, index: ListIndex, clock: Clock) -> None:
        self._seeks = seeks
        self._candidates = candidates
        self._tables = tables
        self._index = index
        self._clock = clock

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        seen = -1
        while True:
            for _ in range(_LOOK_EVERY):
                begin = perf_counter()
                if (changes := await self._seeks.changes()) != seen:
                    seen = changes
                    await self.match()
                await asyncio.sleep(_CHECK_EVERY + _REST * (perf_counter() - begin))
            seen = -1

    async def match(self) -> int:
        """Let all games begin that can; returns how many were found now."""
        for game, reservation in (await self._seeks.all()).reservations.items():
            with contained(log, "the players of game %s are not seated", game):
                await self._seat(game, reservation)
        stored = await self._tidied(await self._seeks.all())
        seekers, openings = await self._seekers(stored), await self._candidates.openings() if stored.seeks else []
        count = 0
        for match in await asyncio.to_thread(matches, seekers, openings):  # moves do not wait for it
            with contained(log, "%d players who were found do not meet", len(match.seekers)):
                count += await self._take(match, stored)
        return count

    async def _seekers(self, stored: Stored) -> list[Seeker]:
        """Those who have waited longest come first."""
        looking = [(seek.since, player, seek) for player, own in stored.seeks.items() for seek in own]
        looking.sort(key=lambda entry: (entry[0], entry[2].id))
        seekers = list[Seeker]()
        for begin in range(0, len(looking), _AT_ONCE):
            some = looking[begin : begin + _AT_ONCE]
            able = await asyncio.gather(*(self._able(player, seek) for _, player, seek in some))
            seekers += [seeker for seeker in able if seeker is not None]
        return seekers

    async def _able(self, player: str, seek: Seek) -> Seeker | None:
        with contained(log, "nobody is found for %s", player):
            return await self._candidates.seeker(player, seek)
        return None

    async def _take(self, match: Match, stored: Stored) -> bool:
        """False if somebody was quicker."""
        game = match.game or next(iter(random_ids()))
        seeks = tuple((seeker.sitter.player, seeker.seek) for seeker in match.seekers)
        reservation = Reservation(seeks, self._clock(), joins=match.game is not None)
        if not await self._seeks.reserve(game, reservation, stored):
            return False
        await self._seat(game, reservation)
        return True

    async def _seat(self, game: str, reservation: Reservation) -> None:
        """Seat the players of a game that was reserved. May be repeated."""
        rated = reservation.seeks[0][1].rated
        people = [await self._candidates.person(player, rated=rated) for player, _ in reservation.seeks]
        present = [person for person in people if person is not None]
        if len(present) == len(people) and await self._sit(game, reservation, present):
            await self._seeks.seated(game)
            log.info("game %s begins with %d players who were looking for it", game, len(people))
            return
        missing = {player for player, _ in reservation.seeks} - {person.player for person in present}
        await self._seeks.put_back(game, missing)

    async def _sit(self, game: str, reservation: Reservation, people: list[Person]) -> bool:
        if reservation.joins:
            return await self._join(game, people)
        seek = reservation.seeks[0][1]
        bots = (None,) * seek.rules.seats
        opened = TableOpened(seek.rules, bots, clock=seek.clock, rated=seek.rated, at=reservation.at)
        events: list[SeatingEvent] = [opened, *chosen(REST)]
        for seat, person in enumerate(people):
            events += await self._tables.sitting(REST, seat, person.player, person.name, sought=True)
        await self._tables.open_once(game, events)
        return True

    async def _join(self, game: str, people: list[Person]) -> bool:
        """False if the table is full by now, or not as it was."""
        try:
            await self._tables.seat_seekers(game, people, is_joinable)
        except (UnknownGame, IllegalMove, Refused):
            return False
        return True

    async def _tidied(self, stored: Stored) -> Stored:
        """Without seeks that have ended, and in each of them only games that go on."""
        is_changed = False
        for player, own in stored.seeks.items():
            over = {game for seek in own for game in seek.games if await self._is_over(game, stored)}
            if over or any(seek.until <= self._clock() for seek in own):
                await self._seeks.change(player, partial(self._current, over))
                is_changed = True
        return await self._seeks.all() if is_changed else stored

    def _current(self, over: set[str], own: OwnSeeks) -> OwnSeeks:
        return tuple(_without(seek, over) for seek in own if self._clock() < seek.until)

    async def _is_over(self, game: str, stored: Stored) -> bool:
        if game in stored.reservations:
            return False
        for line in await self._index.lines([game]):
            return line.status in ("over", "cancelled")
        try:
            return (await self._tables.seating(game)).is_cancelled  # it may not be listed yet
        except UnknownGame:
            return True


def _without(seek: Seek, over: set[str]) -> Seek:
    return msgspec.structs.replace(seek, games=tuple(game for game in seek.games if game not in over))
