"""The 256 feeds: one small entry for each command, so that hubs and workers hear of new events without polling games.

A follower says where it stands in each feed, and remembers the id of each entry it is done with. Feeds are not
trimmed: a follower that was away for a week still misses nothing.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import NamedTuple

from service.store.client.connection import Argument, Wire
from service.store.client.servers import Servers
from service.store.errors import ErrorReply, Unavailable
from service.store.keys import BUCKETS, feed_key

START = "0-0"  # before the first entry of a feed

_BLOCK = 2.0  # seconds that the server holds an empty answer back
_PATIENCE = 10.0  # a server that keeps silent for longer is given up
_GATHER = 0.004  # seconds after an answer before the next question: under load, one question for many entries
_AT_ONCE = 200  # entries of one feed in one answer
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0

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
        """The newest entry of each feed: where to stand to hear only of what comes from now on."""
        keys = [feed_key(bucket) for bucket in range(BUCKETS)]
        newest = await asyncio.gather(*(self.servers.call(key, "XREVRANGE", key, "+", "-", "COUNT", 1) for key in keys))
        return {bucket: entries[0][0].decode() if entries else START for bucket, entries in enumerate(newest)}

    async def between(self, bucket: int, after: str, upto: str) -> Batch:
        """The entries of one feed after that with the id `after`, up to that with the id `upto`."""
        key = feed_key(bucket)
        return [_entry(bucket, *entry) for entry in await self.servers.call(key, "XRANGE", key, f"({after}", upto)]

    async def lag(self, positions: Mapping[int, str]) -> float:
        """The age in seconds of the oldest entry that a follower at `positions` has not heard of; 0 if there is none.

        The ids of entries are the times at which the log's server took them; that server's clock is asked, not ours.
        """
        newest, standing = await self.ends(), _everywhere(positions)
        unheard = [bucket for bucket, end in newest.items() if _order(end) > _order(standing[bucket])]
        if not unheard:
            return 0.0
        times = await asyncio.gather(*(self._waiting_since(bucket, standing[bucket]) for bucket in unheard))
        seconds, micros = await self.servers.call(feed_key(unheard[0]), "TIME")
        return max(0.0, int(seconds) + int(micros) / 1e6 - min(times))

    async def _waiting_since(self, bucket: int, heard: str) -> float:
        key = feed_key(bucket)
        [[number, _]] = await self.servers.call(key, "XRANGE", key, f"({heard}", "+", "COUNT", 1)
        return _order(number.decode())[0] / 1000

    async def follow(self, positions: Mapping[int, str]) -> AsyncGenerator[FeedEntry, None]:
        """Every entry after `positions` (a feed not named is read from its start), then those to come, without end.

        Each feed comes in order, each entry once; restarts of the server only delay it. A caller that leaves early
        closes the iterator (`contextlib.aclosing`).
        """
        batches: asyncio.Queue[Batch | Exception] = asyncio.Queue(maxsize=16)
        standing = _everywhere(positions)
        # A cluster refuses a question about several slots, even if one node holds them: there each feed has its own
        # reader.
        groups = [[bucket] for bucket in standing] if self.servers.is_cluster else [list(standing)]
        readers = [
            asyncio.create_task(_read(self.servers, {bucket: standing[bucket] for bucket in group}, batches))
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


def _everywhere(positions: Mapping[int, str]) -> dict[int, str]:
    """Where a follower stands in each of the feeds."""
    return {bucket: positions.get(bucket, START) for bucket in range(BUCKETS)}


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("-"))


async def _read(servers: Servers, standing: dict[int, str], batches: asyncio.Queue[Batch | Exception]) -> None:
    pause = _FIRST_PAUSE
    while True:
        try:
            async with aclosing(_answers(servers, standing)) as answers:
                async for batch in answers:
                    pause = _FIRST_PAUSE
                    if batch:
                        await batches.put(batch)
                        await asyncio.sleep(_GATHER)
        except (Unavailable, ErrorReply) as trouble:  # an error: the slot has moved, or the server changed its role
            log.info("feeds: %s; trying again in %.2f s", trouble, pause)
            servers.mistrust()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        except Exception as mistake:
            await batches.put(mistake)
            raise


async def _answers(servers: Servers, standing: dict[int, str]) -> AsyncGenerator[Batch, None]:
    """What one connection says, an empty batch now and then; `standing` moves along. Ends only by an exception."""
    keys = {feed_key(bucket): bucket for bucket in standing}
    buckets = {key.encode(): bucket for key, bucket in keys.items()}
    question: tuple[Argument, ...] = ("XREAD", "COUNT", _AT_ONCE, "BLOCK", int(_BLOCK * 1000), "STREAMS", *keys)
    wire = Wire(await servers.address_of(next(iter(keys))), _PATIENCE)
    try:
        while True:
            reply = await wire.call(*question, *standing.values())
            batch = [_entry(buckets[key], *entry) for key, entries in reply or () for entry in entries]
            standing.update((entry.bucket, entry.id) for entry in batch)
            yield batch
    finally:
        await wire.aclose()


def _entry(bucket: int, number: bytes, fields: Sequence[bytes]) -> FeedEntry:
    _, game, _, first, _, last = fields
    return FeedEntry(bucket, number.decode(), game.decode(), int(first), int(last))
