"""The lanes of an inbox: feeds side by side, the entries of each feed in order."""

import asyncio

import pytest

from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.followers.cursors import Cursors
from service.store.followers.inbox import Inbox
from tests.support.servers import eventually

LANES = 4


def inbox_of(store: EventStore) -> Inbox:
    return Inbox(Cursors(store, "{laned}:positions"), lanes=LANES)


def entry(feed: int, number: int) -> FeedEntry:
    return FeedEntry(feed, f"{number}-0", f"game {feed}", number, number)


async def test_an_entry_that_takes_long_holds_up_its_own_lane_and_no_position_passes_it(store: EventStore) -> None:
    inbox, is_free, considered = inbox_of(store), asyncio.Event(), list[FeedEntry]()

    async def consider(entry: FeedEntry) -> None:
        if entry.bucket == 0:
            await is_free.wait()
        considered.append(entry)

    async def have_come(count: int) -> bool:
        return len(considered) == count

    for number in (1, 2, 3):
        for feed in range(LANES + 1):  # the last one shares the lane of the first
            await inbox.put(entry(feed, number))
    following = asyncio.create_task(inbox.each(consider))
    await eventually(lambda: have_come(3 * (LANES - 1)))
    assert inbox.positions == dict.fromkeys(range(1, LANES), "3-0")
    is_free.set()
    await eventually(lambda: have_come(3 * (LANES + 1)))
    assert inbox.positions == dict.fromkeys(range(LANES + 1), "3-0")
    for feed in range(LANES + 1):
        assert [entry.first for entry in considered if entry.bucket == feed] == [1, 2, 3]
    following.cancel()


async def test_a_failure_in_one_lane_ends_them_all(store: EventStore) -> None:
    inbox, considered = inbox_of(store), list[int]()

    async def consider(entry: FeedEntry) -> None:
        if entry.bucket == 1:
            raise ValueError("unreadable")
        await asyncio.sleep(0)
        considered.append(entry.bucket)

    await inbox.put(entry(1, 1))
    with pytest.raises(ValueError, match="unreadable"):
        await inbox.each(consider)
    await inbox.put(entry(2, 1))
    await asyncio.sleep(0)
    assert considered == []
    assert inbox.positions == {}
