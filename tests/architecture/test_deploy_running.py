"""The commands of deploy/ run with their settings, here without containers, and a backup can be restored."""

import asyncio
import json
import re
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from service.local_valkey import binary as engine
from service.local_valkey.server import Embedded
from service.ops.backup import backups
from service.ops.verify import verify
from service.store.client.address import parse
from service.store.client.connection import Connection
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.deploy_files import DEPLOY, SERVICES, arguments, interpolated
from tests.support.ports import reserve_port
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.stack import Running
from tests.support.stored_logs import store_sample_games

PASSWORD = "0123456789abcdef"


class Machine:
    """This machine in place of the containers' network: other ports, other directories, the same commands."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.log_port = reserve_port()
        self.password_file = directory / "valkey_password"
        self.password_file.write_text(PASSWORD)
        self.log_url = f"redis://:{PASSWORD}@127.0.0.1:{self.log_port}"

    def environment(self, name: str) -> dict[str, str]:
        given: dict[str, str] = {key: str(value) for key, value in SERVICES[name]["environment"].items()}
        given["REDIS_URL"] = given["REDIS_URL"].replace("log:6379", f"127.0.0.1:{self.log_port}")
        given["REDIS_PASSWORD_FILE"] = str(self.password_file)
        for variable in ("PORT", "METRICS_PORT"):
            if variable in given:
                given[variable] = str(reserve_port())
        return {key: value.replace("0.0.0.0", "127.0.0.1") for key, value in given.items()}

    @asynccontextmanager
    async def log(self) -> AsyncIterator[None]:
        data = self.directory / "log"
        data.mkdir()
        mounts = {"/data": str(data), "6379": str(self.log_port), "0.0.0.0": "127.0.0.1"}
        mounts["/run/secrets/valkey_password"] = str(self.password_file)
        mounts["valkey-server"] = str(engine.program()[0])
        for source, target in (volume.split(":")[:2] for volume in SERVICES["log"]["volumes"]):
            mounts.setdefault(target, str(DEPLOY / source))
        words = [interpolated(word) for word in SERVICES["log"]["command"]]
        for inside, outside in sorted(mounts.items(), key=lambda mount: -len(mount[0])):
            words = [re.sub(rf"(?<![\w/-]){re.escape(inside)}(?![\w/])", outside, word) for word in words]
        process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.DEVNULL)
        wire, stranger = Connection(parse(self.log_url)), Connection(parse(self.log_url.replace(PASSWORD, "another")))

        async def answers() -> bool:
            assert (await wire.call("CONFIG", "GET", "appendfsync"))[1] == b"always"
            assert (await wire.call("CONFIG", "GET", "maxmemory-policy"))[1] == b"noeviction"
            return int((await wire.call("CONFIG", "GET", "maxmemory"))[1]) == 2 * 1024**3

        try:
            await eventually(answers)
            with pytest.raises(Unavailable, match="password"):
                await stranger.call("PING")
            yield
        finally:
            await wire.aclose()
            process.terminate()  # the shell has become the server, which gets the signal itself
            assert await process.wait() == 0

    @asynccontextmanager
    async def part(self, name: str, number: int = 0) -> AsyncIterator[tuple[Running, dict[str, str]]]:
        environment = self.environment(name)
        words = SERVICES[name]["command"]
        running = Running(words, {"QUEUE_URL": "", **environment}, self.directory / f"{name}{number}.log")
        await running.start()
        try:
            yield running, environment
            assert await running.stop() == 0
        finally:
            if not running.has_ended:
                await running.kill()
            print(running.said)


def healthcheck(name: str, port: str) -> list[str]:
    """The check as the container would make it, on the port that stands for the container's."""
    if "healthcheck" in SERVICES[name]:
        words = SERVICES[name]["healthcheck"]["test"][1:]
    else:
        words = json.loads(arguments("HEALTHCHECK")[0].partition("CMD ")[2])
    assert words[0] == "python"
    return [sys.executable, *(re.sub(r"127\.0\.0\.1:\d+", f"127.0.0.1:{port}", word) for word in words[1:])]


async def is_healthy(name: str, port: str) -> bool:
    process = await asyncio.create_subprocess_exec(*healthcheck(name, port), stderr=asyncio.subprocess.DEVNULL)
    return await process.wait() == 0


