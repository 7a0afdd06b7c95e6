"""Keeps the lists up to date: follows the feeds, and recomputes the line of each game that they mention.

The positions in the feeds are saved with the lists, so a restarted worker resumes where it stopped. It may process
some entries twice, which does no harm: the index accepts a line only if it is newer than the stored one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import aclosing, suppress
from typing import Final, TypeAlias

from projections.listing import Listing
from service.lists.index import ListIndex, cursors
from service.lists.lines import update_line
from service.store.cursors import Cursors
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds import ALL
from service.store.log_names import table_of

_SAVE_EVERY: Final = 1.0  # seconds
_AT_ONCE: Final = 64  # games
Settle: TypeAlias = Callable[[Listing], Awaitable[None]]  # acts on the new state of a game


class ListsFollower:
    """Updates the served generation from the feeds with these numbers. A game that appends several times between two
    rounds is read only once."""

    def __init__(self, store: EventStore, *settle: Settle, feeds: Collection[int] = ALL) -> None:
        self._store = store
        self._settle = settle
        self._feeds = feeds

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            await self._follow(await ListIndex(self._store).generation())

    async def _follow(self, generation: int) -> None:
        """Returns when another generation is served."""
        saved = cursors(self._store, generation)
        pending = _Pending(await saved.load())
        jobs = (
            self._collect(pending),
            self._update(pending, generation),
            self._save_periodically(pending, saved, generation),
        )
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            for ended in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
                await ended
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(Unavailable):
                await saved.save(pending.done)

    async def _collect(self, pending: "_Pending") -> None:
        async with aclosing(self._store.feeds.follow(pending.done, self._feeds)) as entries:
            async for entry in entries:
                pending.add(table_of(entry.game), entry.bucket, entry.id)

    async def _update(self, pending: "_Pending", generation: int) -> None:
        index = ListIndex(self._store, generation)
        while True:
            games, positions = await pending.take()
            for begin in range(0, len(games), _AT_ONCE):
                batch = games[begin : begin + _AT_ONCE]
                for line in await asyncio.gather(*(update_line(self._store, index, game) for game in batch)):
                    if line is not None and not line.listing.is_record:
                        for settle in self._settle:
                            await settle(line.listing)
            pending.done.update(positions)

    async def _save_periodically(self, pending: "_Pending", saved: Cursors, generation: int) -> None:
        """Returns when another generation is served."""
        while await ListIndex(self._store).generation() == generation:
            await saved.save(pending.done)
            await asyncio.sleep(_SAVE_EVERY)


class _Pending:
    """The games whose lines have to be updated, and the positions of the feeds."""

    def __init__(self, done: dict[int, str]) -> None:
        self.done = done  # by feed: every entry up to this one is in the lists
        self._received: dict[int, str] = {}
        self._games: dict[str, None] = {}
        self._available = asyncio.Event()

    def add(self, game: str, bucket: int, entry: str) -> None:
        self._games[game] = None
        self._received[bucket] = entry
        self._available.set()

    async def take(self) -> tuple[list[str], dict[int, str]]:
        """Wait for games, and remove them all; with the positions that are reached once they are updated."""
        await self._available.wait()
        self._available.clear()
        games, positions = list(self._games), dict(self._received)
        self._games.clear()
        self._received.clear()
        return games, positions
