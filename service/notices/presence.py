"""When a person last did something on the site, on any device: an open tab is not enough. And how long they were away
before that.

It is written at most every twenty seconds for each person and process, so it may be that much too early. Moves are not
written by the API: the follower of the feeds sees them in the log.
"""

from typing import Final, NamedTuple

from cachetools import LRUCache

from service.notices.schedule import AWAY_AFTER
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.structures.values import Value

_WRITE_EVERY: Final = 20_000  # milliseconds
_VISIT_ENDS_AFTER: Final = 30 * 60 * 1000  # milliseconds in which nothing is done
_KEPT: Final = 60 * 24 * 60 * 60  # seconds: as long as notices, at most
_REMEMBERED: Final = 50_000  # people


class Absence(NamedTuple):
    """From the end of the last visit to the beginning of this one, in milliseconds."""

    since: int
    until: int


class Presence:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._written: LRUCache[str, int] = LRUCache(_REMEMBERED)

    async def note(self, player: str) -> None:
        """The person does something now. Raises Unavailable."""
        now = self._clock()
        if 0 <= now - self._written.get(player, -_WRITE_EVERY) < _WRITE_EVERY:
            return
        self._written[player] = now
        await self._write(player, now)

    async def saw(self, player: str, at: int) -> None:
        """The person has done something, as a log says. Raises Unavailable."""
        is_new = at - self._written.get(player, -_WRITE_EVERY) >= _WRITE_EVERY
        if is_new and 0 <= self._clock() - at < _KEPT * 1000 and at > await self.last(player):
            await self._write(player, at)
            self._written[player] = at

    async def _write(self, player: str, at: int) -> None:
        before = int(await self._stored(player).swap(at, seconds=_KEPT) or at)
        if at - before >= _VISIT_ENDS_AFTER:
            await self._stored_absence(player).set(f"{before} {at}", seconds=_KEPT)

    async def last(self, player: str) -> int:
        """In milliseconds; 0 if that is not known. Raises Unavailable."""
        return int(await self._stored(player).get() or 0)

    async def is_here(self, player: str) -> bool:
        """Whether the person has just done something. Raises Unavailable."""
        return self._clock() - await self.last(player) < AWAY_AFTER

    async def absence(self, player: str) -> Absence | None:
        """The last one, unless the person has seen what happened meanwhile; None if there was none. It lasts until
        now if they have come back and done nothing yet. Raises Unavailable."""
        now, last = self._clock(), await self.last(player)
        if last and now - last >= _VISIT_ENDS_AFTER:
            return Absence(last, now)
        stored = await self._stored_absence(player).get()
        return None if stored is None else Absence(*map(int, stored.split()))

    async def forget_absence(self, player: str) -> None:
        await self._stored_absence(player).delete()

    async def erase(self, player: str) -> None:
        self._written.pop(player, None)
        await self._stored(player).delete()
        await self.forget_absence(player)

    def _stored(self, player: str) -> Value:
        return Value(self._store, f"presence:{player}")

    def _stored_absence(self, player: str) -> Value:
        return Value(self._store, f"absence:{player}")
