"""The 256 feeds: one small entry for each command, so that hubs and workers hear of new events without polling games.

A follower says where it stands in each feed, and remembers the id of each entry it is done with. Feeds are not
trimmed: a follower that was away for a week still misses nothing.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import NamedTuple

from service.store.connection import Argument, Wire
from service.store.errors import ErrorReply, Unavailable
from service.store.keys import BUCKETS, feed_key
from service.store.servers import Servers

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


async def ends(servers: Servers) -> dict[int, str]:
    """The newest entry of each feed: where to stand to hear only of what comes from now on."""
    keys = [feed_key(bucket) for bucket in range(BUCKETS)]
    newest = await asyncio.gather(*(servers.call(key, "XREVRANGE", key, "+", "-", "COUNT", 1) for key in keys))
    return {bucket: entries[0][0].decode() if entries else START for bucket, entries in enumerate(newest)}


async def follow(servers: Servers, positions: Mapping[int, str]) -> AsyncGenerator[FeedEntry, None]:
    """Every entry behind `positions` (a feed not named is read from its start), then those to come, for ever.

    Each feed comes in order, each entry once; restarts of the server only delay it. Whoever leaves early closes the
    iterator (`contextlib.aclosing`).
    """
    batches: asyncio.Queue[Batch | Exception] = asyncio.Queue(maxsize=16)
    standing = {bucket: positions.get(bucket, START) for bucket in range(BUCKETS)}
    # A cluster refuses a question about several slots, even if one node holds them: there each feed has its own reader.
    groups = [[bucket] for bucket in standing] if servers.is_cluster else [list(standing)]
    readers = [
        asyncio.create_task(_read(servers, {bucket: standing[bucket] for bucket in group}, batches)) for group in groups
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