async def test_every_service_runs_with_its_settings_and_a_move_goes_through_all_of_them(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    async with AsyncExitStack() as running:
        await running.enter_async_context(machine.log())
        replicas = range(SERVICES["api"]["deploy"]["replicas"])
        apis = [await running.enter_async_context(machine.part("api", number)) for number in replicas]
        worker, its = await running.enter_async_context(machine.part("worker"))
        assert len(apis) > 1
        clients = [
            await running.enter_async_context(
                httpx.AsyncClient(base_url=f"http://127.0.0.1:{given['PORT']}", timeout=LONGEST_WAIT)
            )
            for _, given in apis
        ]
        for (api, _), client in zip(apis, clients, strict=True):
            await api.until(lambda client=client: _is_ready(client))  # type: ignore[misc]
        await _play_a_move(*clients[:2])
        assert await is_healthy("api", apis[0][1]["PORT"])
        await eventually(lambda: is_healthy("worker", its["METRICS_PORT"]))
        async with httpx.AsyncClient(timeout=LONGEST_WAIT) as scraper:
            counts = (await scraper.get(f"http://127.0.0.1:{its['METRICS_PORT']}/metrics")).text
        assert re.search(r'firstfire_commands_total\{by="bot",outcome="appended"\} [1-9]', counts)
        for line in f"{apis[0][0].said}{worker.said}".splitlines():
            assert msgspec.json.decode(line)["time"], "LOG_FORMAT: json"


async def _is_ready(client: httpx.AsyncClient) -> bool:
    return (await client.get("/health/ready")).status_code == httpx.codes.OK


async def _play_a_move(first: httpx.AsyncClient, second: httpx.AsyncClient) -> None:
    token = (await first.post("/api/guests", json={})).json()["token"]
    first.headers["authorization"] = f"Bearer {token}"
    new = {"rules": {"game": "kingdomino", "seats": 2}, "seats": [{"bot": "pebble"}]}
    game = (await first.post("/api/games", json=new)).json()["id"]

    async def is_answered() -> bool:
        """By the bot, as the other replica sees it. Both have two chiefs, so it may be my turn more than once."""
        choices = (await first.get(f"/api/games/{game}/moves")).json()
        if choices["seat"] == 0:
            (await first.post(f"/api/games/{game}/moves", json=choices["moves"][0])).raise_for_status()
        events = [line["event"] for line in (await second.get(f"/api/games/{game}/events")).json()]
        return {0, 1} <= {event["seat"] for event in events if event["type"] == "domino_drafted"}

    await eventually(is_answered)


async def test_a_log_that_is_not_there_is_not_taken_for_healthy() -> None:
    assert not await is_healthy("api", str(reserve_port()))
    with pytest.raises(Unavailable):
        await Connection(parse(f"redis://127.0.0.1:{reserve_port()}")).call("PING")


async def test_the_backup_service_copies_and_reads_back_what_the_log_holds(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    async with machine.log():
        store = EventStore(machine.log_url)
        await store_sample_games(store)
        before = await verify(store)
        for master in await store.servers.masters():  # else it waits five seconds for others who want a copy
            await master.call("CONFIG", "SET", "repl-diskless-sync-delay", 0)
        await store.aclose()
        words = [word.replace("/data", str(tmp_path / "backups")) for word in SERVICES["backup"]["command"]]
        backing_up = Running(words, machine.environment("backup"), tmp_path / "backup.log")
        await backing_up.start()

        async def is_made() -> bool:
            return await _command("sh", "-c", _check_of_backups(tmp_path / "backups")) == 0

        assert not await is_made(), "none is there yet"
        await backing_up.until(is_made)
        assert await backing_up.stop() == 0
    [made] = backups(tmp_path / "backups")
    shutil.copytree(made, tmp_path / "restored")
    async with Embedded(tmp_path / "restored") as server:
        copy = EventStore(server.url)
        after = await verify(copy)
        await copy.aclose()
    assert after.problems == []
    assert after.fingerprint == before.fingerprint


def _check_of_backups(directory: Path) -> str:
    kind, words = SERVICES["backup"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    return str(words).replace("/data", str(directory))


async def _command(*words: str) -> int:
    process = await asyncio.create_subprocess_exec(*words, stderr=asyncio.subprocess.DEVNULL)
    return await process.wait()
