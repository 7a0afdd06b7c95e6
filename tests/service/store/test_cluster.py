"""A cluster whose slots move, or whose masters die, while it is used."""

import asyncio
import os
import signal
from collections import Counter
from functools import partial

import pytest

from service.store.client.connection import Connection
from service.store.client.slots import slot_of
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.keys import BUCKETS, feed_key, game_keys
from tests.service.store.test_feeds import announced, collected
from tests.support.servers import emptied, persistently


async def test_a_slot_that_moved_is_followed(cluster_url: str) -> None:
    store, outdated = EventStore(cluster_url), EventStore(cluster_url)
    await emptied(store)
    await outdated.version("g")  # it reads the map of slots before the move
    slot = slot_of(game_keys("g").stream)
    masters = await store.servers.masters()
    owner = await store.servers.address_of(game_keys("g").stream)
    target = next(master for master in masters if master.address != owner)
    home = next(master for master in masters if master.address == owner)
    await assign(masters, slot, target)
    try:
        assert (await outdated.append("g", 0, [b"a"], "c")).last == 1
        assert await outdated.servers.address_of(game_keys("g").stream) == target.address
    finally:
        await emptied(store)
        await assign(masters, slot, home)
    assert (await outdated.append("g", 0, [b"a"], "c")).last == 1
    await store.aclose()
    await outdated.aclose()


async def test_a_migrating_slot_is_read_from_both_masters_and_written_after_the_migration(cluster_url: str) -> None:
    store = EventStore(cluster_url)
    await emptied(store)
    stream = game_keys("g").stream
    slot, owner = slot_of(stream), await store.servers.address_of(stream)
    masters = sorted(await store.servers.masters(), key=lambda master: master.address != owner)
    home, target = masters[:2]
    await target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", await home.call("CLUSTER", "MYID"))
    await home.call("CLUSTER", "SETSLOT", slot, "MIGRATING", await target.call("CLUSTER", "MYID"))
    try:
        assert await store.version("g") == 0
        with pytest.raises(Unavailable, match="migrated"):
            await store.append("g", 0, [b"a"], "c")
    finally:
        await assign(masters, slot, home)
    assert (await store.append("g", 0, [b"a"], "c")).last == 1
    await store.aclose()


async def assign(masters: list[Connection], slot: int, target: Connection) -> None:
    """Give an empty slot to another master, as an operator would."""
    name = await target.call("CLUSTER", "MYID")
    for master in sorted(masters, key=lambda master: master is not target):
        await master.call("CLUSTER", "SETSLOT", slot, "NODE", name)


async def test_a_cluster_whose_masters_all_died_at_once_is_used_again(cluster_url: str) -> None:
    store = EventStore(cluster_url)
    await emptied(store)
    games = [f"g{number}" for number in range(12)]
    following = asyncio.create_task(collected(store, {}, 24))
    await asyncio.gather(*(store.append(game, 0, [b"a"], "first") for game in games))
    for master in await store.servers.masters():
        info: bytes = await master.call("INFO", "server")
        os.kill(int(info.partition(b"process_id:")[2].partition(b"\r")[0]), signal.SIGKILL)
    results = await asyncio.gather(*(store.append(game, 1, [b"b"], "second") for game in games), return_exceptions=True)
    failures = [result for result in results if isinstance(result, BaseException)]
    assert all(isinstance(failure, Unavailable) for failure in failures)  # none, if the masters were back at once
    for game in games:
        assert (await persistently(partial(store.append, game, 1, [b"b"], "second"))).last == 2
    assert announced(await following) == Counter((game, number, number) for game in games for number in (1, 2))
    await store.aclose()


async def test_the_feeds_are_spread_over_all_masters(cluster_url: str) -> None:
    store = EventStore(cluster_url)
    holders = [await store.servers.address_of(feed_key(bucket)) for bucket in range(BUCKETS)]
    assert all(holders.count(master.address) > 50 for master in await store.servers.masters())
    assert len(await store.feeds.ends()) == BUCKETS
    await store.aclose()
