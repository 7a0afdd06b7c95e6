"""Which feeds of a cluster have new entries.

A cluster lets nobody wait for several feeds at once. So each append rings: it publishes an empty message on a channel
with the name of its feed (append.lua), and one connection for each node listens to the channels of all feeds there. A
bell only says which feeds to read now. All of them are read now and then, so a bell that is not heard only costs time.

While nobody listens to the bell of a feed, the feed is in doubt: it is read often, and each time its follower makes
sure that it still holds what was read last, because another node may have taken over.
"""

import asyncio
import logging
from collections.abc import Collection
from typing import Final, NamedTuple

from service.runtime.channels import is_set_within
from service.runtime.shutdown import cancel_all
from service.store.client.address import Address
from service.store.client.servers import Servers
from service.store.client.subscription import listen
from service.store.errors import Unavailable
from service.store.keys import feed_key

_MEET_EVERY: Final = 2.0  # seconds between two looks at which node holds which feed
_PAUSE: Final = 0.1  # seconds before a node that does not answer is tried again

log = logging.getLogger(__name__)


class Intervals(NamedTuple):
    """Seconds between two looks at feeds whose bells have not rung."""

    every_feed: float = 2.0
    doubted: float = 0.1


class Bells:
    def __init__(self, servers: Servers, feeds: Collection[int], intervals: Intervals) -> None:
        self.in_doubt = set(feeds)
        self._servers = servers
        self._intervals = intervals
        self._feeds = {feed_key(feed): feed for feed in feeds}
        self._rung = set(feeds)
        self._heard = set[int]()  # the feeds whose bells we listen to
        self._lines: dict[tuple[Address, frozenset[int]], asyncio.Task[None]] = {}
        self._ringing = asyncio.Event()
        self._looked_at_all = 0.0

    def ring(self, channel: str) -> None:
        self._rung.add(self._feeds[channel])
        self._ringing.set()

    async def rung(self) -> list[int]:
        """The feeds to read next, once there are any."""
        loop = asyncio.get_running_loop()
        if not self._rung:
            self._ringing.clear()
            doubted, look = self._intervals.doubted, self._looked_at_all + self._intervals.every_feed
            await is_set_within(self._ringing, doubted if self.in_doubt else look - loop.time())
        if loop.time() >= self._looked_at_all + self._intervals.every_feed:
            self._looked_at_all = loop.time()
            self._rung.update(self._feeds.values())
        feeds, self._rung = self._rung | self.in_doubt, set()
        return sorted(feeds)

    def read_again(self, feed: int) -> None:
        """There is more in this feed than was read at once."""
        self._rung.add(feed)

    def is_heard(self, feed: int) -> bool:
        return feed in self._heard

    async def run(self) -> None:
        """Runs until cancelled: listens to every node that holds some of the feeds, whichever they are."""
        try:
            while True:
                await self._meet_nodes()
                if await self._is_one_lost():
                    self._servers.invalidate()
                    await asyncio.sleep(_PAUSE)
        finally:
            await cancel_all(list(self._lines.values()))

    async def _is_one_lost(self) -> bool:
        """Waits a while for the end of a connection; True at once if there is none."""
        if not self._lines:
            return True
        lines = self._lines.values()
        return bool((await asyncio.wait(lines, timeout=_MEET_EVERY, return_when=asyncio.FIRST_COMPLETED))[0])

    async def _meet_nodes(self) -> None:
        """Begin to listen to nodes that have got feeds, and stop where they have left."""
        held = await self._held()
        for line, task in list(self._lines.items()):
            if task.done():
                self._lines.pop(line).result()
            elif line not in held:
                await cancel_all([self._lines.pop(line)])
        for address, feeds in held - self._lines.keys():
            self._lines[address, feeds] = asyncio.create_task(self._listen(address, feeds))

    async def _held(self) -> set[tuple[Address, frozenset[int]]]:
        """The feeds that each node holds, without those of no node at the moment."""
        held: dict[Address, set[int]] = {}
        try:
            holders = await self._servers.holders(self._feeds)
        except Unavailable:
            return set()
        for key, address in holders.items():
            held.setdefault(address, set()).add(self._feeds[key])
        if len(holders) < len(self._feeds):
            self._servers.invalidate()
        return {(address, frozenset(feeds)) for address, feeds in held.items()}

    async def _listen(self, address: Address, feeds: frozenset[int]) -> None:
        """Returns when bells of this node may have been missed."""

        def begin() -> None:
            self._heard |= feeds
            self._rung |= feeds
            self._ringing.set()

        try:
            await listen(address, [feed_key(feed) for feed in sorted(feeds)], begin, self.ring)
        except Unavailable as error:
            log.info("the bells of %d feeds at %s: %s", len(feeds), address, error)
        finally:
            self._heard -= feeds
            self.in_doubt |= feeds
            self._ringing.set()
