"""deploy/: what its files say is true, and each service's command runs with those settings, here without containers."""

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import yaml
from litestar.testing import AsyncTestClient
from packaging.specifiers import SpecifierSet

from service.__main__ import COMMANDS
from service.app import create_app
from service.local_valkey import binary as engine
from service.local_valkey.server import Embedded
from service.ops.verify import verify
from service.runtime.settings import Settings
from service.store.client.address import parse
from service.store.client.connection import Connection
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.ports import reserve_port
from tests.support.servers import eventually
from tests.support.stack import Running
from tests.support.stored_logs import store_sample_games

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: Any = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: Any = COMPOSE["services"]
PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text())
MANUAL = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile, instruction by instruction."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Dockerfile").read_text())
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def said(word: str) -> list[str]:
    return [rest for found, rest in instructions() if found == word]


def image_environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for line in said("ENV")[1:] for pair in line.split())


# The image


def test_the_image_installs_what_the_project_says(tmp_path: Path) -> None:
    installs = re.findall(r"pip (?:install|wheel) (.*?)(?: &&|$)", "\n".join(said("RUN")), re.MULTILINE)
    assert len(installs) == 4
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs), "from the lock files only"
    copied = {source for line in said("COPY") if "--from" not in line for source in line.split()[:-1]}
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert copied == {"pyproject.toml", "README.md", "requirements", *packages}
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert ignored[0] == "*"
    assert {line[1:] for line in ignored if line.startswith("!")} == copied
    for name in copied:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    code = "import service.__main__ as it; print(it.__file__)"  # reads the data files of all packages
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(str(tmp_path))


def test_the_image_is_small_has_stages_and_does_not_run_as_root() -> None:
    stages = said("FROM")
    assert len(stages) == 2
    assert all("-slim" in stage for stage in stages)
    versions = SpecifierSet(PROJECT["project"]["requires-python"])
    assert all(re.findall(r"python:([\d.]+)", stage)[0] in versions for stage in stages)
    order = [word for word, _ in instructions()]
    assert said("USER") == ["10001"]
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert said("EXPOSE") == [str(Settings().port)]
    environment = image_environment()
    assert environment["PORT"] == said("EXPOSE")[0]
    assert environment["HOST"] == "0.0.0.0"
    assert json.loads(said("ENTRYPOINT")[0]) == ["python", "-m", "service"]
    assert json.loads(said("CMD")[0])[0] in COMMANDS


def test_the_image_has_a_place_of_its_own_to_write_to() -> None:
    [made] = [run for run in said("RUN") if "useradd" in run]
    data = image_environment()["DATA"]
    assert f"--uid {said('USER')[0]} " in made
    assert made.endswith(f" && install --directory --owner={said('USER')[0]} {data}")
    assert Path(image_environment()["NUMBA_CACHE_DIR"]).parent == Path(data)


# What stands in compose.yaml


def test_the_configuration_of_the_log_is_the_one_that_everything_runs_on() -> None:
    assert (DEPLOY / "valkey.conf").resolve() == ROOT / "service" / "local_valkey" / "valkey.conf"
    mounted = dict(volume.split(":")[:2] for volume in SERVICES["log"]["volumes"])
    assert mounted["./valkey.conf"] in SERVICES["log"]["command"]
    settings = (DEPLOY / "valkey.conf").read_text()
    assert re.search(r"^appendonly yes$", settings, re.MULTILINE)
    assert re.search(r"^appendfsync always$", settings, re.MULTILINE)
    assert "append" not in SERVICES["log"]["command"], "nothing takes it back on the command line"


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"]
    assert SERVICES["log"]["networks"] == SERVICES["worker"]["networks"] == ["inside"]
    assert SERVICES["proxy"]["networks"] == ["outside"]
    caddy = (DEPLOY / "Caddyfile").read_text()
    assert f"port {SERVICES['api']['environment']['PORT']}" in caddy
    assert "name api" in caddy


def test_what_a_worker_has_compiled_and_saved_outlives_its_container() -> None:
    volumes = dict(reversed(volume.split(":")) for volume in SERVICES["worker"]["volumes"])
    assert volumes[image_environment()["DATA"]] in COMPOSE["volumes"]


