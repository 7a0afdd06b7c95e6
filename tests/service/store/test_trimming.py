"""Feeds are trimmed behind the slowest follower; one that was away for too long starts over from the logs."""

import asyncio
import os
import signal
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress

import pytest

from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL, START, FeedEntry
from service.store.feeds.places import place_in
from service.store.followers.cursors import REGISTERED, Cursors
from service.store.followers.inbox import Inbox
from service.store.followers.reader import FeedReader
from service.store.followers.trimming import trim
from service.store.keys import bucket_of, feed_key
from service.store.structures.sorted_sets import SortedSet
from tests.support.servers import eventually

GAME = "g"
FEED = bucket_of(GAME)
KEY = feed_key(FEED)
EVENTS = 450  # the server removes whole blocks of some 50
SAME_FEED = [GAME, *[name for name in (f"other{n}" for n in range(2000)) if bucket_of(name) == FEED][:3]]


async def append(store: EventStore, game: str, count: int) -> None:
    version = await store.version(game)
    for seq in range(version, version + count):
        await store.append(game, seq, [b"x"])


async def entries(store: EventStore) -> list[str]:
    return [entry.id for entry in await store.feeds.between(FEED, START, "+")]


async def registered(store: EventStore, name: str, position: str) -> Cursors:
    cursors = Cursors(store, name)
    await cursors.register()
    await cursors.save(dict.fromkeys(ALL, position))
    return cursors


class Process:
    """A process with followers that note what they get."""

    def __init__(self, store: EventStore, *inboxes: Inbox) -> None:
        self.followed: list[Collection[int]] = []
        self.announced: list[FeedEntry] = []
        self.processed: list[list[FeedEntry]] = [[] for _ in inboxes]
        self.reader = FeedReader(store, [self])
        self._inboxes = inboxes
        self._tasks: list[asyncio.Task[None]] = []

    def follow(self, feeds: Collection[int]) -> None:
        self.followed.append(feeds)

    def announce(self, entry: FeedEntry) -> None:
        self.announced.append(entry)

    async def __aenter__(self) -> "Process":
        loops = [self.reader.run(inboxes=self._inboxes)]
        loops += [self._process(inbox, into) for inbox, into in zip(self._inboxes, self.processed, strict=True)]
        self._tasks = [asyncio.create_task(loop) for loop in loops]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _process(self, inbox: Inbox, into: list[FeedEntry]) -> None:
        while True:
            some = await inbox.all_waiting()
            into += some
            inbox.done(some)


async def has(seen: Sequence[FeedEntry], count: int) -> bool:
    return len(seen) >= count


async def test_what_the_slowest_follower_needs_is_kept(store: EventStore) -> None:
    await append(store, GAME, EVENTS)
    every = await entries(store)
    await registered(store, "{quick}:positions", every[-1])
    await registered(store, "{slow}:positions", every[249])
    removed = await trim(store, hours=0, margin=0)
    assert 150 < removed < 250
    assert await entries(store) == every[removed:]
    slow = Inbox(Cursors(store, "{slow}:positions"))
    async with Process(store, slow) as process:
        await eventually(lambda: has(process.processed[0], EVENTS - 250))
    assert [entry.id for entry in process.processed[0]] == every[250:]


async def test_young_entries_are_kept(store: EventStore) -> None:
    await append(store, GAME, EVENTS)
    await registered(store, "{quick}:positions", (await entries(store))[-1])
    assert await trim(store, hours=1, margin=0) == 0
    assert await trim(store, hours=0) == 0, "nor the five minutes before the slowest follower"
    assert len(await entries(store)) == EVENTS


async def test_nothing_is_removed_while_no_follower_is_known(store: EventStore) -> None:
    await append(store, GAME, EVENTS)
    assert await trim(store, hours=0, margin=0) == 0
    await Cursors(store, "{new}:positions").register()
    assert await trim(store, hours=0, margin=0) == 0, "it has not processed anything yet"


