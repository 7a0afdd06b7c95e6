"""What following the feeds costs: the processor time of a worker after each move."""

import tempfile
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
from service.lists.lines import update_line
from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from service.store.feeds import ALL, FeedEntry
from service.store.keys import bucket_of
from service.store.log_names import seats_log
from service.worker.deadlines import Sweeper
from tests.support.play import random_game
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import NOW

GAME = "long"
MOVES = 60  # the last ones of the game


async def figures() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            store = EventStore(server.url)
            await store.prepare()
            try:
                return [await _after_a_move(store)]
            finally:
                await store.aclose()


async def _after_a_move(store: EventStore) -> Ratio:
    """Lists and deadlines from the live game, and in the same run from the beginning of the log."""
    played = random_game(Rules("origins", 4, "tribe"), Random(1))
    table: list[SeatingEvent] = [TableOpened(played.end.position.rules, (None,) * 4, clock=Days(14))]
    table += [SeatTaken(seat, f"p{seat}", f"Seat {seat}") for seat in range(4)]
    await store.append(seats_log(GAME), 0, [msgspec.msgpack.encode(event) for event in table])
    stored = [encode(event, NOW + number) for number, event in enumerate(played.events)]
    begin = len(stored) - MOVES
    await store.append(GAME, 0, stored[:begin])
    live = LiveGames(store)
    live.follow(ALL)
    await live.view(GAME)
    tables, outages = Tables(store, _clock), Outages(store, _clock)
    ours, afresh = list[float](), list[float]()
    for number in range(begin, len(stored)):
        appended = await store.append(GAME, number, [stored[number]])
        entry = FeedEntry(bucket_of(GAME), appended.feed, GAME, appended.first, appended.last)
        live.announce(entry)
        for games, index, times in ((live, 1, ours), (LiveGames(store), 2, afresh)):
            sweeper = Sweeper(store, tables, Commands(games, _clock), outages, _clock)
            times.append(await _work(sweeper, games, ListIndex(store, index), entry))
    what = f"processor time of a worker for lists and deadlines after a move, game of {len(stored)} events"
    return Ratio(what, median(ours), median(afresh), unit="s", at_most=0.2)


def _clock() -> int:
    return NOW + 1_000


async def _work(sweeper: Sweeper, live: LiveGames, index: ListIndex, entry: FeedEntry) -> float:
    begin = process_time()
    await update_line(live.store, index, entry.game, live)
    await sweeper.consider(entry)
    await sweeper.sweep()
    return process_time() - begin
