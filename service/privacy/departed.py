"""The record of players who have deleted themselves. Their games stay, with a neutral name (shown_names.py)."""

from contextlib import suppress
from typing import Final

from service.runtime.clock import Clock, wall_clock
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.structures.streams import Stream

_KEY: Final = "people:departed"  # a stream of players in the order of departure: a process reads only new entries
_REFRESH_EVERY: Final = 1_000  # milliseconds


class Departed:
    """The departed players, cached in this process: `refresh` and `refresh_if_stale` read new entries."""

    def __init__(self, store: EventStore, clock: Clock = wall_clock) -> None:
        self._clock = clock
        self._stream = Stream(store, _KEY, durable=True)
        self._players: set[str] = set()
        self._last_entry: str | None = None
        self._refreshed: int | None = None  # when the stream was last read

    def __len__(self) -> int:
        return len(self._players)

    def __contains__(self, player: str | None) -> bool:
        return player in self._players

    @property
    def players(self) -> frozenset[str]:
        """All departed players in the cache."""
        return frozenset(self._players)

    async def add(self, player: str) -> None:
        """Record a departure. Other processes notice it within a second or two."""
        await self._stream.add("p", player)
        self._players.add(player)

    async def refresh_if_stale(self) -> None:
        """Read new entries if a second has passed; raises Unavailable only if the stream was never read before."""
        now = self._clock()
        if self._refreshed is None:
            await self.refresh()
        elif not 0 <= now - self._refreshed < _REFRESH_EVERY:
            self._refreshed = now  # so that concurrent callers do not read it too
            with suppress(Unavailable):  # departures are rare: better to go on with the cached players
                await self.refresh()

    async def has_left(self, player: str) -> bool:
        await self.refresh_if_stale()
        return player in self._players

    async def refresh(self) -> None:
        """Read new entries now; raises Unavailable."""
        now = self._clock()
        entries = await self._stream.after(self._last_entry)
        self._refreshed = now
        for entry, player in entries:
            self._players.add(player.decode())
            self._last_entry = entry