async def test_a_follower_that_nobody_has_seen_for_a_week_is_not_waited_for(store: EventStore) -> None:
    await append(store, GAME, EVENTS)
    every = await entries(store)
    await registered(store, "{quick}:positions", every[-1])
    await registered(store, "{gone}:positions", every[0])
    seen = await SortedSet(store, REGISTERED).score("{gone}:positions")
    assert seen is not None
    assert await trim(store, hours=0, margin=0) == 0
    await SortedSet(store, REGISTERED).put("{gone}:positions", int(seen) - 8 * 24 * 3600)
    assert await trim(store, hours=0, margin=0) > 350
    assert await SortedSet(store, REGISTERED).members() == ["{quick}:positions"]


@pytest.mark.parametrize("position", ["early", "none"])
async def test_a_follower_that_was_away_for_too_long_gets_every_log_of_the_feed(
    store: EventStore, position: str
) -> None:
    for game in SAME_FEED[1:]:
        await append(store, game, 2)
    await append(store, "elsewhere", 1)
    await append(store, GAME, EVENTS)
    every = await entries(store)
    await Cursors(store, "{away}:positions").save({FEED: every[10]} if position == "early" else {})
    await registered(store, "{quick}:positions", every[-1])
    assert await trim(store, hours=0, margin=0) > 350
    quick, away = Inbox(Cursors(store, "{quick}:positions")), Inbox(Cursors(store, "{away}:positions"))
    async with Process(store, quick, away) as process:
        await eventually(lambda: has([e for e in process.processed[1] if e.bucket == FEED], len(SAME_FEED)))
        await append(store, GAME, 1)
        await eventually(lambda: has([e for e in process.processed[1] if e.last == EVENTS + 1], 1))
    got = Counter((entry.game, entry.first, entry.last) for entry in process.processed[1] if entry.bucket == FEED)
    assert got == Counter(
        [*((game, 1, 2) for game in SAME_FEED[1:]), (GAME, 1, EVENTS), (GAME, EVENTS + 1, EVENTS + 1)]
    )
    assert [entry.first for entry in process.processed[0] if entry.bucket == FEED] == [EVENTS + 1]
    again = Inbox(Cursors(store, "{away}:positions"))
    await again.load()
    assert again.position(FEED) == (await entries(store))[-1], "and then it has its place again"


async def test_a_process_without_positions_starts_over_when_it_stood_still_for_too_long(store: EventStore) -> None:
    await append(store, GAME, EVENTS)
    every = await entries(store)
    await registered(store, "{quick}:positions", every[-1])
    process = Process(store)
    process.reader.positions = {**await store.feeds.ends(), FEED: every[10]}
    await trim(store, hours=0, margin=0)

    async def is_following() -> bool:
        return bool(process.followed) and len(process.followed[-1]) == len(ALL)

    async with process:
        await eventually(is_following)
        await eventually(lambda: is_past(process.reader, every[-1]))
        await append(store, GAME, 1)
        await eventually(lambda: has(process.announced, 1))
    assert {entry.first for entry in process.announced} == {EVENTS + 1}


async def is_past(reader: FeedReader, entry: str) -> bool:
    return reader.positions.get(FEED) == entry


async def test_a_trimmed_feed_that_is_set_back_is_read_again_and_not_taken_for_lost(store: EventStore) -> None:
    await append(store, GAME, EVENTS)
    every = await entries(store)
    await registered(store, "{quick}:positions", every[-2])  # so that it stays: the last one may begin a block
    await trim(store, hours=0, margin=0)
    await store.servers.call(KEY, "XDEL", KEY, every[-1])  # as on a replica that had not got it

    async def call(*args: str) -> object:
        return await store.servers.call(KEY, *args)

    assert await place_in(call, FEED, every[-1]) < every[-1]


async def test_nothing_is_missed_when_who_trims_is_killed(own_server: Embedded, own_store: EventStore) -> None:
    appended = 0

    async def removed() -> int:
        return appended - len(await entries(own_store))

    async with Process(own_store, Inbox(Cursors(own_store, "{only}:positions"))) as process:
        for _ in range(3):
            before = await removed()
            command = sys.executable, "-m", "tests.support.trimming_process", own_server.url
            trimming = await asyncio.create_subprocess_exec(*command)
            while await removed() == before:
                await append(own_store, GAME, 20)
                appended += 20
            os.kill(trimming.pid, signal.SIGKILL)
            await trimming.wait()
        await eventually(lambda: has(process.processed[0], appended))
    assert [entry.first for entry in process.processed[0]] == list(range(1, appended + 1))