async def test_what_is_for_operators_does_not_pass_the_proxy_however_it_is_written(tmp_path: Path) -> None:
    patterns: list[str] = re.findall(r"@inside path (.*)", (DEPLOY / "Caddyfile").read_text())[0].split()
    async with (
        Embedded(tmp_path) as server,
        AsyncTestClient(create_app(Settings(redis_url=server.url))) as client,
    ):
        for address in ("/metrics", "/metrics/", "/metrics//", "/health/ready", "/health/ready/"):
            assert (await client.get(address)).is_success, "the API takes them all for the same"
            one_slash = re.sub("/+", "/", address)  # as Caddy compares them
            assert any(fnmatchcase(one_slash, pattern) for pattern in patterns), address


def test_every_service_has_the_time_it_needs_to_stop() -> None:
    from service.local_valkey import server
    from service.process import api_server, supervisor

    assert int(SERVICES["api"]["stop_grace_period"].rstrip("s")) > api_server._PATIENCE
    assert int(SERVICES["worker"]["stop_grace_period"].rstrip("s")) > supervisor._STOP_PATIENCE
    assert int(SERVICES["log"]["stop_grace_period"].rstrip("s")) > server._STOP_PATIENCE
    assert all(service["restart"] == "unless-stopped" for service in SERVICES.values())


@pytest.mark.parametrize("name", ["api", "worker"])
def test_every_variable_is_a_setting(name: str) -> None:
    known = {field.upper() for field in Settings.__struct_fields__} | {"FORWARDED_ALLOW_IPS"}
    assert set(SERVICES[name]["environment"]) <= known
    assert SERVICES[name]["command"][0] in COMMANDS


# Running it


