"""Servers that are down, frozen, empty, loading or full: which errors callers get, and that all recovers."""

import asyncio
import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from service.local_valkey.server import Embedded
from service.store.client.address import parse
from service.store.client.connection import CONNECT_PATIENCE, PATIENCE, Connection
from service.store.client.servers import Single
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.ports import reserve_port
from tests.support.servers import eventually, persistently

KILOBYTE = b"x" * 1000


async def is_serving(store: EventStore) -> bool:
    return await store.version("g") >= 0


async def filled(store: EventStore, game: str) -> int:
    """Append commands of three events until the server refuses one; returns how many it has acknowledged."""
    commands = 0
    while True:
        try:
            await store.append(game, 3 * commands, [KILOBYTE] * 3, f"c{commands}")
        except Unavailable:
            return commands
        commands += 1


async def test_calls_fail_while_the_server_is_down_and_its_return_is_noticed(
    own_server: Embedded, own_store: EventStore
) -> None:
    assert CONNECT_PATIENCE + PATIENCE < 1  # seconds
    await own_store.append("g", 0, [b"a"])
    await own_server.stop()
    with pytest.raises(Unavailable):
        await own_store.append("g", 1, [b"b"])
    with pytest.raises(Unavailable):
        await own_store.read("g")
    await own_server.start()
    assert (await own_store.append("g", 1, [b"b"])).last == 2


async def test_calls_to_a_frozen_server_fail_after_a_bounded_wait(own_server: Embedded) -> None:
    assert CONNECT_PATIENCE + PATIENCE < 1
    store = EventStore(own_server.url)
    await persistently(lambda: store.append("g", 0, [b"a"], "a"))
    os.kill(own_server.pid, signal.SIGSTOP)
    try:
        for _ in range(2):  # on the existing connection, and on a new one
            appends = [store.append("g", 1, [b"b"], "b") for _ in range(20)]
            results = await asyncio.gather(*appends, return_exceptions=True)
            assert all(isinstance(result, Unavailable) for result in results)
    finally:
        os.kill(own_server.pid, signal.SIGCONT)
    assert (await persistently(lambda: store.append("g", 1, [b"b"], "b"))).last == 2
    assert await persistently(lambda: store.version("g")) == 2
    await store.aclose()


async def test_reads_survive_a_connection_that_another_call_made_drop_and_writes_are_never_sent_twice(
    own_store: EventStore,
) -> None:
    await own_store.append("g", 0, [b"a"])
    assert isinstance(own_store.servers, Single)
    link = own_store.servers._calls._link
    assert link is not None
    reading = [asyncio.create_task(own_store.version("g")) for _ in range(20)]
    writing = asyncio.create_task(own_store.append("g", 1, [b"b"], "b"))
    await asyncio.sleep(0)
    link.drop("the log's server did not answer in time")  # because of another caller, who waited longer
    with pytest.raises(Unavailable, match="in time"):
        await writing
    assert set(await asyncio.gather(*reading)) <= {1, 2}
    assert (await own_store.append("g", 1, [b"b"], "b")).last == 2


async def test_a_cancelled_caller_does_not_disturb_others(own_store: EventStore) -> None:
    impatient = [asyncio.create_task(own_store.append(f"g{number}", 0, [b"a"])) for number in range(20)]
    patient = [asyncio.create_task(own_store.append(f"h{number}", 0, [b"a"])) for number in range(20)]
    await asyncio.sleep(0)
    for task in impatient:
        task.cancel()
    assert [result.last for result in await asyncio.gather(*patient)] == [1] * 20
    assert await own_store.version("h1") == 1


async def test_missing_functions_are_loaded_again(own_server: Embedded, own_store: EventStore) -> None:
    await own_store.servers.call("", "FUNCTION", "FLUSH")
    assert (await own_store.append("g", 0, [b"a"])).last == 1


async def test_an_empty_server_at_the_same_address_is_prepared(tmp_path: Path) -> None:
    port = reserve_port()
    async with Embedded(tmp_path / "old", port=port) as server:
        store = EventStore(server.url)
        await store.append("g", 0, [b"a"])
    async with Embedded(tmp_path / "new", port=port):
        assert (await store.append("g", 0, [b"a"])).last == 1
        await store.aclose()


