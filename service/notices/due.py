"""When to look at whom: a sorted set of people, by the time when something may have to be sent to them.

Everything else is worked out from their logs at that moment. A look begins by moving the person half a minute ahead, so
that another worker takes over if this one dies; it ends by noting the next look, unless something new came meanwhile.

A person who cannot be looked at is tried again half a minute later: whatever is wrong there, it concerns nobody else.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from service.runtime.clock import Clock
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.structures.scripts import Script
from service.store.structures.sorted_sets import SortedSet

_KEY: Final = "{notices}:%s"
_LEASE: Final = 30_000  # milliseconds
_SETTLE: Final = Script("service.notices", "settle_due.lua")

log = logging.getLogger(__name__)


async def attempt(player: str, look: Coroutine[Any, Any, None]) -> None:
    """Raises Unavailable, and logs anything else."""
    with contained(log, "there are no notices for %s for now", player):
        await look


class DuePeople:
    """All methods raise Unavailable."""

    def __init__(self, store: EventStore, clock: Clock, name: str = "due", *, lease: int = _LEASE) -> None:
        self._store = store
        self._key = _KEY % name
        self._lease = lease
        self._clock = clock
        self._due = SortedSet(store, self._key, durable=True)

    async def add(self, player: str) -> None:
        """There is something new for this person."""
        await self._due.lower_to(player, self._clock())

    async def look_at_some(self, count: int, look: Callable[[str], Coroutine[Any, Any, None]]) -> int:
        """Looks at up to this many people whose time has come, and returns how many there were."""
        players = await self._due.up_to(self._clock(), count)
        await asyncio.gather(*(attempt(player, look(player)) for player in players))
        return len(players)

    async def begin(self, player: str) -> int:
        """To be given to `settle`."""
        lease = self._clock() + self._lease
        await self._due.put(player, lease)
        return lease

    async def settle(self, player: str, lease: int, look_at: int | None) -> None:
        await _SETTLE.run(self._store, self._key, player, lease, "" if look_at is None else look_at, durable=True)

    async def erase(self, player: str) -> None:
        await self._due.remove(player)
