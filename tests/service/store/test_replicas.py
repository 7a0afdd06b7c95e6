"""With replicas, an acknowledged command survives the loss of its server."""

import os
import signal

import pytest

from service.local_valkey.server import Embedded
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.servers import appended, eventually, promote


async def test_an_acknowledged_command_is_on_the_replica(pair: tuple[Embedded, Embedded]) -> None:
    master, replica = pair
    store, copy = EventStore(master.url, replicas=1), EventStore(replica.url)
    for number in range(20):
        await appended(store, f"g{number}")
        assert await copy.version(f"g{number}") == 2
    await store.aclose()
    await copy.aclose()


async def test_a_silent_replica_is_reported_and_repeating_is_safe(pair: tuple[Embedded, Embedded]) -> None:
    master, replica = pair
    store = EventStore(master.url, replicas=1)
    os.kill(replica.pid, signal.SIGSTOP)
    try:
        for again in (store, store, EventStore(master.url, replicas=1)):  # also on a connection without writes
            with pytest.raises(Unavailable, match="not yet on a replica"):
                await again.append("g", 0, [b"a"], "command")
            assert await again.version("g") == 1  # reads do not wait for the replica
        await again.aclose()
    finally:
        os.kill(replica.pid, signal.SIGCONT)

    async def is_repeated() -> bool:
        return (await store.append("g", 0, [b"a"], "command")).repeated

    await eventually(is_repeated)
    assert await store.version("g") == 1
    await store.aclose()


async def test_a_replica_refuses_events_until_it_becomes_the_master(pair: tuple[Embedded, Embedded]) -> None:
    master, replica = pair
    store = EventStore(replica.url)
    with pytest.raises(Unavailable, match="replica"):
        await store.append("g", 0, [b"a"])
    assert await store.version("ready") == 2
    os.kill(master.pid, signal.SIGKILL)
    await promote(replica)
    assert (await store.append("g", 0, [b"a"])).last == 1
    await store.aclose()
