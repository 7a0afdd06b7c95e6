"""The entries of the feeds that one follower has still to process."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from service.runtime.shutdown import cancel_all
from service.store.feeds.entries import START, FeedEntry
from service.store.followers.cursors import Cursors

_MOST_WAITING: Final = 10_000  # entries in one inbox; then the reader waits


def _nothing_held() -> Mapping[int, str]:
    return {}


class Inbox:
    """The entries of one follower. Its positions are stored by `cursors`, but never past those that `held` returns.

    With several lanes, as many entries are considered at a time. Each feed has one lane, so its entries keep their
    order, and its position is that of the last one.
    """

    def __init__(
        self, cursors: Cursors, held: Callable[[], Mapping[int, str]] = _nothing_held, *, lanes: int = 1
    ) -> None:
        self.positions: dict[int, str] = {}  # by feed: the last entry that was processed
        self._cursors = cursors
        self._held = held
        self._lanes = [asyncio.Queue[FeedEntry](_MOST_WAITING // lanes) for _ in range(lanes)]

    def position(self, feed: int) -> str:
        return self.positions.get(feed, START)

    async def load(self) -> None:
        """Raises Unavailable."""
        await self._cursors.register()
        self.positions = await self._cursors.load()

    async def save(self) -> None:
        """Raises Unavailable."""
        await self._cursors.save({**self.positions, **self._held()})

    async def put(self, entry: FeedEntry) -> None:
        await self._lanes[entry.bucket % len(self._lanes)].put(entry)

    async def each(self, consider: Callable[[FeedEntry], Awaitable[None]]) -> None:
        """Runs until cancelled: considers one entry of a lane after the other. Raises what `consider` raises."""
        lanes = [asyncio.create_task(self._each_of(lane, consider)) for lane in self._lanes]
        try:
            await asyncio.gather(*lanes)
        finally:
            await cancel_all(lanes)

    async def _each_of(self, lane: asyncio.Queue[FeedEntry], consider: Callable[[FeedEntry], Awaitable[None]]) -> None:
        while True:
            entry = await lane.get()
            await consider(entry)
            self.done([entry])

    async def all_waiting(self) -> list[FeedEntry]:
        """All entries that are here, once there is one; the caller says when they are `done`. For one lane."""
        [lane] = self._lanes
        entries = [await lane.get()]
        while not lane.empty():
            entries.append(lane.get_nowait())
        return entries

    def done(self, entries: Sequence[FeedEntry]) -> None:
        self.positions.update((entry.bucket, entry.id) for entry in entries)
