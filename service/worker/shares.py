"""Divides the feeds among the workers that are alive, so that each reads only its share.

Every worker computes the shares by itself from the names of all. Nobody leads, and no lock is held: while two workers
believe to have the same feed, both do the same, which is harmless; a feed of a worker that died has another one as
soon as its last beat is too old. When one worker comes or goes, only the feeds move that it gets or had.
"""

import asyncio
import secrets
from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import Final

from service.store.event_store import EventStore
from service.store.feeds.entries import ALL
from service.store.structures.scripts import Script
from service.store.structures.sorted_sets import SortedSet

WORKERS: Final = "{workers}:alive"
_LIFETIME: Final = 2.0  # seconds for which a beat is valid
_BEAT_EVERY: Final = 0.5  # seconds
_BEAT: Final = Script("service.worker", "beat.lua")


def share_of(worker: str, workers: Collection[str]) -> list[int]:
    """The feeds of one of the workers: each feed belongs to the worker that has the highest digest with it."""
    return [feed for feed in ALL if max(workers, key=lambda name: _digest(name, feed)) == worker]


def _digest(worker: str, feed: int) -> bytes:
    return blake2b(f"{worker} {feed}".encode(), digest_size=8).digest()


class Membership:
    """One worker among the others."""

    def __init__(self, store: EventStore, *, lifetime: float = _LIFETIME) -> None:
        self.worker = secrets.token_hex(8)
        self.workers = frozenset([self.worker])
        self._store = store
        self._lifetime = int(lifetime * 1000)
        self._changed = asyncio.Event()

    def take_share(self) -> list[int]:
        """The feeds of this worker, until `changed` returns."""
        self._changed.clear()
        return share_of(self.worker, self.workers)

    async def beat(self) -> None:
        """Says that this worker is alive, and learns which others are. Raises Unavailable."""
        alive: Iterable[bytes] = await _BEAT.run(self._store, WORKERS, self.worker, self._lifetime)
        workers = frozenset(name.decode() for name in alive)
        if workers != self.workers:
            self.workers = workers
            self._changed.set()

    async def run(self) -> None:
        """Runs until cancelled; raises Unavailable."""
        while True:
            await self.beat()
            await asyncio.sleep(_BEAT_EVERY)

    async def changed(self) -> None:
        """Returns when workers have come or gone since the share was taken."""
        await self._changed.wait()

    async def leave(self) -> None:
        """The others need not wait until the last beat is too old. Raises Unavailable."""
        await SortedSet(self._store, WORKERS).remove(self.worker)