async def test_a_loading_server_is_waited_for_and_reported(tmp_path: Path) -> None:
    async with Embedded(tmp_path) as server:
        store = EventStore(server.url)
        await asyncio.gather(*(store.append(f"g{number}", 0, [KILOBYTE]) for number in range(300)))
        await store.servers.call("", "BGREWRITEAOF")

        async def is_rewritten() -> bool:
            return b"aof_rewrite_in_progress:0" in await store.servers.call("", "INFO", "persistence")

        await eventually(is_rewritten)
        await store.aclose()
    slowly = ["--key-load-delay", "3000", "--loading-process-events-interval-bytes", "1024"]
    server, store, reasons = Embedded(tmp_path, options=slowly), EventStore(server.url), set[str]()
    starting = asyncio.create_task(server.start())
    while not starting.done():
        try:
            await store.version("g1")
        except Unavailable as error:
            reasons.add(error.reason)
        await asyncio.sleep(0.01)
    await starting
    assert "the log is still being read from disk" in reasons
    assert len([game async for game in store.games()]) == 300
    await store.aclose()
    await server.stop()


async def test_full_memory_refuses_whole_commands_and_reads_go_on(own_store: EventStore) -> None:
    info: bytes = await own_store.servers.call("", "INFO", "memory")
    used = int(info.partition(b"used_memory:")[2].partition(b"\r")[0])
    await own_store.servers.call("", "CONFIG", "SET", "maxmemory", used + 500_000)
    commands = await filled(own_store, "g")
    await own_store.servers.call("", "CONFIG", "SET", "maxmemory", used)
    with pytest.raises(Unavailable, match="memory"):
        await own_store.append("g", 3 * commands, [b"a"], "one more")
    assert [entry.seq for entry in await own_store.read("g")] == list(range(1, 3 * commands + 1))
    await own_store.servers.call("", "CONFIG", "SET", "maxmemory", 0)
    assert (await own_store.append("g", 3 * commands, [b"a"], "one more")).last == 3 * commands + 1


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can limit another process")
async def test_a_server_that_cannot_write_loses_nothing_acknowledged(
    own_server: Embedded, own_store: EventStore
) -> None:
    resource.prlimit(own_server.pid, resource.RLIMIT_FSIZE, (200_000, 200_000))
    acknowledged = await filled(own_store, "g")
    assert acknowledged > 10
    # The server has exited; the one that is started in its place has no such limit.
    result = await persistently(lambda: own_store.append("g", 3 * acknowledged, [KILOBYTE] * 3, f"c{acknowledged}"))
    assert result.last == 3 * acknowledged + 3
    assert [entry.seq for entry in await own_store.read("g")] == list(range(1, result.last + 1))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("needs permission to mount a small disk")
    yield disk
    subprocess.run(["umount", disk], check=True)


async def test_a_full_disk_refuses_writes_serves_reads_and_recovers(small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 1_000_000)
    async with Embedded(small_disk / "data") as server:
        store = EventStore(server.url)
        await store.prepare()
        acknowledged = await filled(store, "g")
        for _ in range(2):  # each attempt to write stops the server, which is started again
            await eventually(lambda: is_serving(store))
            assert len(await store.read("g")) >= 3 * acknowledged
            with pytest.raises(Unavailable):
                await store.append("h", 0, [KILOBYTE] * 100)
        ballast.unlink()
        result = await persistently(lambda: store.append("g", 3 * acknowledged, [KILOBYTE] * 3, f"c{acknowledged}"))
        assert [entry.seq for entry in await store.read("g")] == list(range(1, result.last + 1))
        assert result.last == 3 * acknowledged + 3
        assert await store.version("h") in (0, 100)
        await store.aclose()


async def test_a_wrong_password_is_reported_without_showing_it(own_server: Embedded, own_store: EventStore) -> None:
    await own_store.servers.call("", "CONFIG", "SET", "requirepass", "right")
    connection = Connection(msgspec.structs.replace(parse(own_server.url), password="wrong"))
    with pytest.raises(Unavailable, match="password") as raised:
        await connection.call("PING")
    assert "wrong" not in str(raised.value)
    await connection.aclose()
