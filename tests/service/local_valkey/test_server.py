"""The private server: it starts, restarts, stops, and locks its data directory."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from service.local_valkey.server import Embedded
from service.store.errors import CannotStart
from service.store.event_store import Entry, EventStore
from tests.support.ports import reserve_port
from tests.support.servers import eventually, persistently


async def test_everything_is_still_there_after_a_restart(tmp_path: Path) -> None:
    for version in range(3):
        async with Embedded(tmp_path) as server:
            store = EventStore(server.url)
            assert await store.version("g") == version
            await store.append("g", version, [b"a"])
            await store.aclose()


async def test_a_second_copy_on_the_same_data_is_refused(own_server: Embedded, own_store: EventStore) -> None:
    with pytest.raises(CannotStart, match=f"in use by another copy.*{os.getpid()}"):
        await Embedded(own_server.directory).start()
    assert (await own_store.append("g", 0, [b"a"])).last == 1


async def test_of_many_concurrent_starts_one_gets_the_directory(tmp_path: Path) -> None:
    starters = [Embedded(tmp_path) for _ in range(8)]
    ends = await asyncio.gather(*(starter.start() for starter in starters), return_exceptions=True)
    assert sum(end is None for end in ends) == 1
    assert sum(isinstance(end, CannotStart) for end in ends) == 7
    for starter in starters:
        await starter.stop()


async def test_a_busy_port_is_reported_in_the_servers_words(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CannotStart, match="in use"):
            await Embedded(tmp_path, port=taken.getsockname()[1]).start()
    async with Embedded(tmp_path):  # and nothing stays locked
        pass


async def test_another_server_on_the_port_is_not_mistaken_for_ours(tmp_path: Path) -> None:
    port = reserve_port()
    async with Embedded(tmp_path / "a", port=port):
        with pytest.raises(CannotStart, match="in use"):
            await Embedded(tmp_path / "b", port=port).start()


async def test_an_unusable_data_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotStart, match="cannot be used as data directory"):
        await Embedded(tmp_path / "file" / "data").start()


async def test_a_data_path_too_long_for_a_socket_works(tmp_path: Path) -> None:
    async with Embedded(tmp_path / ("long" * 20) / ("name" * 20)) as server:
        store = EventStore(server.url)
        assert (await store.append("g", 0, [b"a"])).last == 1
        await store.aclose()
    assert not Path(server.url.removeprefix("unix://")).parent.exists()


async def test_a_killed_server_is_started_again(own_server: Embedded, own_store: EventStore) -> None:
    await own_store.append("g", 0, [b"a"])
    killed = own_server.pid
    os.kill(killed, signal.SIGKILL)
    assert await persistently(lambda: own_store.read("g")) == [Entry(1, b"a")]
    assert own_server.pid != killed


async def test_the_server_does_not_get_signals_of_the_terminal(own_server: Embedded) -> None:
    assert os.getpgid(own_server.pid) == own_server.pid


async def test_only_our_user_may_connect(own_server: Embedded) -> None:
    assert os.stat(own_server.url.removeprefix("unix://")).st_mode & 0o077 == 0


KEEPER = """
import asyncio, pathlib, sys
from service.local_valkey.server import Embedded
async def main():
    async with Embedded(pathlib.Path(sys.argv[1])) as server:
        print(server.pid, flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""


async def test_a_server_left_over_by_a_killed_process_is_replaced(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", KEEPER, tmp_path], stdout=subprocess.PIPE, text=True) as keeper:
        assert keeper.stdout is not None
        orphan = int(keeper.stdout.readline())
        store = EventStore(f"unix://{tmp_path}/server.sock")
        await store.append("g", 0, [b"a"])
        keeper.kill()
        keeper.wait()
    os.kill(orphan, 0)  # it lives on
    async with Embedded(tmp_path) as server:
        assert server.pid != orphan
        own = EventStore(server.url)
        assert await own.version("g") == 1
        await own.aclose()
    await store.aclose()

    async def has_ended() -> bool:
        try:
            os.kill(orphan, 0)
        except ProcessLookupError:
            return True
        return Path(f"/proc/{orphan}/stat").read_text().split(") ")[1].startswith("Z")  # nobody collects it here

    await eventually(has_ended)


async def test_nobody_else_on_the_machine_can_read_the_data(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    directory.mkdir(mode=0o755)  # as it was made before
    async with Embedded(directory) as server:
        store = EventStore(server.url)
        await store.prepare()
        await store.append("game", 0, [b"a deal"])
        await store.aclose()
    assert directory.stat().st_mode & 0o077 == 0
    written = [path for path in directory.rglob("*.aof") if path.is_file()]
    assert written
    assert [path for path in written if path.stat().st_mode & 0o077] == []
