"""One reader of the feeds for everything in a process that follows them.

There are two kinds of followers. Some only have to know what is new while the process runs, such as the live games and
the open streams: they hear of each entry in the moment in which it is read. Others must not miss anything, not even
while no process runs: each of these has an inbox with the entries that it has still to process, and its own position in
each feed, which is stored beside the logs. The reader starts at the earliest of these positions, so a follower may get
entries again; without any inbox it starts at the ends of the feeds.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextlib import aclosing, suppress
from typing import Final, Protocol

from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL, FeedEntry
from service.store.feeds.places import Trimmed
from service.store.followers.inbox import Inbox
from service.store.followers.lost_places import places

_SAVE_EVERY: Final = 0.5  # seconds
_RESTART_AFTER: Final = 0.5

log = logging.getLogger(__name__)


class Follower(Protocol):
    """Hears of everything that is appended while the process reads the feeds."""

    def follow(self, feeds: Collection[int]) -> None:
        """From now on every new entry of these feeds is announced, and no other. What happened until now may not have
        been announced."""

    def announce(self, entry: FeedEntry) -> None:
        """The feeds have a new entry."""


class FeedReader:
    def __init__(self, store: EventStore, followers: Sequence[Follower]) -> None:
        """`followers` hear of each entry before it gets into any inbox, in this order."""
        self.positions: dict[int, str] = {}  # the last entry read of each feed
        self._store = store
        self._followers = followers

    async def run(self, feeds: Collection[int] = ALL, inboxes: Sequence[Inbox] = ()) -> None:
        """Runs until cancelled: reads, and stores the positions of the inboxes now and then. Raises Unavailable."""
        while True:
            try:
                await self._read(feeds, inboxes)
            except Trimmed as loss:  # this process stood still for hours
                log.warning("%s: starting over", loss)
                self.positions = {}

    async def _read(self, feeds: Collection[int], inboxes: Sequence[Inbox]) -> None:
        for inbox in inboxes:
            await inbox.load()
        saving = asyncio.create_task(_save_periodically(inboxes))
        try:
            self.positions = await self._start(feeds, inboxes)
            async with aclosing(self._store.feeds.follow(self.positions, feeds)) as entries:
                self._follow(feeds)
                async for entry in entries:
                    self.positions[entry.bucket] = entry.id
                    for follower in self._followers:
                        follower.announce(entry)
                    for inbox in inboxes:
                        await inbox.put(entry)
        finally:
            self._follow(())
            saving.cancel()
            await asyncio.gather(saving, return_exceptions=True)
            await _save(inboxes)

    async def keep_running(self) -> None:
        """Runs until cancelled: reads all feeds, from now on. After an outage it goes on where it was."""
        while True:
            try:
                await self.run()
            except Unavailable as trouble:
                log.info("feeds: %s; trying again", trouble)
            except Exception:
                log.exception("the feed reader failed; continuing at the same positions")
            await asyncio.sleep(_RESTART_AFTER)

    def _follow(self, feeds: Collection[int]) -> None:
        for follower in self._followers:
            follower.follow(feeds)

    async def _start(self, feeds: Collection[int], inboxes: Sequence[Inbox]) -> dict[int, str]:
        if inboxes:
            return await places(self._store, feeds, inboxes)
        return self.positions or await self._store.feeds.ends()


async def _save_periodically(inboxes: Sequence[Inbox]) -> None:
    while True:
        await asyncio.sleep(_SAVE_EVERY)
        await _save(inboxes)


async def _save(inboxes: Sequence[Inbox]) -> None:
    with suppress(Unavailable):  # entries may be processed again
        await asyncio.gather(*(inbox.save() for inbox in inboxes))
