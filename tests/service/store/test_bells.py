"""Followers of a cluster listen to bells, and miss nothing if these are not heard."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from functools import partial

import pytest

from service.store.client.slots import slot_of
from service.store.event_store import EventStore
from service.store.feeds.bells import Intervals
from service.store.functions import LIBRARY
from service.store.keys import game_keys
from tests.service.store.test_cluster import assign
from tests.service.store.test_feeds import announced, collected, connections
from tests.support.servers import emptied, eventually, persistently

GAMES = [f"g{number}" for number in range(30)]
NEVER = 1e6  # seconds


@pytest.fixture
async def store(cluster_url: str) -> AsyncIterator[EventStore]:
    store = EventStore(cluster_url)
    await emptied(store)
    yield store
    await store.aclose()


async def append_to_all(store: EventStore, version: int = 0) -> None:
    for game in GAMES:
        await persistently(partial(store.append, game, version, [b"x"], f"{game}{version}"))


async def listeners(store: EventStore) -> int:
    """How many connections there are that listen."""
    replies = [await master.call("CLIENT", "LIST", "TYPE", "pubsub") for master in await store.servers.masters()]
    return sum(reply.count(b" ssub=") - reply.count(b" ssub=0 ") for reply in replies)


async def test_a_follower_has_one_connection_for_each_node(store: EventStore) -> None:
    await store.feeds.ends()
    before = await connections(store)
    following = asyncio.create_task(collected(store, {}, len(GAMES)))
    await eventually(lambda: is_equal(listeners(store), 3))
    assert await connections(store) == before + 3
    await append_to_all(store)
    await following
    await eventually(lambda: is_equal(connections(store), before))


async def is_equal(count: Awaitable[int], expected: int) -> bool:
    return await count == expected


async def test_a_bell_is_enough(store: EventStore) -> None:
    following = asyncio.create_task(collected(store, {}, 2 * len(GAMES), Intervals(NEVER, NEVER)))
    await append_to_all(store, 0)
    await append_to_all(store, 1)
    assert announced(await following) == Counter((game, seq, seq) for game in GAMES for seq in (1, 2))


async def test_nothing_is_missed_without_any_bell(store: EventStore) -> None:
    silent = LIBRARY.replace(b"  ring(feed)\n", b"")
    assert silent != LIBRARY
    for master in await store.servers.masters():
        await master.call("FUNCTION", "LOAD", "REPLACE", silent)
    try:
        following = asyncio.create_task(collected(store, {}, 2 * len(GAMES), Intervals(every_feed=0.1)))
        await append_to_all(store, 0)
        await eventually(lambda: is_equal(listeners(store), 3))
        await append_to_all(store, 1)
        assert announced(await following) == Counter((game, seq, seq) for game in GAMES for seq in (1, 2))
    finally:
        await store.prepare()


async def test_nothing_is_missed_while_the_bells_are_cut_off(store: EventStore) -> None:
    seldom = Intervals(every_feed=NEVER)  # what a lost connection had to say is read when it is back
    following = asyncio.create_task(collected(store, {}, 4 * len(GAMES), seldom))
    for version in range(4):
        for master in await store.servers.masters():
            await master.call("CLIENT", "KILL", "TYPE", "pubsub")
        await append_to_all(store, version)
    assert announced(await following) == Counter((game, seq, seq) for game in GAMES for seq in range(1, 5))


async def test_a_feed_is_followed_to_another_node(store: EventStore) -> None:
    stream = game_keys("g").stream
    slot, owner = slot_of(stream), await store.servers.address_of(stream)
    masters = sorted(await store.servers.masters(), key=lambda master: master.address != owner)
    following = asyncio.create_task(collected(store, {}, 2, Intervals(every_feed=NEVER)))
    await eventually(lambda: is_equal(listeners(store), 3))
    await assign(masters, slot, masters[1])
    try:
        await persistently(lambda: store.append("g", 0, [b"a"]))
        await store.append("g", 1, [b"b"])
        assert announced(await following) == Counter([("g", 1, 1), ("g", 2, 2)])
    finally:
        await emptied(store)
        await assign(masters, slot, masters[0])
