"""The feeds of a store. A follower passes its position in each feed, and records the id of each entry that it has
processed."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping
from contextlib import aclosing
from functools import partial
from typing import NamedTuple

from service.store.client.servers import Servers
from service.store.feeds import blocking, rung
from service.store.feeds.bells import Intervals
from service.store.feeds.entries import ALL, START, Batch, FeedEntry, id_order, read_entry
from service.store.feeds.places import is_trimmed
from service.store.keys import BUCKETS, feed_key


class Feeds(NamedTuple):
    """The feeds of a store."""

    servers: Servers
    intervals: Intervals = Intervals()

    async def ends(self) -> dict[int, str]:
        """The newest entry of each feed: the positions of a follower that wants only later entries."""
        keys = [feed_key(bucket) for bucket in range(BUCKETS)]
        newest = await asyncio.gather(*(self.servers.read(key, "XREVRANGE", key, "+", "-", "COUNT", 1) for key in keys))
        return {bucket: entries[0][0].decode() if entries else START for bucket, entries in enumerate(newest)}

    async def between(self, bucket: int, after: str, upto: str) -> Batch:
        """The entries of one feed after the entry `after`, up to the entry `upto`."""
        key = feed_key(bucket)
        return [read_entry(bucket, *entry) for entry in await self.servers.read(key, "XRANGE", key, f"({after}", upto)]

    async def trimmed(self, places: Collection[tuple[int, str]]) -> set[tuple[int, str]]:
        """Those of the places, each a feed and an entry, after which entries were removed."""
        looks = [is_trimmed(partial(self.servers.read, feed_key(bucket)), bucket, entry) for bucket, entry in places]
        return {place for place, is_cut in zip(places, await asyncio.gather(*looks), strict=True) if is_cut}

    async def lag(self, positions: Mapping[int, str]) -> float:
        """The age in seconds of the oldest entry after `positions`; 0 if there is none.

        The id of an entry contains the time at which the server stored it, so it is compared with the server's clock.
        """
        newest, current = await self.ends(), _of_all_feeds(positions)
        unread = [bucket for bucket, end in newest.items() if id_order(end) > id_order(current[bucket])]
        if not unread:
            return 0.0
        times = await asyncio.gather(*(self._time_of_first(bucket, current[bucket]) for bucket in unread))
        seconds, micros = await self.servers.read(feed_key(unread[0]), "TIME")
        return max(0.0, int(seconds) + int(micros) / 1e6 - min(times))

    async def _time_of_first(self, bucket: int, after: str) -> float:
        key = feed_key(bucket)
        [[number, _]] = await self.servers.read(key, "XRANGE", key, f"({after}", "+", "COUNT", 1)
        return id_order(number.decode())[0] / 1000

    async def follow(
        self, positions: Mapping[int, str], feeds: Collection[int] = ALL
    ) -> AsyncGenerator[FeedEntry, None]:
        """Every entry of `feeds` after `positions` (one without a position is read from its start), then new ones,
        without end.

        The entries of a feed come in order, each once; a restart of the server only delays them. After a fail-over that
        lost entries, those of the last minute come again. Raises Trimmed if entries were removed that come after those
        that were read. A caller that stops iterating must close the iterator (`contextlib.aclosing`).
        """
        current = {bucket: positions.get(bucket, START) for bucket in feeds}
        if not current:
            await asyncio.get_running_loop().create_future()  # until cancelled
        if self.servers.is_cluster:
            source = rung.batches(self.servers, current, self.intervals)
        else:
            source = blocking.batches(self.servers, current)
        async with aclosing(source) as batches:
            async for batch in batches:
                for entry in batch:
                    yield entry


def _of_all_feeds(positions: Mapping[int, str]) -> dict[int, str]:
    return {bucket: positions.get(bucket, START) for bucket in ALL}
