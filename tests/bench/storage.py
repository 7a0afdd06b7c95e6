"""What games cost in the store: memory of one, and whether many make a move dearer."""

import asyncio
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import msgspec
from tqdm import tqdm

from domain.rules import Rules
from service.codec import encode
from service.seating import SeatTaken, TableOpened
from service.store.embedded import Embedded
from service.store.log import EventStore
from tests.bench.client import connect
from tests.bench.measure import Ratio
from tests.bench.stage import NOW, Staged, api, played_games, stage
from tests.support.play import Played, random_game

MANY = 100_000


async def figures() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            store = EventStore(server.url)
            await store.prepare()
            try:
                return [await _memory(store), await _many(store, server.url)]
            finally:
                await store.aclose()


async def _memory(store: EventStore) -> Ratio:
    """Everything a finished 4-seat Tribe game leaves behind: its log, table, command ids and feed entries."""
    games = [random_game(Rules("origins", 4, "tribe"), Random(seed)) for seed in range(20)]
    before = await _used(store)
    for number in range(200):
        await _keep(store, f"memory{number:04}", games[number % len(games)])
    return Ratio(
        "bytes for each finished 4-seat Tribe game", (await _used(store) - before) / 200, unit="B", at_most=16384
    )


async def _keep(store: EventStore, name: str, played: Played) -> None:
    """As the service stores it: one append for each command, with its idempotency key."""
    opened = TableOpened(played.end.position.rules, (None,) * 4)
    seats = [SeatTaken(seat, f"player{seat:06}", f"Somebody {seat}") for seat in range(4)]
    await store.append(f"{name}.seats", 0, [msgspec.msgpack.encode(event) for event in (opened, *seats)])
    for number, (before, after) in enumerate(zip(played.games, played.games[1:], strict=False)):
        events = played.events[before.version : after.version]
        await store.append(name, before.version, [encode(event, NOW) for event in events], f"player:{number}")


async def _used(store: EventStore) -> int:
    info: bytes = await store.servers.call("x", "INFO", "memory")
    return int(info.split(b"used_memory:")[1].split(b"\r\n")[0])


async def _many(store: EventStore, url: str) -> Ratio:
    """The median time of a move with few games stored, then with very many."""
    games = played_games(40)
    staged = [await stage(store, f"m{number}", games[number % len(games)]) for number in range(40)]
    async with api(url) as port:
        few = await _median_move(port, staged[:20])
    await _fill(store)
    async with api(url) as port:
        many = await _median_move(port, staged[20:])
    return Ratio(f"a move with {MANY:,} games stored, against 100", many, few, unit="s", at_most=1.1)


async def _fill(store: EventStore) -> None:
    played = random_game(Rules("kingdomino", 2, None, ("must_place",)), Random(1))
    events = [encode(event, NOW) for event in played.events]
    for begin in tqdm(range(0, MANY, 100), desc="storing games", unit="00"):
        await asyncio.gather(*(store.append(f"f{number}", 0, events) for number in range(begin, begin + 100)))


async def _median_move(port: int, staged: list[Staged]) -> float:
    connection, times = await connect(port), []
    for game in staged:
        for one in game.requests:
            begin = perf_counter()
            reply = await connection.ask(one)
            times.append(perf_counter() - begin)
            assert reply.status == 200, reply
    connection.close()
    return median(times)
