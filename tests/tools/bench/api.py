"""How fast the API is, each figure beside a trivial handler measured in the same run."""

import asyncio
import tempfile
from collections.abc import Iterable, Sequence
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from tests.tools.bench.client import connect, request
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import Staged, api, played_games, stage, trivial

CLIENTS = 64
SECONDS = 2.0
ROUNDS = 5


async def figures() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            store = EventStore(server.url)
            await store.prepare()
            try:
                return await _all(store, server.url)
            finally:
                await store.aclose()


async def _all(store: EventStore, url: str) -> list[Ratio]:
    """Ours and the yardstick in turns, a short while each: what else the machine does then hits both alike."""
    games = played_games(40)
    # No two clients are at the same point of a game, as in life.
    staged = [
        await stage(store, f"g{number}", games[number % len(games)], number % CLIENTS)
        for number in range(CLIENTS * 4 * ROUNDS)
    ]
    for client in range(CLIENTS):  # these are only looked at
        await stage(store, f"t{client}", games[client % len(games)], client)
    figures: dict[str, list[float]] = {name: [] for name in ("moves", "post", "p99", "tagged", "tables", "get")}
    async with trivial() as yardstick, api(url) as port:
        plain = [cycle([request("GET", f"/api/games/t{client}")]) for client in range(CLIENTS)]
        tagged = await _tagged(port)
        for number in range(ROUNDS):
            mine = staged[number * CLIENTS * 4 :][: CLIENTS * 4]
            figures["post"].append(await _throughput(yardstick, [cycle(staged[0].requests)] * CLIENTS))
            figures["moves"].append(await _throughput(port, _games_of_clients(mine[: CLIENTS * 2])))
            figures["p99"].append(
                await _latency(port, _games_of_clients(mine[CLIENTS * 2 :]), figures["moves"][-1] / 2)
            )
            figures["get"].append(await _throughput(yardstick, [cycle([request("GET", "/api/games/g0")])] * CLIENTS))
            figures["tables"].append(await _throughput(port, plain))
            figures["tagged"].append(await _throughput(port, tagged, status=304))
    return [
        _ratio("durable moves a second, 64 clients on different games", figures["moves"], figures["post"], 0.55),
        Ratio("their p99 at half that load", median(figures["p99"]), unit="s", at_most=25e-3),
        _ratio("tables a second, ETag matches", figures["tagged"], figures["get"], 0.85),
        _ratio("tables a second, sent whole", figures["tables"], figures["get"], 0.75),
    ]


def _ratio(what: str, ours: list[float], theirs: list[float], at_least: float) -> Ratio:
    """The median of the rounds' ratios, shown beside the median of ours."""
    share = median(own / their for own, their in zip(ours, theirs, strict=True))
    return Ratio(f"{what}, median of {ROUNDS} rounds", median(ours), median(ours) / share, at_least=at_least)


def _games_of_clients(staged: list[Staged]) -> list[Iterable[bytes]]:
    """Each client plays its games one after the other."""
    return [[message for game in staged[client::CLIENTS] for message in game.requests] for client in range(CLIENTS)]


async def _tagged(port: int) -> list[Iterable[bytes]]:
    connection = await connect(port)
    tags = []
    for client in range(CLIENTS):
        reply = await connection.ask(request("GET", f"/api/games/t{client}"))
        tags.append(reply.header("etag"))
    connection.close()
    return [cycle([request("GET", f"/api/games/t{n}", If_None_Match=tag)]) for n, tag in enumerate(tags)]


async def _throughput(port: int, work: Sequence[Iterable[bytes]], status: int = 200) -> float:
    """Requests a second when every client asks again as soon as it has its answer."""
    stop = perf_counter() + SECONDS

    async def client(requests: Iterable[bytes]) -> int:
        connection, done = await connect(port), 0
        for message in requests:
            reply = await connection.ask(message)
            assert reply.status == status, reply
            done += 1
            if perf_counter() > stop:
                break
        connection.close()
        return done

    begin = perf_counter()
    counts = await asyncio.gather(*(client(requests) for requests in work))
    return sum(counts) / (perf_counter() - begin)


async def _latency(port: int, work: Sequence[Iterable[bytes]], rate: float) -> float:
    """The p99 in seconds when requests come at this rate, whether or not the answers do."""
    pause = len(work) / rate
    times: list[float] = []

    async def client(number: int, requests: Iterable[bytes]) -> None:
        connection, begin = await connect(port), perf_counter() + number / len(work)  # not all in one moment
        for turn, message in enumerate(requests):
            due = begin + turn * pause
            if due > stop:
                break
            await asyncio.sleep(max(0.0, due - perf_counter()))
            reply = await connection.ask(message)
            assert reply.status == 200, reply
            times.append(perf_counter() - due)
        connection.close()

    stop = perf_counter() + SECONDS
    await asyncio.gather(*(client(number, requests) for number, requests in enumerate(work)))
    return quantiles(times, n=100)[98]
