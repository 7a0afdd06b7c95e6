"""Whether every server that holds a part of the log takes writes."""

import asyncio

from service.store.event_store import EventStore
from service.store.keys import BUCKETS, health_key
from service.store.values import Value


async def check_writes(store: EventStore) -> None:
    """Raises Unavailable if one does not.

    The write is as durable as any other: with `appendfsync always` it is on the disk when it is answered.
    """
    await asyncio.gather(*(Value(store, key).set(1) for key in await _one_key_each(store)))


async def _one_key_each(store: EventStore) -> list[str]:
    """A key on every server that holds a part of the log."""
    servers = store.servers
    if not servers.is_cluster:
        return [health_key(0)]
    keys = [health_key(bucket) for bucket in range(BUCKETS)]
    return list({str(await servers.address_of(key)): key for key in keys}.values())
