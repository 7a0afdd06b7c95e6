"""What games cost in the store: memory of one, and whether many make a move dearer."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import msgspec
from tqdm import tqdm

from domain.rules import Rules
from service.games.codec import encode
from service.games.seating import SeatTaken, TableOpened
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from tests.support.play import Played, random_game
from tests.tools.bench.client import connect
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import NOW, Staged, api, played_games, stage

MANY = 100_000


async def figures() -> list[Ratio]:
    async with _server() as (store, url), _server() as (full, full_url):
        memory = await _memory(store)
        return [memory, await _many(store, url, full, full_url)]


@asynccontextmanager
async def _server() -> AsyncIterator[tuple[EventStore, str]]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            store = EventStore(server.url)
            await store.prepare()
            yield store, server.url
            await store.aclose()


async def _memory(store: EventStore) -> Ratio:
    """Everything a finished 4-seat Tribe game leaves behind: log, table, command ids, feed entries, lists."""
    games = [random_game(Rules("origins", 4, "tribe"), Random(seed)) for seed in range(20)]
    before = await _used(store)
    for number in range(200):
        await _keep(store, f"memory{number:04}", games[number % len(games)])
        await update_line(store, ListIndex(store), f"memory{number:04}")
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


async def _many(store: EventStore, url: str, full: EventStore, full_url: str) -> Ratio:
    """The median time of a move where few games are stored and where very many are, game by game in turns."""
    games = played_games(30)
    few = [await stage(store, f"m{number}", played) for number, played in enumerate(games)]
    many = [await stage(full, f"m{number}", played) for number, played in enumerate(games)]
    await _fill(full)
    while b"aof_rewrite_in_progress:1" in await full.servers.call("x", "INFO", "persistence"):
        await asyncio.sleep(0.5)  # it tidies up after so much at once, which is not what is measured here
    times: tuple[list[float], list[float]] = ([], [])
    async with api(url) as port, api(full_url) as full_port:
        for among_few, among_many in zip(few, many, strict=True):
            times[0].extend(await _moves(port, among_few))
            times[1].extend(await _moves(full_port, among_many))
    return Ratio(
        f"a move with {MANY:,} games stored, against 200", median(times[1]), median(times[0]), unit="s", at_most=1.1
    )


async def _fill(store: EventStore) -> None:
    played = random_game(Rules("kingdomino", 2, None, ("must_place",)), Random(1))
    events = [encode(event, NOW) for event in played.events]
    for begin in tqdm(range(0, MANY, 100), desc="storing games", unit="00"):
        await asyncio.gather(*(store.append(f"f{number}", 0, events) for number in range(begin, begin + 100)))


async def _moves(port: int, game: Staged) -> list[float]:
    connection, times = await connect(port), []
    for message in game.requests:
        begin = perf_counter()
        reply = await connection.ask(message)
        times.append(perf_counter() - begin)
        assert reply.status == 200, reply
    connection.close()
    return times
