"""Clients of the log's server side by side: ours, redis-py and, where it is installed, valkey-glide.

64 callers append one event after the other, each to its own game, as the write path does: once to a server alone, and
once to one with a replica that must have everything on disk. Rounds alternate between the clients.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any, NamedTuple

from redis.asyncio import BlockingConnectionPool, Redis

from service.local_valkey.server import Embedded
from service.store.client.address import parse
from service.store.event_store import EventStore
from service.store.keys import game_keys
from tests.support.ports import reserve_port

CALLERS, APPENDS, ROUNDS = 64, 30, 5
EVENT = b"x" * 40
PATIENCE = 250  # milliseconds

Append = Callable[[str, int], Awaitable[Any]]


class Cost(NamedTuple):
    """Of one client: appends a second, CPU time of this process for each, and how long a caller waits."""

    client: str
    replicas: int
    a_second: float
    cpu: float
    half: float
    p99: float

    def __str__(self) -> str:
        server = "with a replica" if self.replicas else "alone"
        return (
            f"{self.a_second:>10,.0f} /s   appends by {self.client}, 64 callers, server {server}: "
            f"{self.cpu * 1e6:.0f} µs of CPU each, median {self.half * 1e3:.1f} ms, p99 {self.p99 * 1e3:.1f} ms"
        )


async def figures() -> list[Cost]:
    return [cost for replicas in (0, 1) for cost in await _compared(replicas)]


async def _compared(replicas: int) -> list[Cost]:
    costs: dict[str, list[Cost]] = {}
    async with _servers(replicas) as url:
        clients = [_own, _redis_py] + ([_glide] if find_spec("glide") else [])
        for number in range(ROUNDS + 1):
            for client in clients:
                async with client(url, replicas) as (name, append):
                    cost = await _measured(name, replicas, append, f"{name[:3]}{number}")
                    if number:  # the first round warms up
                        costs.setdefault(name, []).append(cost)
    return [
        Cost(name, replicas, *(median(values) for values in zip(*(row[2:] for row in rows), strict=True)))
        for name, rows in costs.items()
    ]


@asynccontextmanager
async def _servers(replicas: int) -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory() as directory:
        port = reserve_port()
        following = ("--replicaof", "127.0.0.1", str(port), "--repl-diskless-sync-delay", "0")
        async with Embedded(Path(directory, "master"), port=port) as master:
            store = EventStore(master.url)
            await store.prepare()
            async with AsyncExitStack() as replica:
                if replicas:
                    embedded = Embedded(Path(directory, "replica"), port=reserve_port(), options=following)
                    await replica.enter_async_context(embedded)
                    while b"state=online" not in await store.servers.call("", "INFO", "replication"):
                        await asyncio.sleep(0.1)
                yield master.url
            await store.aclose()


async def _measured(name: str, replicas: int, append: Append, prefix: str) -> Cost:
    waits: list[float] = []

    async def caller(number: int) -> None:
        for version in range(APPENDS):
            begin = perf_counter()
            await append(f"{prefix}-{number}", version)
            waits.append(perf_counter() - begin)

    begin, cpu = perf_counter(), process_time()
    await asyncio.gather(*map(caller, range(CALLERS)))
    seconds, cpu = perf_counter() - begin, process_time() - cpu
    cuts = quantiles(waits, n=100)
    return Cost(name, replicas, len(waits) / seconds, cpu / len(waits), cuts[49], cuts[98])


@asynccontextmanager
async def _own(url: str, replicas: int) -> AsyncIterator[tuple[str, Append]]:
    store = EventStore(url, replicas)
    yield "our client", lambda game, version: store.append(game, version, [EVENT])
    await store.aclose()


@asynccontextmanager
async def _redis_py(url: str, replicas: int) -> AsyncIterator[tuple[str, Append]]:
    """A pool of connections: a command that waits holds up no other one."""
    client = Redis(connection_pool=BlockingConnectionPool.from_url(url, max_connections=CALLERS, timeout=60))

    async def append(game: str, version: int) -> None:
        words = ("FCALL", "firstfire_append", 3, *game_keys(game), version, b"", game, EVENT)
        if not replicas:
            reply: Any = await client.execute_command(*words)  # type: ignore[no-untyped-call]
            assert reply[0] == 1
            return
        async with client.pipeline(transaction=False) as pipeline:
            pipeline.execute_command(*words)
            pipeline.execute_command("WAIT", replicas, PATIENCE)
            pipeline.execute_command("WAITAOF", 1, replicas, PATIENCE)
            answer, _, on_disk = await pipeline.execute()
        assert answer[0] == 1
        assert on_disk == [1, replicas]

    yield "redis-py", append
    await client.aclose(close_connection_pool=True)


@asynccontextmanager
async def _glide(url: str, replicas: int) -> AsyncIterator[tuple[str, Append]]:
    """One connection for everything, as it is meant to be used; so each wait for a replica holds up all callers."""
    from glide import Batch, GlideClient, GlideClientConfiguration, NodeAddress

    where = parse(url)
    addresses = [NodeAddress(where.host, where.port)]
    client = await GlideClient.create(GlideClientConfiguration(addresses, request_timeout=10_000))

    async def append(game: str, version: int) -> None:
        keys, words = [*game_keys(game)], [str(version), b"", game, EVENT]
        if not replicas:
            assert (await client.fcall("firstfire_append", keys, words))[0] == 1
            return
        batch = Batch(is_atomic=False)
        batch.fcall("firstfire_append", keys, words)
        batch.custom_command(["WAIT", str(replicas), str(PATIENCE)])
        batch.custom_command(["WAITAOF", "1", str(replicas), str(PATIENCE)])
        answer, _, on_disk = await client.exec(batch, raise_on_error=True)
        assert answer[0] == 1
        assert on_disk == [1, replicas]

    yield "valkey-glide", append
    await client.close()
