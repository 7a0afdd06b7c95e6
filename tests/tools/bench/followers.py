"""What following the feeds costs: the processor time of a worker after each move."""

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import msgspec

from domain.rules import Rules
from projections.timing import Days
from service.games.codec import encode
from service.games.commands import Commands
from service.games.live_games import LiveGames
from service.games.outages import Outages
from service.games.seating import SeatingEvent, SeatTaken, TableOpened
from service.games.tables import Tables
from service.lists.index import ListIndex
from service.lists.lines import live_line, update_line
from service.lists.recorded_tables import RecordedTables
from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL, FeedEntry
from service.store.keys import bucket_of
from service.store.log_names import seats_log
from service.worker.deadlines import Sweeper
from tests.service.store.test_feeds import collected, connections
from tests.support.play import random_game
from tests.support.servers import cluster, eventually
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import NOW

GAMES = [f"long{number}" for number in range(8)]
MOVES = 60  # the last ones of the game


async def figures() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            store = EventStore(server.url)
            await store.prepare()
            try:
                after_a_move = await _after_a_move(store)
            finally:
                await store.aclose()
        async with cluster(Path(directory)) as url:
            return [after_a_move, await _on_a_cluster(url)]


async def _on_a_cluster(url: str) -> Ratio:
    """The connections that a process has with a follower and has not without it."""
    store = EventStore(url)
    await store.prepare()
    await store.feeds.ends()
    before = await connections(store)
    following = asyncio.create_task(collected(store, {}, 1))
    await eventually(partial(_all_are_heard, store))
    ours = await connections(store) - before
    await store.append("g", 0, [b"x"])
    await following
    await store.aclose()
    return Ratio("connections of one follower on a cluster of three", ours, unit="", at_most=6)


async def _all_are_heard(store: EventStore) -> bool:
    """Whether each master has a listener."""
    lists = [await master.call("CLIENT", "LIST", "TYPE", "pubsub") for master in await store.servers.masters()]
    return all(b" ssub=" in clients and b" ssub=0 " not in clients for clients in lists)


async def _after_a_move(store: EventStore) -> Ratio:
    """Lists and deadlines of some games that moved at the same time, from the live games; and in the same run of one
    game, from the beginning of its log."""
    played = random_game(Rules("origins", 4, "tribe"), Random(1))
    stored = [encode(event, NOW + number) for number, event in enumerate(played.events)]
    begin = len(stored) - MOVES
    live = LiveGames(store)
    live.follow(ALL)
    for game in GAMES:
        await _open(store, game, played.end.position.rules)
        await store.append(game, 0, stored[:begin])
        await live.view(game)
    worker, other = _Worker(store, live, RecordedTables(store, ALL), 1), _Worker(store, live, RecordedTables(store), 2)
    ours, afresh = list[float](), list[float]()
    for number in range(begin, len(stored)):
        entries = [await _append(store, game, number, stored[number]) for game in GAMES]
        for entry in entries:
            live.announce(entry)
        ours.append(await worker.work(entries) / len(GAMES))
        other.forget_games()
        afresh.append(await other.work(entries[:1]))
    what = f"processor time of a busy worker for lists and deadlines after a move, game of {len(stored)} events"
    return Ratio(what, median(ours), median(afresh), unit="s", at_most=0.2)


async def _open(store: EventStore, game: str, rules: Rules) -> None:
    table: list[SeatingEvent] = [TableOpened(rules, (None,) * 4, clock=Days(14))]
    table += [SeatTaken(seat, f"p{seat}", f"Seat {seat}") for seat in range(4)]
    await store.append(seats_log(game), 0, [msgspec.msgpack.encode(event) for event in table])


async def _append(store: EventStore, game: str, number: int, event: bytes) -> FeedEntry:
    appended = await store.append(game, number, [event])
    return FeedEntry(bucket_of(game), appended.feed, game, appended.first, appended.last)


def _clock() -> int:
    return NOW + 1_000


class _Worker:
    """What a worker has in memory."""

    def __init__(self, store: EventStore, live: LiveGames, recorded: RecordedTables, generation: int) -> None:
        self._store = store
        self._live = live
        self._recorded = recorded
        self._index = ListIndex(store, generation)
        self._tables, self._outages = Tables(store, _clock), Outages(store, _clock)
        self._sweeper = self._new_sweeper()

    def forget_games(self) -> None:
        self._live = LiveGames(self._store)
        self._sweeper = self._new_sweeper()

    def _new_sweeper(self) -> Sweeper:
        return Sweeper(self._store, self._tables, Commands(self._live, _clock), self._outages, _clock)

    async def work(self, entries: list[FeedEntry]) -> float:
        """Both followers have their own inboxes, and so work at the same time."""
        begin = process_time()
        await asyncio.gather(*map(self._update, entries), self._sweeper.consider(entries))
        await self._sweeper.sweep()
        return process_time() - begin

    async def _update(self, entry: FeedEntry) -> None:
        make = partial(live_line, self._live, self._recorded)
        await update_line(self._store, self._index, entry.game, make)
