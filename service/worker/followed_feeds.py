"""Some of the feeds, followed from where the last worker stopped: positions are stored beside the log."""

from collections.abc import Awaitable, Callable, Collection
from contextlib import aclosing

from service.store.cursors import Cursors
from service.store.event_store import EventStore
from service.store.feeds import START, FeedEntry


class FollowedFeeds:
    """The feeds with these numbers, and positions that are stored under `key`."""

    def __init__(self, store: EventStore, key: str, feeds: Collection[int]) -> None:
        self._store = store
        self.numbers = feeds
        self._cursors = Cursors(store, key)
        self._positions: dict[int, str] = {}  # the last entry of each feed that was considered

    async def follow(self, consider: Callable[[FeedEntry], Awaitable[None]]) -> None:
        """Runs until cancelled: considers each entry. Raises Unavailable, and what `consider` raises."""
        self._positions = await self._cursors.load()
        async with aclosing(self._store.feeds.follow(self._positions, self.numbers)) as entries:
            async for entry in entries:
                await consider(entry)
                self._positions[entry.bucket] = entry.id

    def position(self, bucket: int) -> str:
        return self._positions.get(bucket, START)

    async def save(self, earlier: dict[int, str] | None = None) -> None:
        """Stores the positions, except for those feeds that are to be read again from an earlier one."""
        await self._cursors.save(self._positions | (earlier or {}))
