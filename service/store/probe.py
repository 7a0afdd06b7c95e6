"""Checks that every server that holds logs accepts writes."""

import asyncio

from service.store.event_store import EventStore
from service.store.keys import BUCKETS, health_key
from service.store.structures.values import Value


async def check_writes(store: EventStore) -> None:
    """Raises Unavailable if a server does not accept writes.

    The write is as durable as any other: with `appendfsync always` it is on disk when the server replies.
    """
    await asyncio.gather(*(Value(store, key).set(1) for key in await _key_on_each_server(store)))


async def _key_on_each_server(store: EventStore) -> list[str]:
    """One key for every server that holds logs."""
    servers = store.servers
    if not servers.is_cluster:
        return [health_key(0)]
    keys = [health_key(bucket) for bucket in range(BUCKETS)]
    return list({str(await servers.address_of(key)): key for key in keys}.values())
