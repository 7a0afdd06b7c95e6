"""The record of players who have deleted themselves. Their games stay, with a neutral name (shown_names.py)."""

from collections.abc import Collection
from typing import Final

from service.runtime.clock import Clock, wall_clock
from service.store.event_store import EventStore
from service.store.followed_record import FollowedRecord
from service.store.structures.streams import Stream

_KEY: Final = "people:departed"  # a stream of players in the order of departure: a process reads only new entries


class Departed(FollowedRecord):
    """The departed players, cached in this process: `refresh` and `refresh_if_stale` read new entries."""

    def __init__(self, store: EventStore, clock: Clock = wall_clock) -> None:
        super().__init__(clock)
        self._stream = Stream(store, _KEY, durable=True)
        self._players: set[str] = set()
        self._last_entry: str | None = None

    def __contains__(self, player: str | None) -> bool:
        return player in self._players

    def has_any(self, players: Collection[str | None]) -> bool:
        return not self._players.isdisjoint(players)

    @property
    def players(self) -> frozenset[str]:
        """All departed players in the cache."""
        return frozenset(self._players)

    async def add(self, player: str) -> None:
        """Record a departure. Other processes notice it within a second or two."""
        await self._stream.add("p", player)
        self._players.add(player)

    async def has_left(self, player: str) -> bool:
        await self.refresh_if_stale()
        return player in self._players

    async def _read_on(self) -> None:
        for entry, player in await self._stream.after(self._last_entry):
            self._players.add(player.decode())
            self._last_entry = entry
