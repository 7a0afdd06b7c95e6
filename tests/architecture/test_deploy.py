"""deploy/: what its files and the manual say is true."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import AsyncTestClient
from packaging.specifiers import SpecifierSet

from service.__main__ import PARTS
from service.app import create_app
from service.local_valkey.server import Embedded
from service.ops.commands import COMMANDS
from service.runtime.settings import Settings
from tests.support.deploy_files import COMPOSE, DEPLOY, ROOT, SERVICES, arguments, image_environment, instructions

PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text())
MANUAL = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


# The image


def test_the_image_installs_what_the_project_says(tmp_path: Path) -> None:
    installs = re.findall(r"pip (?:install|wheel) (.*?)(?: &&|$)", "\n".join(arguments("RUN")), re.MULTILINE)
    assert len(installs) == 4
    assert all("--require-hashes" in words or "--no-deps" in words for words in installs), "from the lock files only"
    copied = {source for line in arguments("COPY") if "--from" not in line for source in line.split()[:-1]}
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
    stages = arguments("FROM")
    assert len(stages) == 2
    assert all(stage.startswith("${PYTHON_IMAGE}") for stage in stages)
    [version] = re.findall(r"PYTHON_IMAGE python:([\d.]+)-slim$", (DEPLOY / "prepare").read_text(), re.MULTILINE)
    assert version in SpecifierSet(PROJECT["project"]["requires-python"])
    order = [word for word, _ in instructions()]
    assert arguments("USER") == ["10001"]
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert arguments("EXPOSE") == [str(Settings().port)]
    environment = image_environment()
    assert environment["PORT"] == arguments("EXPOSE")[0]
    assert environment["HOST"] == "0.0.0.0"
    assert json.loads(arguments("ENTRYPOINT")[0]) == ["python", "-m", "service"]
    assert json.loads(arguments("CMD")[0])[0] in PARTS


def test_the_image_has_a_place_of_its_own_to_write_to() -> None:
    [made] = [run for run in arguments("RUN") if "useradd" in run]
    data = image_environment()["DATA"]
    assert f"--uid {arguments('USER')[0]} " in made
    assert made.endswith(f" && install --directory --owner={arguments('USER')[0]} {data}")
    assert Path(image_environment()["NUMBA_CACHE_DIR"]).parent == Path(data)


# What stands in compose.yaml


def test_the_configuration_of_the_log_is_the_one_that_everything_runs_on() -> None:
    assert (DEPLOY / "valkey.conf").resolve() == ROOT / "service" / "local_valkey" / "valkey.conf"
    mounted = dict(volume.split(":")[:2] for volume in SERVICES["log"]["volumes"])
    [command] = [word for word in SERVICES["log"]["command"] if "valkey-server" in word]
    assert f"$(cat {mounted['./valkey.conf']})" in command
    settings = (DEPLOY / "valkey.conf").read_text()
    assert re.search(r"^appendonly yes$", settings, re.MULTILINE)
    assert re.search(r"^appendfsync always$", settings, re.MULTILINE)
    assert "append" not in command, "nothing takes it back on the command line"


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
    settings = {field.upper() for field in Settings.__struct_fields__} | {"FORWARDED_ALLOW_IPS"}
    assert set(SERVICES[name]["environment"]) <= settings
    assert SERVICES[name]["command"][0] in PARTS


# The manual


def test_the_table_of_settings_is_complete_and_right() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+) \|", MANUAL, re.MULTILINE))
    defaults = {field.name.upper(): field.default for field in msgspec.structs.fields(Settings)}
    assert rows == {name: "none" if default is None else str(default) for name, default in defaults.items()}


def test_every_command_is_in_the_manual() -> None:
    named = re.findall(r"^\| `([a-z]+)[ `]", MANUAL, re.MULTILINE)
    assert {*PARTS, *COMMANDS} <= set(named)


def test_a_setting_that_cannot_be_is_refused_by_name(tmp_path: Path) -> None:
    for variable, value in (("LOG_LEVEL", "LOUD"), ("LOG_FORMAT", "xml"), ("METRICS_PORT", "x"), ("LOG_REQUESTS", "?")):
        environment = {**os.environ, "DATA": str(tmp_path), variable: value}
        done = subprocess.run(
            [sys.executable, "-m", "service", "verify"], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert variable.lower() in done.stderr
        assert "Traceback" not in done.stderr
