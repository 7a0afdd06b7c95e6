"""A cluster whose slots move while we use it."""

import asyncio
import os
import signal
from collections import Counter
from functools import partial

import pytest
from redis.crc import key_slot

from service.store.client.connection import Wire
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.keys import BUCKETS, feed_key, game_keys
from tests.service.store.test_feeds import collected, said
from tests.support.servers import emptied, persistently


async def test_a_slot_that_moved_is_followed(cluster_url: str) -> None:
    store, settled = EventStore(cluster_url), EventStore(cluster_url)
    await emptied(store)
    await settled.version("g")  # knows the slots as they were
    slot = key_slot(game_keys("g").stream.encode())
    masters = await store.servers.masters()
    owner = await store.servers.address_of(game_keys("g").stream)
    target = next(master for master in masters if master.address != owner)
    home = next(master for master in masters if master.address == owner)
    await assign(masters, slot, target)
    try:
        assert (await settled.append("g", 0, [b"a"], "c")).last == 1
        assert await settled.servers.address_of(game_keys("g").stream) == target.address
    finally:
        await emptied(store)
        await assign(masters, slot, home)
    assert (await settled.append("g", 0, [b"a"], "c")).last == 1
    await store.aclose()
    await settled.aclose()


async def test_a_migrating_slot_is_read_from_both_masters_and_written_after_the_migration(cluster_url: str) -> None:
    store = EventStore(cluster_url)
    await emptied(store)
    stream = game_keys("g").stream
    slot, owner = key_slot(stream.encode()), await store.servers.address_of(stream)
    masters = sorted(await store.servers.masters(), key=lambda master: master.address != owner)
    home, target = masters[:2]
    await target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", await home.call("CLUSTER", "MYID"))
    await home.call("CLUSTER", "SETSLOT", slot, "MIGRATING", await target.call("CLUSTER", "MYID"))
    try:
        assert await store.version("g") == 0
        with pytest.raises(Unavailable, match="moving"):
            await store.append("g", 0, [b"a"], "c")
    finally:
        await assign(masters, slot, home)
    assert (await store.append("g", 0, [b"a"], "c")).last == 1
    await store.aclose()


async def assign(masters: list[Wire], slot: int, target: Wire) -> None:
    """ManualClock an empty slot over, as an operator would."""
    name = await target.call("CLUSTER", "MYID")
    for master in sorted(masters, key=lambda master: master is not target):
        await master.call("CLUSTER", "SETSLOT", slot, "NODE", name)


async def test_a_cluster_whose_masters_all_died_at_once_is_found_again(cluster_url: str) -> None:
    store = EventStore(cluster_url)
    await emptied(store)
    games = [f"g{number}" for number in range(12)]
    following = asyncio.create_task(collected(store, {}, 24))
    await asyncio.gather(*(store.append(game, 0, [b"a"], "first") for game in games))
    for master in await store.servers.masters():
        about: bytes = await master.call("INFO", "server")
        os.kill(int(about.partition(b"process_id:")[2].partition(b"\r")[0]), signal.SIGKILL)
    heard = await asyncio.gather(*(store.append(game, 1, [b"b"], "second") for game in games), return_exceptions=True)
    failures = [answer for answer in heard if isinstance(answer, BaseException)]
    assert all(isinstance(failure, Unavailable) for failure in failures)  # none, if the masters were back at once
    for game in games:
        assert (await persistently(partial(store.append, game, 1, [b"b"], "second"))).last == 2
    assert said(await following) == Counter((game, number, number) for game in games for number in (1, 2))
    await store.aclose()


async def test_the_feeds_are_spread_over_all_masters(cluster_url: str) -> None:
    store = EventStore(cluster_url)
    holders = [await store.servers.address_of(feed_key(bucket)) for bucket in range(BUCKETS)]
    assert all(holders.count(master.address) > 50 for master in await store.servers.masters())
    assert len(await store.feeds.ends()) == BUCKETS
    await store.aclose()
