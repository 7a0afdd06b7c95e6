"""Reading the feeds of a cluster: those whose bells have rung, over the connections that the process has anyway."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from functools import partial
from typing import Final

from service.runtime.shutdown import cancel_all
from service.store.client.servers import Servers
from service.store.errors import ErrorReply, Unavailable
from service.store.feeds.bells import Bells, Intervals
from service.store.feeds.entries import AT_ONCE, GATHER, Batch, read_entry
from service.store.feeds.places import place_in
from service.store.keys import feed_key

_FEEDS_AT_ONCE: Final = 64  # so that a long backlog takes no more memory than a short one

log = logging.getLogger(__name__)


async def batches(servers: Servers, positions: dict[int, str], intervals: Intervals) -> AsyncGenerator[Batch, None]:
    """New entries without end, through outages; `positions` are advanced. Raises Trimmed."""
    bells = Bells(servers, positions, intervals)
    listening = asyncio.create_task(bells.run())
    try:
        while not listening.done():
            feeds = await bells.rung()
            for begin in range(0, len(feeds), _FEEDS_AT_ONCE):
                some = feeds[begin : begin + _FEEDS_AT_ONCE]
                replies = await asyncio.gather(*(_read(servers, bells, positions, feed) for feed in some))
                if batch := [entry for entries in replies for entry in entries]:
                    yield batch
            await asyncio.sleep(GATHER)
        await listening  # it ends only by an error
    finally:
        await cancel_all([listening])


async def _read(servers: Servers, bells: Bells, positions: dict[int, str], feed: int) -> Batch:
    """New entries of one feed; none while its node is away."""
    key, is_heard, call = feed_key(feed), bells.is_heard(feed), partial(servers.call, feed_key(feed))
    try:
        if feed in bells.in_doubt:
            positions[feed] = await place_in(call, feed, positions[feed])
        reply = await call("XREAD", "COUNT", AT_ONCE, "STREAMS", key, positions[feed])
    except (Unavailable, ErrorReply) as error:  # ErrorReply: a slot has moved
        log.debug("feed %d: %s", feed, error)
        bells.in_doubt.add(feed)
        return []
    if is_heard and bells.is_heard(feed):
        bells.in_doubt.discard(feed)
    batch = [read_entry(feed, *entry) for _, entries in reply or () for entry in entries]
    if batch:
        positions[feed] = batch[-1].id
    if len(batch) == AT_ONCE:
        bells.read_again(feed)
    return batch
