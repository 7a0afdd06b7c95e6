"""Servers for tests: in the background of a whole session, or three of them as a cluster."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

from service.local_valkey.server import Embedded
from service.store.address import parse
from service.store.connection import Wire
from service.store.errors import Unavailable
from service.store.event_store import EventStore

T = TypeVar("T")

_LONGEST_WAIT = 120.0  # only ends a test that would hang for ever


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def eventually(condition: Callable[[], Awaitable[object]]) -> None:
    """Returns when `condition` holds; while the server is away it does not."""
    async with asyncio.timeout(_LONGEST_WAIT):
        while True:
            try:
                if await condition():
                    return
            except Unavailable:
                pass
            await asyncio.sleep(0.01)


async def persistently(attempt: Callable[[], Awaitable[T]]) -> T:
    """What a patient client does: ask again until the server is back."""
    async with asyncio.timeout(_LONGEST_WAIT):
        while True:
            try:
                return await attempt()
            except Unavailable:
                await asyncio.sleep(0.01)


@contextmanager
def in_background(context: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """Keeps `context` open on a loop of its own: each test has another loop, and they come and go."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(context.__aenter__(), loop).result()
        asyncio.run_coroutine_threadsafe(context.__aexit__(None, None, None), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@asynccontextmanager
async def cluster(directory: Path) -> AsyncIterator[str]:
    """Three masters on loopback that share the slots; gives their URL."""
    ports = [free_port() for _ in range(3)]
    buses = [free_port() for _ in range(3)]
    async with AsyncExitStack() as running:
        for port, bus in zip(ports, buses, strict=True):
            options = ["--cluster-enabled", "yes", "--cluster-port", str(bus)]
            await running.enter_async_context(Embedded(directory / str(port), port=port, options=options))
        await _meet([Wire(parse(f"redis://127.0.0.1:{port}")) for port in ports], ports, buses)
        yield f"redis+cluster://127.0.0.1:{ports[0]}"


async def _meet(nodes: list[Wire], ports: list[int], buses: list[int]) -> None:
    bounds = [0, 5461, 10923, 16384]
    for number, node in enumerate(nodes):
        await node.call("CLUSTER", "ADDSLOTSRANGE", bounds[number], bounds[number + 1] - 1)
        await nodes[0].call("CLUSTER", "MEET", "127.0.0.1", ports[number], buses[number])

    async def is_ready() -> bool:
        about = [await node.call("CLUSTER", "INFO") for node in nodes]
        return all(b"cluster_state:ok" in words and b"cluster_known_nodes:3" in words for words in about)

    await eventually(is_ready)
    for node in nodes:
        await node.aclose()


async def emptied(store: EventStore) -> None:
    await store.prepare()
    for master in await store.servers.masters():
        await master.call("FLUSHALL")
