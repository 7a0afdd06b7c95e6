"""Servers for tests: in the background of a whole session, a master with its replica, or three as a cluster."""

import asyncio
import linecache
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from service.local_valkey.server import Embedded
from service.store.client.address import parse
from service.store.client.connection import Connection
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.ports import reserve_port

T = TypeVar("T")

LONGEST_WAIT: Final = 60.0  # seconds; only ends a test that would never end
_LOOK_EVERY: Final = 0.01


def patient_store(url: str) -> EventStore:
    """For tests that are not about outages: a server that has much to do, or a test that has, is no outage."""
    return EventStore(url, patience=LONGEST_WAIT)


async def eventually(condition: Callable[[], Awaitable[object]], seconds: float = LONGEST_WAIT) -> None:
    """Returns when `condition` holds; fails, and names it, when it does not within `seconds`.

    While the store is unavailable the condition does not hold.
    """

    async def holds() -> None:
        if not await condition():
            raise _NotYet

    await _repeat(holds, (Unavailable, _NotYet), f"{_name(condition)} did not hold within {seconds:g} s", seconds)


async def persistently(attempt: Callable[[], Awaitable[T]]) -> T:
    """The result of `attempt`, repeated until the store is available, as a patient client does."""
    message = f"the store stayed unavailable for {_name(attempt)} for {LONGEST_WAIT:g} s"
    return await _repeat(attempt, (Unavailable,), message, LONGEST_WAIT)


class _NotYet(Exception):
    pass


async def _repeat(
    attempt: Callable[[], Awaitable[T]], retried: tuple[type[Exception], ...], message: str, seconds: float
) -> T:
    last: Exception | None = None
    try:
        async with asyncio.timeout(seconds):
            while True:
                try:
                    return await attempt()
                except retried as error:
                    last = error
                await asyncio.sleep(_LOOK_EVERY)
    except TimeoutError:
        reason = f" ({last})" if isinstance(last, Unavailable) else ""
        raise AssertionError(message + reason) from None


def _name(function: Callable[[], object]) -> str:
    """What a reader of a failure recognises: the text of a lambda, the name of any other function."""
    plain = getattr(function, "func", function)  # of a `partial`
    if getattr(plain, "__name__", "") != "<lambda>":
        return f"`{getattr(plain, '__qualname__', plain)}`"
    return f"`{linecache.getline(plain.__code__.co_filename, plain.__code__.co_firstlineno).strip()}`"


@contextmanager
def in_background(context: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """Keeps `context` open on a loop of its own, because each test has its own loop, which ends with the test."""
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
    async with masters_of_cluster(directory) as masters:
        yield f"redis+cluster://127.0.0.1:{parse(masters[0].url).port}"


@asynccontextmanager
async def masters_of_cluster(
    directory: Path, options: Sequence[str] = (), *, keep_alive: bool = True
) -> AsyncIterator[list[Embedded]]:
    """The same three, one by one."""
    ports = [reserve_port() for _ in range(3)]
    buses = [reserve_port() for _ in range(3)]
    async with AsyncExitStack() as running:
        masters = []
        for port, bus in zip(ports, buses, strict=True):
            words = ["--cluster-enabled", "yes", "--cluster-port", str(bus), *options]
            server = Embedded(directory / str(port), port=port, options=words, keep_alive=keep_alive)
            masters.append(await running.enter_async_context(server))
        await _meet([Connection(parse(master.url)) for master in masters], ports, buses)
        yield masters


@asynccontextmanager
async def master_and_replica(directory: Path) -> AsyncIterator[tuple[Embedded, Embedded]]:
    """A master and its replica, which has caught up."""
    port, at_once = reserve_port(), ["--repl-diskless-sync-delay", "0"]
    follower = ["--replicaof", "127.0.0.1", str(port), *at_once]
    async with (
        Embedded(directory / "master", port=port, options=at_once) as master,
        Embedded(directory / "replica", port=reserve_port(), options=follower) as replica,
    ):
        store = EventStore(master.url, replicas=1)
        await eventually(lambda: appended(store, "ready"))
        await store.aclose()
        yield master, replica


async def appended(store: EventStore, game: str) -> bool:
    return (await store.append(game, 0, [b"a", b"b"], "command")).last == 2


async def promote(replica: Embedded) -> None:
    """Make a replica the master, as a fail-over does."""
    connection = Connection(parse(replica.url))
    await connection.call("REPLICAOF", "NO", "ONE")
    await connection.aclose()


async def _meet(nodes: list[Connection], ports: list[int], buses: list[int]) -> None:
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
