"""One reader of the feeds for everything in a process that follows them.

Each follower has an inbox with the entries that it has still to process, and its own position in each feed, which is
stored beside the logs. The reader starts at the earliest of these positions, so a follower may get entries again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Final

from service.store.cursors import Cursors
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds import START, FeedEntry, id_order

_MOST_WAITING: Final = 10_000  # entries in one inbox; then the reader waits
_SAVE_EVERY: Final = 0.5  # seconds


def _nothing_held() -> Mapping[int, str]:
    return {}


class Inbox:
    """The entries of one follower. Its positions are stored by `cursors`, but never past those that `held` returns."""

    def __init__(self, cursors: Cursors, held: Callable[[], Mapping[int, str]] = _nothing_held) -> None:
        self.positions: dict[int, str] = {}  # by feed: the last entry that was processed
        self._cursors = cursors
        self._held = held
        self._waiting: asyncio.Queue[FeedEntry] = asyncio.Queue(_MOST_WAITING)

    def position(self, feed: int) -> str:
        return self.positions.get(feed, START)

    async def load(self) -> None:
        """Raises Unavailable."""
        self.positions = await self._cursors.load()

    async def save(self) -> None:
        """Raises Unavailable."""
        await self._cursors.save({**self.positions, **self._held()})

    async def put(self, entry: FeedEntry) -> None:
        await self._waiting.put(entry)

    async def each(self, consider: Callable[[FeedEntry], Awaitable[None]]) -> None:
        """Runs until cancelled: considers one entry after the other. Raises what `consider` raises."""
        while True:
            entry = await self._waiting.get()
            await consider(entry)
            self.done([entry])

    async def all_waiting(self) -> list[FeedEntry]:
        """All entries that are here, once there is one; the caller says when they are `done`."""
        entries = [await self._waiting.get()]
        while not self._waiting.empty():
            entries.append(self._waiting.get_nowait())
        return entries

    def done(self, entries: Sequence[FeedEntry]) -> None:
        self.positions.update((entry.bucket, entry.id) for entry in entries)


class FeedReader:
    """Reads the feeds with these numbers; `on_entry` is called with each entry before any follower gets it."""

    def __init__(
        self,
        store: EventStore,
        feeds: Collection[int],
        on_entry: Callable[[FeedEntry], None],
        inboxes: Sequence[Inbox],
    ) -> None:
        self._store = store
        self._feeds = feeds
        self._on_entry = on_entry
        self._inboxes = inboxes

    async def run(self) -> None:
        """Runs until cancelled: reads, and stores the positions now and then. Raises Unavailable."""
        for inbox in self._inboxes:
            await inbox.load()
        saving = asyncio.create_task(self._save_periodically())
        try:
            async with aclosing(self._store.feeds.follow(self._start(), self._feeds)) as entries:
                async for entry in entries:
                    self._on_entry(entry)
                    for inbox in self._inboxes:
                        await inbox.put(entry)
        finally:
            saving.cancel()
            await asyncio.gather(saving, return_exceptions=True)
            await self._save()

    def _start(self) -> dict[int, str]:
        return {feed: min((inbox.position(feed) for inbox in self._inboxes), key=id_order) for feed in self._feeds}

    async def _save_periodically(self) -> None:
        while True:
            await asyncio.sleep(_SAVE_EVERY)
            await self._save()

    async def _save(self) -> None:
        with suppress(Unavailable):  # entries may be processed again
            for inbox in self._inboxes:
                await inbox.save()
