"""People who have left: their games stay, under a neutral name.

Logs are only ever added to, and names stand in them. So names are replaced where games are read
(service/privacy/anonymise.py); here is recorded who has left.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec

from projections.anonymous import SOMEBODY
from service.games.seating import Seating
from service.runtime.clock import Clock, wall_clock
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.streams import Stream

_WHERE: Final = "people:departed"  # a stream: who left, in order, so that each process reads only what is new
_LOOK_EVERY: Final = 1_000  # milliseconds


class Departed:
    def __init__(self, store: EventStore, clock: Clock = wall_clock) -> None:
        self._clock = clock
        self._stream = Stream(store, _WHERE)
        self._players: set[str] = set()
        self._read: str | None = None  # the last entry
        self._looked: int | None = None

    def __len__(self) -> int:
        return len(self._players)

    def __contains__(self, player: str | None) -> bool:
        return player in self._players

    @property
    def players(self) -> frozenset[str]:
        """All we have heard of."""
        return frozenset(self._players)

    async def add(self, player: str) -> None:
        """From now on a neutral name; other processes follow within a second or two."""
        await self._stream.add("p", player)
        self._players.add(player)

    async def looked(self) -> None:
        """Have heard of everybody who left until a moment ago; raises Unavailable only if nothing is known yet."""
        now = self._clock()
        if self._looked is None:
            await self.look()
        elif not 0 <= now - self._looked < _LOOK_EVERY:
            self._looked = now  # others need not look at the same time
            with suppress(Unavailable):  # names change rarely: better to go on with what is known
                await self.look()

    async def has_left(self, player: str) -> bool:
        await self.looked()
        return player in self._players

    async def look(self) -> None:
        """Have heard of everybody who left until this very moment; raises Unavailable."""
        now = self._clock()
        entries = await self._stream.after(self._read)
        self._looked = now
        for number, player in entries:
            self._players.add(player.decode())
            self._read = number

    def seats(self, players: Iterable[str | None]) -> frozenset[int]:
        return frozenset(seat for seat, player in enumerate(players) if player in self._players)

    async def anonymised(self, table: Seating) -> Seating:
        """The table with a neutral name for each player who has left."""
        await self.looked()
        gone = self.seats(table.players)
        if not gone:
            return table
        names = tuple(SOMEBODY if seat in gone else name for seat, name in enumerate(table.names))
        return msgspec.structs.replace(table, names=names, departed=gone)
