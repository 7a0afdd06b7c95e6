"""The positions of a follower, stored next to the logs: the last entry of each feed that it has processed.

All positions are registered in one place, so that feeds are trimmed only behind the slowest follower (trimming.py).
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script
from service.store.structures.sorted_sets import SortedSet

BOT_TURNS: Final = "{bots}:positions"
DEADLINES: Final = "{deadlines}:positions"
NOTICES: Final = "{notices}:positions"
TIME_OFF: Final = "{time_off}:positions"
PLANS: Final = "{plans}:positions"
REGISTERED: Final = "{feeds}:followers"  # the keys of all positions, by when their followers were last seen

_RENEW_EVERY: Final = 3600.0  # seconds
_REGISTER: Final = Script("service.store.followers", "register.lua")


class Cursors:
    def __init__(self, store: EventStore, key: str) -> None:
        self._store = store
        self._stored = Hash(store, key)
        self._saved: dict[int, str] = {}
        self._registered: float | None = None

    async def register(self) -> None:
        """From now on feeds are not trimmed beyond these positions, as long as somebody saves them."""
        self._registered = asyncio.get_running_loop().time()
        await _REGISTER.run(self._store, REGISTERED, self._stored.key)

    async def retire(self) -> None:
        """Nobody follows from these positions any more."""
        self._registered = None
        await SortedSet(self._store, REGISTERED).remove(self._stored.key)

    async def load(self) -> dict[int, str]:
        """Positions by the number of the feed; a feed without one is read from its start."""
        self._saved = {int(bucket): entry.decode() for bucket, entry in (await self._stored.all()).items()}
        return dict(self._saved)

    async def save(self, positions: Mapping[int, str]) -> None:
        """Store the positions that have changed since they were loaded or last saved."""
        changed = {bucket: entry for bucket, entry in positions.items() if self._saved.get(bucket) != entry}
        if changed:
            await self._stored.set({str(bucket): entry for bucket, entry in changed.items()})
            self._saved |= changed
        now = asyncio.get_running_loop().time()
        if self._registered is not None and now > self._registered + _RENEW_EVERY:
            await self.register()
