"""Followers of the feeds receive each command once and in order, even if servers are killed."""

import asyncio
import os
import signal
from collections import Counter
from contextlib import aclosing
from functools import partial

import pytest

from service.local_valkey.server import Embedded
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from service.store.feeds.bells import Intervals
from service.store.feeds.entries import FeedEntry
from service.store.feeds.feeds import Feeds
from service.store.keys import bucket_of, feed_key
from tests.support.servers import eventually, persistently


async def collected(
    store: EventStore, positions: dict[int, str], count: int, intervals: Intervals | None = None
) -> list[FeedEntry]:
    """The first `count` entries after `positions`, which is advanced."""
    entries: list[FeedEntry] = []
    feeds = store.feeds if intervals is None else Feeds(store.servers, intervals)
    async with aclosing(feeds.follow(positions)) as feed:
        while len(entries) < count:
            entry = await anext(feed)
            entries.append(entry)
            positions[entry.bucket] = entry.id
    return entries


def announced(entries: list[FeedEntry]) -> Counter[tuple[str, int, int]]:
    return Counter((entry.game, entry.first, entry.last) for entry in entries)


async def test_each_command_is_announced_once(store: EventStore) -> None:
    for version in (0, 2):
        for game in "abcdefgh":
            await store.append(game, version, [b"x", b"y"], f"{game}{version}")
            await store.append(game, version, [b"x", b"y"], f"{game}{version}")  # a repeat is not announced
    entries = await collected(store, {}, 16)
    assert announced(entries) == Counter((game, first, first + 1) for game in "abcdefgh" for first in (1, 3))
    assert all(entry.bucket == bucket_of(entry.game) for entry in entries)


async def test_a_log_that_nobody_follows_is_not_announced_and_kept_all_the_same(store: EventStore) -> None:
    ends = await store.feeds.ends()
    for _ in range(2):  # a repeat is recognised
        appended = await store.append("quiet", 0, [b"x"], "once", is_followed=False)
        assert (appended.first, appended.last, appended.feed) == (1, 1, "")
    with pytest.raises(StreamMoved):
        await store.append("quiet", 0, [b"y"], is_followed=False)
    assert [entry.data for entry in await store.read("quiet")] == [b"x"]
    assert await store.feeds.ends() == ends


async def test_a_follower_resumes_where_it_stopped(store: EventStore) -> None:
    positions: dict[int, str] = {}
    games = [f"g{number}" for number in range(300)]
    await asyncio.gather(*(store.append(game, 0, [b"x"]) for game in games))
    first = await collected(store, positions, 100)
    second = await collected(store, positions, 200)
    assert announced(first + second) == Counter((game, 1, 1) for game in games)


async def test_a_follower_misses_nothing_after_a_fail_over_to_a_slow_clock(store: EventStore) -> None:
    for game in ("old", "lost"):
        await store.append(game, 0, [b"x"])
    positions: dict[int, str] = {}
    following = asyncio.create_task(collected(store, positions, 4))
    await eventually(lambda: has_read(positions, "old", "lost"))
    for game in ("old", "lost"):
        await set_back(store, game, positions[bucket_of(game)])
    await cut_off(store)
    names = [entry.game for entry in await following]
    assert sorted(names[2:]) == ["new lost", "new old"]


async def test_a_follower_that_was_busy_during_a_fail_over_misses_nothing(store: EventStore) -> None:
    await store.append("old", 0, [b"x"])
    async with aclosing(store.feeds.follow({})) as feed:
        last = await anext(feed)  # until the next, it waits for nothing
        await set_back(store, "old", last.id)
        await cut_off(store)
        await asyncio.sleep(0.05)  # it hears that the connection is gone
        assert (await anext(feed)).game == "new old"


async def set_back(store: EventStore, game: str, last: str) -> None:
    """The feed as on a replica that never got its last entry, and whose clock is behind."""
    feed, behind = feed_key(bucket_of(game)), int(last.partition("-")[0]) - 10_000
    await store.servers.call(feed, "DEL", feed)
    await store.servers.call(feed, "XADD", feed, f"{behind}-0", "g", f"new {game}", "f", 1, "l", 1)


async def cut_off(store: EventStore) -> None:
    """Close the connections of all followers."""
    for master in await store.servers.masters():
        for kind in ("normal", "pubsub"):
            await master.call("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")


async def connections(store: EventStore) -> int:
    masters = await store.servers.masters()
    lists = [await master.call("CLIENT", "LIST", "TYPE", kind) for master in masters for kind in ("normal", "pubsub")]
    return sum(clients.count(b"addr=") - clients.count(b"laddr=") for clients in lists)


async def has_read(positions: dict[int, str], *games: str) -> bool:
    return all(bucket_of(game) in positions for game in games)


async def test_a_follower_can_start_at_the_end(store: EventStore) -> None:
    await store.append("old", 0, [b"x"])
    now = await store.feeds.ends()
    await store.append("old", 1, [b"y"])
    await store.append("new", 0, [b"x"])
    assert announced(await collected(store, now, 2)) == Counter([("old", 2, 2), ("new", 1, 1)])


async def test_a_waiting_follower_receives_the_next_command(store: EventStore) -> None:
    following = asyncio.create_task(collected(store, await store.feeds.ends(), 1))
    await asyncio.sleep(0)
    await store.append("g", 0, [b"x"])
    assert announced(await following) == Counter([("g", 1, 1)])


async def test_a_cancelled_follower_closes_its_connection(store: EventStore) -> None:
    await store.version("g")
    before = await connections(store)
    following = asyncio.create_task(collected(store, {}, 1))

    async def is_following() -> bool:
        return await connections(store) > before

    await eventually(is_following)
    following.cancel()
    with pytest.raises(asyncio.CancelledError):
        await following

    async def is_closed() -> bool:
        return await connections(store) == before

    await eventually(is_closed)


async def test_followers_survive_killed_servers_without_missing_or_repeating_entries(
    own_server: Embedded, own_store: EventStore
) -> None:
    following = asyncio.create_task(collected(own_store, {}, 60))
    for number in range(60):
        if number % 20 == 10:
            os.kill(own_server.pid, signal.SIGKILL)
        await persistently(partial(append_next, own_store, f"g{number % 7}", number))
    commands = announced(await following)
    assert set(commands.values()) == {1}
    assert sum(last - first + 1 for _, first, last in commands) == sum(
        [await own_store.version(f"g{n}") for n in range(7)]
    )


async def append_next(store: EventStore, game: str, number: int) -> None:
    await store.append(game, await store.version(game), [b"x"], f"command{number}")
