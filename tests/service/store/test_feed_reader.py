"""One reader of the feeds serves several followers, each from its own position."""

import asyncio
from collections.abc import Collection
from contextlib import suppress

from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.followers.cursors import Cursors
from service.store.followers.inbox import Inbox
from service.store.followers.reader import FeedReader
from service.store.keys import bucket_of
from tests.support.servers import eventually

GAMES = [f"g{number}" for number in range(20)]


async def appended(store: EventStore, version: int) -> None:
    await asyncio.gather(*(store.append(game, version, [b"x"]) for game in GAMES))


class Process:
    """A process with two followers that note what they get; the second one holds the position of some feeds."""

    def __init__(self, store: EventStore, held: dict[int, str] | None = None) -> None:
        self.store = store
        self.announced: list[FeedEntry] = []
        self.followed: Collection[int] = ()
        self.seen: tuple[list[FeedEntry], list[FeedEntry]] = ([], [])
        self.inboxes = [
            Inbox(Cursors(store, "{first}:positions")),
            Inbox(Cursors(store, "{second}:positions"), lambda: held or {}),
        ]

    def follow(self, feeds: Collection[int]) -> None:
        self.followed = feeds

    def announce(self, entry: FeedEntry) -> None:
        self.announced.append(entry)

    async def run_until_seen(self, counts: tuple[int, int]) -> None:
        """Until each follower has got at least this many entries."""

        async def note(number: int) -> None:
            while True:
                entries = await self.inboxes[number].all_waiting()
                assert {entry.id for entry in entries} <= {entry.id for entry in self.announced}
                self.seen[number].extend(entries)
                self.inboxes[number].done(entries)

        async def all_seen() -> bool:
            return all(len(seen) >= count for seen, count in zip(self.seen, counts, strict=True))

        reader = FeedReader(self.store, [self])
        tasks = [
            asyncio.create_task(reader.run(inboxes=self.inboxes)),
            *(asyncio.create_task(note(number)) for number in range(2)),
        ]
        await eventually(all_seen)
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def games_in(entries: list[FeedEntry], first: int) -> list[str]:
    return sorted(entry.game for entry in entries if entry.first == first)


async def test_each_follower_gets_every_entry_once_and_after_it_was_announced(store: EventStore) -> None:
    await appended(store, 0)
    process = Process(store)
    await process.run_until_seen((20, 20))
    assert [games_in(seen, 1) for seen in (*process.seen, process.announced)] == [sorted(GAMES)] * 3


async def test_followers_go_on_from_their_stored_positions(store: EventStore) -> None:
    await appended(store, 0)
    await Process(store).run_until_seen((20, 20))
    await appended(store, 1)
    again = Process(store)
    await again.run_until_seen((20, 20))
    assert [games_in(seen, 1) for seen in again.seen] == [[], []]
    assert [games_in(seen, 2) for seen in again.seen] == [sorted(GAMES)] * 2


async def test_what_a_follower_holds_back_comes_again_to_all(store: EventStore) -> None:
    await appended(store, 0)
    held = bucket_of(GAMES[0])
    await Process(store, {held: "0-0"}).run_until_seen((20, 20))
    again = Process(store)
    expected = sorted(game for game in GAMES if bucket_of(game) == held)
    await again.run_until_seen((len(expected), len(expected)))
    assert [games_in(seen, 1) for seen in again.seen] == [expected, expected]
