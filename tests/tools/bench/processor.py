"""Processor time of a request beside the trivial handler's, in this process: other work on the machine hardly matters.

Requests go through the HTTP server's own protocol, from the bytes that arrive to those that leave, without sockets. The
log's server is a real one, in a process of its own; its processor time is not counted.
"""

import asyncio
import gc
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any

import uvicorn
import uvloop
from litestar import Litestar
from uvicorn.server import ServerState

from service.app import create_app
from service.local_valkey.server import Embedded
from service.process.guarded_http import Limits, guarded
from service.runtime.settings import Settings
from service.store.event_store import EventStore
from tests.support.servers import LONGEST_WAIT, in_background
from tests.tools.bench import trivial
from tests.tools.bench.client import request
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import Staged, played_games, stage

CLIENTS = 64
ROUNDS = 30
_AFTERMATH = 0.05  # seconds for what a move leads to after its answer: the feed announces it to this process too
_HOST = ("127.0.0.1", 80)


class _Wire(asyncio.Transport):
    """A connection to nowhere that keeps what is written."""

    def __init__(self) -> None:
        super().__init__({"peername": _HOST, "sockname": _HOST})
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += data

    def writelines(self, list_of_data: Any) -> None:
        self.write(b"".join(list_of_data))

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        raise AssertionError(self.written)


class _Client:
    def __init__(self, protocol: Any) -> None:
        self._wire, self._protocol = _Wire(), protocol
        protocol.connection_made(self._wire)
        self._complete, protocol.on_response_complete = protocol.on_response_complete, self._answered

    async def ask(self, message: bytes) -> bytes:
        self._wire.written = b""
        self._answer = asyncio.get_running_loop().create_future()
        self._protocol.data_received(message)
        await self._answer
        return self._wire.written

    def _answered(self) -> None:
        self._complete()
        self._answer.set_result(None)


def _clients(app: Litestar, http: Any) -> list[_Client]:
    config, state = uvicorn.Config(app, http=http, ws="none", log_config=None, access_log=False), ServerState()
    config.load()
    protocol: Callable[..., Any] = config.http_protocol_class
    return [_Client(protocol(config=config, server_state=state, app_state={})) for _ in range(CLIENTS)]


def figures() -> list[Ratio]:
    with (
        tempfile.TemporaryDirectory() as directory,
        in_background(Embedded(Path(directory))) as server,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(_measured(server.url))


async def _measured(url: str) -> list[Ratio]:
    store, games = EventStore(url, patience=LONGEST_WAIT), played_games(20)
    await store.prepare()
    staged, of_pages = [
        [await stage(store, f"{kind}{n}", games[n % len(games)], n % 16) for n in range(CLIENTS)] for kind in "gp"
    ]
    await store.aclose()
    gc.freeze()  # as the API server does
    gc.set_threshold(50_000, 20, 100)
    app = create_app(Settings(redis_url=url, rate=1e9, burst=10**9, patience=LONGEST_WAIT, log_level="WARNING"))
    async with app.lifespan():
        ours, theirs = _clients(app, guarded(Limits(10_000, LONGEST_WAIT))), _clients(trivial.app, "httptools")
        return await _figures(ours, theirs, staged, of_pages)


async def _figures(
    ours: list[_Client], theirs: list[_Client], staged: list[Staged], of_pages: list[Staged]
) -> list[Ratio]:
    times: dict[str, list[float]] = {name: [] for name in ("post", "moves", "news", "get", "tables", "tagged")}
    for moves, with_news in zip(_rounds(staged), _rounds(of_pages), strict=True):
        times["post"].append(await _seconds(theirs, moves))
        times["moves"].append(await _seconds(ours, moves))
        times["news"].append(await _seconds(ours, [_asking_for_news(move) for move in with_news]))
    tables = [request("GET", f"/api/games/{game.id}") for game in staged]
    tags = [_tag(await client.ask(table)) for client, table in zip(ours, tables, strict=True)]
    tagged = [
        request("GET", f"/api/games/{game.id}", If_None_Match=tag) for game, tag in zip(staged, tags, strict=True)
    ]
    for _ in range(ROUNDS):
        times["get"].append(await _seconds(theirs, tables))
        times["tables"].append(await _seconds(ours, tables))
        times["tagged"].append(await _seconds(ours, tagged, b"304"))
    # The fastest fifth: other work on the machine only ever adds.
    usual = {name: quantiles(seconds, n=5)[0] for name, seconds in times.items()}
    return [
        Ratio(f"processor time of {what}", usual[name], usual[reference], unit="s", at_most=most)
        for what, name, reference, most in (
            ("a durable move", "moves", "post", 2.5),
            ("a move of a page, with all that is new after it", "news", "post", 14),
            ("a table, ETag matches", "tagged", "get", 1.1),
            ("a table, sent whole", "tables", "get", 1.3),
        )
    ]


def _rounds(staged: list[Staged]) -> list[tuple[bytes, ...]]:
    """The next move of each game, again and again."""
    return list(zip(*(game.requests[:ROUNDS] for game in staged), strict=True))


def _asking_for_news(move: bytes) -> bytes:
    return move.replace(b"/moves HTTP", b"/moves?news=true HTTP", 1)


def _tag(answer: bytes) -> str:
    return next(line[6:] for line in answer.decode("latin-1").split("\r\n") if line.lower().startswith("etag: "))


async def _seconds(clients: list[_Client], messages: Sequence[bytes], status: bytes = b"200") -> float:
    """Of one request, when all clients ask at once."""
    begin = time.process_time()
    answers = await asyncio.gather(*(client.ask(message) for client, message in zip(clients, messages, strict=True)))
    await asyncio.sleep(_AFTERMATH)
    seconds = time.process_time() - begin
    for answer in answers:
        assert answer[9:12] == status, answer
    return seconds / len(clients)
