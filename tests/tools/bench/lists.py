"""How fast the lists are rebuilt from the logs, and whether a long list answers as fast as a short one."""

import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import msgspec

from domain.rules import Rules
from service.games.codec import encode
from service.games.seating import SeatingEvent, SeatTaken, TableOpened
from service.lists.index import ListIndex
from service.lists.rebuild import rebuild
from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.play import Played, random_game
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import NOW

FINISHED = 1_500
RUNNING = {"busy": 1_000, "calm": 10}


async def figures() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            store = EventStore(server.url)
            await store.prepare()
            try:
                return [await _rebuilt(store), await _my_games(store)]
            finally:
                await store.aclose()


async def _keep(store: EventStore, game: str, played: Played, people: tuple[str, ...]) -> int:
    table: list[SeatingEvent] = [TableOpened(played.end.position.rules, (None,) * len(people), rated=True)]
    table += [SeatTaken(seat, player, player) for seat, player in enumerate(people)]
    await store.append(seats_log(game), 0, [msgspec.msgpack.encode(event) for event in table])
    await store.append(game, 0, [encode(event, NOW + number) for number, event in enumerate(played.events)])
    return len(played.events)


async def _rebuilt(store: EventStore) -> Ratio:
    rules = Rules("kingdomino", 4, None, ("must_place",))
    games = [random_game(rules, Random(seed)) for seed in range(30)]
    events = 0
    for number in range(FINISHED):
        people = tuple(f"p{(number + seat * 7) % 500}" for seat in range(4))
        events += await _keep(store, f"done{number}", games[number % len(games)], people)
    begin = perf_counter()
    await rebuild(store)
    return Ratio(
        f"events a second in a rebuild of all lists from {events:,}", events / (perf_counter() - begin), at_least=50_000
    )


async def _my_games(store: EventStore) -> Ratio:
    rules = Rules("kingdomino", 2, None, ("must_place",))
    begun = random_game(rules, Random(1), commands=5)
    for player, count in RUNNING.items():
        for number in range(count):
            await _keep(store, f"{player}{number}", begun, (player, f"other{number}"))
    await rebuild(store)
    times: dict[str, list[float]] = {player: [] for player in RUNNING}
    for _ in range(300):
        for player in RUNNING:
            begin = perf_counter()
            await ListIndex(store).page(f"mine:{player}", newest_first=False, count=10)
            times[player].append(perf_counter() - begin)
    busy, calm = median(times["busy"]), median(times["calm"])
    return Ratio("ten of my games out of 1,000, against ten out of 10", busy, calm, unit="s", at_most=2)
