"""`python -m service run`: one command starts everything, restarts what dies, and explains what it cannot do."""

import os
import re
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from service.store.event_store import EventStore
from tests.support.ports import reserve_port
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.stack import Running, is_gone

NEW_GAME = {"rules": {"game": "kingdomino", "seats": 2}, "seats": [{"bot": "pebble"}]}


class Run(Running):
    def __init__(self, directory: Path, name: str = "run", *, port: int | None = None, **environment: str) -> None:
        self.data = directory / "my data"  # a space in the name is nobody's business
        self.port = port or reserve_port()
        given = {"DATA": str(self.data), "PORT": str(self.port), "REDIS_URL": "", "QUEUE_URL": "", "PUZZLES": "0"}
        super().__init__(["run"], {**given, **environment}, directory / f"{name}.log")

    async def ready(self) -> None:
        await self.until(self._is_ready)

    async def _is_ready(self) -> bool:
        return f"ready: http://127.0.0.1:{self.port}" in self.said

    def pids(self, part: str) -> list[int]:
        """The ids of all processes that have run this part so far."""
        return [int(pid) for pid in re.findall(rf"the {part} is process (\d+)", self.said)]

    async def server_pid(self) -> int:
        store = EventStore(f"unix://{self.data}/server.sock".replace(" ", "%20"))
        about: bytes = await store.servers.call("", "INFO", "server")
        await store.aclose()
        return int(about.partition(b"process_id:")[2].split()[0])

    def client(self, token: str = "") -> httpx.AsyncClient:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", headers=headers, timeout=LONGEST_WAIT)


@asynccontextmanager
async def running(run: Run) -> AsyncIterator[Run]:
    await run.start()
    try:
        await run.ready()
        yield run
    finally:
        print(run.said)
        if not run.has_ended:
            await run.stop()


async def refused(run: Run) -> str:
    """The output of a run that refuses to start and exits with code 1."""
    await run.start()
    assert await run.ended() == 1
    assert "Traceback" not in run.said
    return run.said


async def test_everything_starts_stops_at_ctrl_c_and_keeps_its_data(tmp_path: Path) -> None:
    async with running(Run(tmp_path)) as run:
        async with run.client() as client:
            token: str = (await client.post("/api/guests", json={"name": "Oona"})).json()["token"]
        async with run.client(token) as client:
            game: str = (await client.post("/api/games", json=NEW_GAME)).json()["id"]
            before = (await client.get(f"/api/games/{game}/events", params={"after": 0})).json()
        processes = [*run.pids("api"), *run.pids("worker"), await run.server_pid()]
        assert len(processes) == 3
        assert await run.stop(signal.SIGINT) == 0
        assert all(is_gone(pid) for pid in processes)
        assert "ERROR" not in run.said
        assert "Traceback" not in run.said
        assert "httpx" not in run.said
        assert "play_bots" not in run.said
    mail_port = str(reserve_port())
    again = Run(tmp_path, "again", MAIL="catch", MAIL_PORT=mail_port)
    async with running(again) as run, run.client(token) as client:
        assert (await client.get(f"/api/games/{game}/events")).json()[: len(before)] == before
        table = (await client.get(f"/api/games/{game}")).json()
        assert table["id"] == game
        opened = await client.post("/api/games", json=NEW_GAME)
        assert opened.status_code == httpx.codes.CREATED, "the token is still known"
        await _enter_address(client, run)
        shown = f"http://127.0.0.1:{mail_port}/"

        async def is_shown() -> bool:
            return "Confirm your e-mail address</a> · oona@lake.example" in (await client.get(shown)).text

        await run.until(is_shown)


async def _enter_address(client: httpx.AsyncClient, run: Run) -> None:
    account = {"name": "Oona", "password": "a stone, a fish and a fire"}
    (await client.post("/api/account", json=account)).raise_for_status()
    async with run.client() as browser:
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        (await browser.post("/api/session", json=account)).raise_for_status()
        entered = {"address": "oona@lake.example", "password": account["password"]}
        (await browser.put("/api/me/address", json=entered)).raise_for_status()


