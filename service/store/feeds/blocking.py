"""Reading the feeds of a single server: one connection waits for all of them at once."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Final

from service.store.client.connection import Argument, Connection
from service.store.client.servers import Servers
from service.store.errors import ErrorReply, Unavailable
from service.store.feeds.entries import AT_ONCE, GATHER, Batch, read_entry
from service.store.feeds.places import place_in
from service.store.keys import feed_key

_BLOCK: Final = 2.0  # seconds that the server waits for new entries before it returns none
_PATIENCE: Final = 10.0  # seconds until a server that does not reply counts as lost
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0

log = logging.getLogger(__name__)


async def batches(servers: Servers, positions: dict[int, str]) -> AsyncGenerator[Batch, None]:
    """New entries without end, through outages; `positions` are advanced. Raises Trimmed."""
    pause = _FIRST_PAUSE
    while True:
        try:
            async with aclosing(_received(servers, positions)) as received:
                async for batch in received:
                    pause = _FIRST_PAUSE
                    if batch:
                        yield batch
                        await asyncio.sleep(GATHER)
        except (Unavailable, ErrorReply) as error:  # ErrorReply: the server changed its role
            log.info("feeds: %s; trying again in %.2f s", error, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


async def _received(servers: Servers, positions: dict[int, str]) -> AsyncGenerator[Batch, None]:
    """Batches, some of them empty, from one connection. Ends only with an exception, as soon as the connection is lost:
    another server may be there then, whose entries begin elsewhere."""
    keys = {feed_key(bucket): bucket for bucket in positions}
    buckets = {key.encode(): bucket for key, bucket in keys.items()}
    command: tuple[Argument, ...] = ("XREAD", "COUNT", AT_ONCE, "BLOCK", int(_BLOCK * 1000), "STREAMS", *keys)
    connection = Connection(await servers.address_of(next(iter(keys))), _PATIENCE, is_renewed=False)
    try:
        places = await asyncio.gather(*map(partial(place_in, connection.call), *zip(*positions.items(), strict=True)))
        positions.update(zip(list(positions), places, strict=True))
        while True:
            reply = await connection.call(*command, *positions.values())
            batch = [read_entry(buckets[key], *entry) for key, entries in reply or () for entry in entries]
            positions.update((entry.bucket, entry.id) for entry in batch)
            yield batch
    finally:
        await connection.aclose()
