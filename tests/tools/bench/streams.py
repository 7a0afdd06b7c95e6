"""Many open streams on one process while moves come in: how long an event takes to everybody who watches.

STREAMS= chooses a smaller number; each needs an open file here and one in the API.
"""

import asyncio
import os
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from tests.tools.bench.client import connect, request
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import Staged, api, played_games, stage

STREAMS = int(os.environ.get("STREAMS", "10000"))
WATCHERS = 10  # of each game
RATE = 200.0
SECONDS = 10.0


class Watcher(asyncio.Protocol):
    """An open stream: notes when each event arrives."""

    def __init__(self, ask: bytes) -> None:
        self._ask = ask
        self._rest = b""
        self.arrived: dict[int, float] = {}
        self.welcomed = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._ask)

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.arrived[int(line[4:])] = now
            elif line.startswith(b": welcome") and not self.welcomed.done():
                self.welcomed.set_result(None)
            elif line.startswith(b"HTTP/1.1 ") and not line.startswith(b"HTTP/1.1 200"):
                self.welcomed.set_exception(AssertionError(f"a stream was refused: {data!r}"))


async def figures() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server:
            store = EventStore(server.url)
            await store.prepare()
            games = played_games(20)
            count = STREAMS // WATCHERS
            staged = [await stage(store, f"g{number}", games[number % len(games)]) for number in range(count)]
            await store.aclose()
            limits = {"CONNECTIONS": str(STREAMS + 100), "STREAMS_PER_NETWORK": str(STREAMS)}
            async with api(server.url, **limits) as port:
                return await _measured(port, staged)


async def _measured(port: int, staged: list[Staged]) -> list[Ratio]:
    watchers = {game.id: [await _watch(port, game.id) for _ in range(WATCHERS)] for game in staged}
    for watching in watchers.values():
        await asyncio.gather(*(watcher.welcomed for watcher in watching))
    posted = await _play(port, staged)
    await asyncio.sleep(2)
    late, missed = [], 0
    for game, seqs in posted.items():
        for watcher in watchers[game]:
            missed += len(seqs.keys() - watcher.arrived.keys())
            late += [watcher.arrived[seq] - sent for seq, sent in seqs.items() if seq in watcher.arrived]
    for watcher in (watcher for watching in watchers.values() for watcher in watching):
        assert watcher.transport is not None
        watcher.transport.close()
    return [
        Ratio(
            f"p99 from posting a move to {STREAMS:,} open streams", quantiles(late, n=100)[98], unit="s", at_most=0.1
        ),
        Ratio(f"events missed, of {len(late):,} delivered", missed, unit="", at_most=0),
    ]


async def _watch(port: int, game: str) -> Watcher:
    ask = request("GET", f"/api/games/{game}/stream")
    _, watcher = await asyncio.get_running_loop().create_connection(lambda: Watcher(ask), "127.0.0.1", port)
    return watcher


async def _play(port: int, staged: list[Staged]) -> dict[str, dict[int, float]]:
    """Post moves at the rate, game after game; the time each event's move was sent."""
    connection = await connect(port)
    posted: dict[str, dict[int, float]] = {}
    begin = perf_counter()
    for number in range(int(RATE * SECONDS)):
        await asyncio.sleep(max(0.0, begin + number / RATE - perf_counter()))
        game = staged[number % len(staged)]
        sent = perf_counter()
        reply = await connection.ask(game.requests[number // len(staged)])
        assert reply.status == 200, reply
        seq = int(reply.body[7:].split(b",", 1)[0])
        posted.setdefault(game.id, {})[seq] = sent
    connection.close()
    return posted
