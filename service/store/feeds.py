"""The 256 feeds: one small entry for each appended command, so that processes learn of new events without polling.

A follower passes its position in each feed, and records the id of each entry that it has processed. Feeds are never
trimmed: a follower that was down for a week misses nothing.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import aclosing
from typing import NamedTuple

from service.store.client.connection import Argument, Connection
from service.store.client.servers import Servers
from service.store.errors import ErrorReply, Unavailable
from service.store.keys import BUCKETS, feed_key

START = "0-0"  # before the first entry of a feed
ALL = range(BUCKETS)

_BLOCK = 2.0  # seconds that the server waits for new entries before it returns none
_PATIENCE = 10.0  # seconds until a server that does not reply counts as lost
_GATHER = 0.004  # seconds between a reply and the next request: under load, one request returns many entries
_AT_ONCE = 200  # entries of one feed in one reply
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_UNREPLICATED = 60_000  # milliseconds: no replica that takes over is further behind than this

log = logging.getLogger(__name__)


class FeedEntry(NamedTuple):
    """Events `first` to `last` of `game` were appended together."""

    bucket: int
    id: str
    game: str
    first: int
    last: int


Batch = list[FeedEntry]


class Feeds(NamedTuple):
    """The feeds of a store."""

    servers: Servers

    async def ends(self) -> dict[int, str]:
        """The newest entry of each feed: the positions of a follower that wants only later entries."""
        keys = [feed_key(bucket) for bucket in range(BUCKETS)]
        newest = await asyncio.gather(*(self.servers.read(key, "XREVRANGE", key, "+", "-", "COUNT", 1) for key in keys))
        return {bucket: entries[0][0].decode() if entries else START for bucket, entries in enumerate(newest)}

    async def between(self, bucket: int, after: str, upto: str) -> Batch:
        """The entries of one feed after the entry `after`, up to the entry `upto`."""
        key = feed_key(bucket)
        return [_entry(bucket, *entry) for entry in await self.servers.read(key, "XRANGE", key, f"({after}", upto)]

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
        lost entries, those of the last minute come again. A caller that stops iterating must close the iterator
        (`contextlib.aclosing`).
        """
        batches: asyncio.Queue[Batch | Exception] = asyncio.Queue(maxsize=16)
        current = {bucket: positions.get(bucket, START) for bucket in feeds}
        # A cluster refuses a command with keys in several slots, even if one node holds them all: there each feed has a
        # reader of its own.
        groups = [[bucket] for bucket in current] if self.servers.is_cluster else [list(current)] if current else []
        readers = [
            asyncio.create_task(_read(self.servers, {bucket: current[bucket] for bucket in group}, batches))
            for group in groups
        ]
        try:
            while True:
                batch = await batches.get()
                if isinstance(batch, Exception):
                    raise batch
                for entry in batch:
                    yield entry
        finally:
            for reader in readers:
                reader.cancel()
            await asyncio.gather(*readers, return_exceptions=True)


def _of_all_feeds(positions: Mapping[int, str]) -> dict[int, str]:
    return {bucket: positions.get(bucket, START) for bucket in ALL}


def id_order(number: str) -> tuple[int, ...]:
    """By which the ids of the entries of a feed are in order."""
    return tuple(int(part) for part in number.split("-"))


async def _read(servers: Servers, positions: dict[int, str], batches: asyncio.Queue[Batch | Exception]) -> None:
    pause = _FIRST_PAUSE
    while True:
        try:
            async with aclosing(_batches(servers, positions)) as received:
                async for batch in received:
                    pause = _FIRST_PAUSE
                    if batch:
                        await batches.put(batch)
                        await asyncio.sleep(_GATHER)
        except (Unavailable, ErrorReply) as error:  # ErrorReply: a slot has moved, or the server changed its role
            log.info("feeds: %s; trying again in %.2f s", error, pause)
            servers.invalidate()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        except Exception as error:
            await batches.put(error)
            raise


async def _batches(servers: Servers, positions: dict[int, str]) -> AsyncGenerator[Batch, None]:
    """Read batches, some of them empty, from one connection, and advance `positions`. Ends only with an exception."""
    keys = {feed_key(bucket): bucket for bucket in positions}
    buckets = {key.encode(): bucket for key, bucket in keys.items()}
    command: tuple[Argument, ...] = ("XREAD", "COUNT", _AT_ONCE, "BLOCK", int(_BLOCK * 1000), "STREAMS", *keys)
    connection = Connection(await servers.address_of(next(iter(keys))), _PATIENCE)
    try:
        await _step_back(connection, keys, positions)
        while True:
            reply = await connection.call(*command, *positions.values())
            batch = [_entry(buckets[key], *entry) for key, entries in reply or () for entry in entries]
            positions.update((entry.bucket, entry.id) for entry in batch)
            yield batch
    finally:
        await connection.aclose()


async def _step_back(connection: Connection, keys: Mapping[str, int], positions: dict[int, str]) -> None:
    """Go back in feeds that do not hold the entry that was read last: another server took over, and had not got it.

    If the clock of that server is behind, its first entries have smaller ids than those that were read, and would never
    be read. Going back too far does no harm: a follower may see an entry again.
    """
    read = {key: bucket for key, bucket in keys.items() if positions[bucket] != START}
    entries = {key: positions[bucket] for key, bucket in read.items()}
    last = await asyncio.gather(*(connection.call("XRANGE", key, entry, entry) for key, entry in entries.items()))
    for (key, bucket), is_there in zip(read.items(), last, strict=True):
        if not is_there:
            newest = await connection.call("XREVRANGE", key, "+", "-", "COUNT", 1)
            ends = [positions[bucket], *(number.decode() for number, _ in newest)]
            positions[bucket] = f"{max(0, min(map(id_order, ends))[0] - _UNREPLICATED)}-0" if newest else START
            log.warning("feed %s was set back: reading it again from %s", bucket, positions[bucket])


def _entry(bucket: int, number: bytes, fields: Sequence[bytes]) -> FeedEntry:
    _, game, _, first, _, last = fields
    return FeedEntry(bucket, number.decode(), game.decode(), int(first), int(last))