async def test_a_killed_part_is_started_again(tmp_path: Path) -> None:
    async with running(Run(tmp_path)) as run:
        async with run.client() as client:
            token: str = (await client.post("/api/guests", json={})).json()["token"]
        os.kill(run.pids("worker")[0], signal.SIGKILL)
        os.kill(run.pids("api")[0], signal.SIGKILL)
        async with run.client(token) as client:

            async def is_there_again() -> bool:
                return (await client.get("/health/ready")).status_code == httpx.codes.OK

            await run.until(is_there_again)
            game = (await client.post("/api/games", json=NEW_GAME)).json()["id"]
            for _ in range(3):  # the bots' worker is back as well
                await run.until(lambda: _is_my_turn(client, game))
                await _move(client, game)
        assert len(run.pids("api")) == len(run.pids("worker")) == 2
        assert await run.stop() == 0


async def _is_my_turn(client: httpx.AsyncClient, game: str) -> bool:
    seat: int | None = (await client.get(f"/api/games/{game}/moves")).json()["seat"]
    return seat == 0


async def _move(client: httpx.AsyncClient, game: str) -> None:
    choices = (await client.get(f"/api/games/{game}/moves")).json()
    (await client.post(f"/api/games/{game}/moves", json=choices["moves"][0])).raise_for_status()


async def test_when_the_supervisor_is_killed_its_parts_end_and_it_can_start_again(tmp_path: Path) -> None:
    async with running(Run(tmp_path)) as run:
        parts = [*run.pids("api"), *run.pids("worker")]
        orphan = await run.server_pid()
        await run.kill()

        async def have_ended() -> bool:
            return all(is_gone(pid) for pid in parts)

        await eventually(have_ended)
    async with running(Run(tmp_path, "again", port=run.port)) as again:
        assert is_gone(orphan)
        assert await again.stop() == 0


async def test_ctrl_c_during_the_start_leaves_no_process(tmp_path: Path) -> None:
    run = Run(tmp_path)
    await run.start()

    async def has_begun() -> bool:
        return bool(run.pids("worker"))

    await run.until(has_begun)
    assert await run.stop(signal.SIGINT) == 0
    assert all(is_gone(pid) for pid in [*run.pids("api"), *run.pids("worker")])


async def test_a_second_copy_on_the_same_data_is_refused(tmp_path: Path) -> None:
    async with running(Run(tmp_path)) as run:
        said = await refused(Run(tmp_path, "second"))
        assert f"in use by another copy of Firstfire (process {run.pid})" in said
        assert await run.stop() == 0


async def test_a_busy_port_is_refused(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        said = await refused(Run(tmp_path, PORT=str(port)))
    assert f"Port {port} on 127.0.0.1 cannot be used" in said
    assert "PORT=8001" in said


@pytest.mark.parametrize(("port", "complaint"), [("70000", "0-65535"), ("0", "1 to 65535"), ("x", "port")])
async def test_an_invalid_port_is_refused(tmp_path: Path, port: str, complaint: str) -> None:
    assert complaint in await refused(Run(tmp_path, PORT=port))


@pytest.mark.parametrize(
    ("marker", "complaint"),
    [
        ('{"flavour": "redis", "version": "7.2.4"}', "written by Redis 7.2.4"),
        ('{"flavour": "valkey", "version": "99.0.0"}', "written by Valkey 99.0.0"),
    ],
)
async def test_data_of_another_engine_or_a_later_version_is_refused(
    tmp_path: Path, marker: str, complaint: str
) -> None:
    run = Run(tmp_path)
    run.data.mkdir()
    (run.data / "engine.json").write_text(marker)
    said = await refused(run)
    assert complaint in said
    assert "choose another data directory" in said


async def test_a_data_directory_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "file" in await refused(Run(tmp_path, DATA=str(tmp_path / "file" / "data")))


async def test_a_part_without_a_server_is_refused(tmp_path: Path) -> None:
    for part in ("api", "worker"):
        alone = Running([part], {"REDIS_URL": ""}, tmp_path / f"{part}.log")
        await alone.start()
        assert await alone.ended() == 1
        assert "REDIS_URL must name the server" in alone.said


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("redis+cluster://127.0.0.1:1", "name it in QUEUE_URL"),
        ("http://127.0.0.1:1", "URL starts with one of redis://"),
    ],
)
async def test_a_worker_without_a_usable_queue_is_refused(tmp_path: Path, url: str, complaint: str) -> None:
    alone = Running(["worker"], {"REDIS_URL": url, "QUEUE_URL": ""}, tmp_path / "worker.log")
    await alone.start()
    assert await alone.ended() == 1
    assert complaint in alone.said
    assert "Traceback" not in alone.said