class Here:
    """The machine in place of the containers' network: other ports, other directories, the same commands."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.log_port = reserve_port()

    def environment(self, name: str) -> dict[str, str]:
        given: dict[str, str] = {key: str(value) for key, value in SERVICES[name]["environment"].items()}
        given["REDIS_URL"] = given["REDIS_URL"].replace("log:6379", f"127.0.0.1:{self.log_port}")
        for variable in ("PORT", "METRICS_PORT"):
            if variable in given:
                given[variable] = str(reserve_port())
        return {key: value.replace("0.0.0.0", "127.0.0.1") for key, value in given.items()}

    @asynccontextmanager
    async def log(self) -> AsyncIterator[None]:
        data = self.directory / "log"
        data.mkdir()
        mounts = {"/data": str(data), "6379": str(self.log_port), "0.0.0.0": "127.0.0.1"}
        for source, target in (volume.split(":")[:2] for volume in SERVICES["log"]["volumes"]):
            mounts.setdefault(target, str(DEPLOY / source))
        program, *words = shlex.split(SERVICES["log"]["command"])
        assert program == "valkey-server"
        words = [mounts.get(word, word) for word in words]
        process = await asyncio.create_subprocess_exec(engine.program()[0], *words, stdout=asyncio.subprocess.DEVNULL)
        wire = Connection(parse(f"redis://127.0.0.1:{self.log_port}"))

        async def answers() -> bool:
            return bool((await wire.call("CONFIG", "GET", "appendfsync"))[1] == b"always")

        try:
            await eventually(answers)
            yield
        finally:
            await wire.aclose()
            process.terminate()
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
        words = json.loads(said("HEALTHCHECK")[0].partition("CMD ")[2])
    assert words[0] == "python"
    return [sys.executable, *(re.sub(r"127\.0\.0\.1:\d+", f"127.0.0.1:{port}", word) for word in words[1:])]


async def is_healthy(name: str, port: str) -> bool:
    process = await asyncio.create_subprocess_exec(*healthcheck(name, port), stderr=asyncio.subprocess.DEVNULL)
    return await process.wait() == 0


async def test_every_service_runs_with_its_settings_and_a_move_goes_through_all_of_them(tmp_path: Path) -> None:
    here = Here(tmp_path)
    async with AsyncExitStack() as running:
        await running.enter_async_context(here.log())
        replicas = range(SERVICES["api"]["deploy"]["replicas"])
        apis = [await running.enter_async_context(here.part("api", number)) for number in replicas]
        worker, its = await running.enter_async_context(here.part("worker"))
        assert len(apis) > 1
        clients = [
            await running.enter_async_context(httpx.AsyncClient(base_url=f"http://127.0.0.1:{given['PORT']}"))
            for _, given in apis
        ]
        for (api, _), client in zip(apis, clients, strict=True):
            await api.until(lambda client=client: _is_ready(client))  # type: ignore[misc]
        await _play_a_move(*clients[:2])
        assert await is_healthy("api", apis[0][1]["PORT"])
        await eventually(lambda: is_healthy("worker", its["METRICS_PORT"]))
        async with httpx.AsyncClient() as scraper:
            counts = (await scraper.get(f"http://127.0.0.1:{its['METRICS_PORT']}/metrics")).text
        assert re.search(r'firstfire_commands_total\{by="bot",outcome="appended"\} [1-9]', counts)
        for line in f"{apis[0][0].said}{worker.said}".splitlines():
            assert msgspec.json.decode(line)["time"], "LOG_FORMAT: json"


async def _is_ready(client: httpx.AsyncClient) -> bool:
    return (await client.get("/health/ready")).status_code == httpx.codes.OK


async def _play_a_move(one: httpx.AsyncClient, other: httpx.AsyncClient) -> None:
    token = (await one.post("/api/guests", json={})).json()["token"]
    one.headers["authorization"] = f"Bearer {token}"
    new = {"rules": {"game": "kingdomino", "seats": 2}, "seats": [{"bot": "pebble"}]}
    game = (await one.post("/api/games", json=new)).json()["id"]

    async def is_answered() -> bool:
        """By the bot, as the other replica sees it. Both have two chiefs, so it may be my turn more than once."""
        choices = (await one.get(f"/api/games/{game}/moves")).json()
        if choices["seat"] == 0:
            (await one.post(f"/api/games/{game}/moves", json=choices["moves"][0])).raise_for_status()
        events = [line["event"] for line in (await other.get(f"/api/games/{game}/events")).json()]
        return {0, 1} <= {event["seat"] for event in events if event["type"] == "domino_drafted"}

    await eventually(is_answered)


async def test_a_log_that_is_not_there_is_not_taken_for_healthy() -> None:
    assert not await is_healthy("api", str(reserve_port()))
    with pytest.raises(Unavailable):
        await Connection(parse(f"redis://127.0.0.1:{reserve_port()}")).call("PING")


# Backup


async def test_a_backup_made_as_the_page_says_can_be_started_and_folded(tmp_path: Path) -> None:
    page = (DEPLOY / "README.md").read_text(encoding="utf-8")
    steps = [
        shlex.split(words) for words in re.findall(r"^cli ((?:CONFIG|BGREWRITEAOF).*?)\s*(?:#.*)?$", page, re.MULTILINE)
    ]
    marker: str = re.findall(r"^echo '(.*?)' > check/engine.json", page, re.MULTILINE)[0]
    off, rewrite, on = steps
    here = Here(tmp_path)
    async with here.log():
        store = EventStore(f"redis://127.0.0.1:{here.log_port}")
        await store_sample_games(store)
        before = await verify(store)
        await store.servers.call("", *off)
        await store.servers.call("", *rewrite)

        async def is_rewritten() -> bool:
            return b"aof_rewrite_in_progress:0" in await store.servers.call("", "INFO", "persistence")

        await eventually(is_rewritten)
        shutil.copytree(tmp_path / "log" / "appendonlydir", tmp_path / "check" / "appendonlydir")
        await store.servers.call("", *on)
        assert (await store.servers.call("", "CONFIG", "GET", on[2]))[1].decode() == on[3]
        await store.append("too late", 0, [b"x"])
        await store.aclose()
    (tmp_path / "check" / "engine.json").write_text(marker)
    async with Embedded(tmp_path / "check") as server:
        copy = EventStore(server.url)
        after = await verify(copy)
        await copy.aclose()
    assert after.problems == []
    assert after.fingerprint == before.fingerprint


# The manual


def test_the_table_of_settings_is_complete_and_right() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (\S+) \|", MANUAL, re.MULTILINE))
    told = {field.name.upper(): field.default for field in msgspec.structs.fields(Settings)}
    assert rows == {name: "none" if default is None else str(default) for name, default in told.items()}


def test_every_command_is_in_the_manual() -> None:
    named = re.findall(r"^\| `([a-z]+)[ `]", MANUAL, re.MULTILINE)
    assert set(COMMANDS) <= set(named)


def test_a_setting_that_cannot_be_is_refused_by_name(tmp_path: Path) -> None:
    for variable, value in (("LOG_LEVEL", "LOUD"), ("LOG_FORMAT", "xml"), ("METRICS_PORT", "x"), ("LOG_REQUESTS", "?")):
        environment = {**os.environ, "DATA": str(tmp_path), variable: value}
        done = subprocess.run(
            [sys.executable, "-m", "service", "verify"], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert variable.lower() in done.stderr
        assert "Traceback" not in done.stderr
