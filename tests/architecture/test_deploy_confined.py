"""deploy/: containers are held in, images are pinned, the proxy understands its file, upgrades leave nobody waiting."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tests.support.deploy_files import COMPOSE, DEPLOY, ROOT, SERVICES, interpolated
from tests.tools.caddy import caddy

# As the Compose Specification publishes it (https://github.com/compose-spec/compose-spec, Apache License 2.0).
SCHEMA: Any = json.loads((ROOT / "tests" / "fixtures" / "compose_spec.json").read_text())
OURS = ("api", "worker", "backup")


def test_the_compose_file_is_what_the_published_schema_allows() -> None:
    check = jsonschema_rs.validator_for(SCHEMA)
    assert [error.message for error in check.iter_errors(COMPOSE)] == []
    wrong = {**COMPOSE, "services": {"log": {**SERVICES["log"], "mem_limits": "1g"}}}
    assert not check.is_valid(wrong)


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_held_in(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert {"max-size", "max-file"} == set(service["logging"]["options"])


def test_the_log_refuses_before_the_system_kills_it() -> None:
    [command] = [interpolated(word) for word in SERVICES["log"]["command"] if "valkey-server" in word]
    most = int(re.findall(r"--maxmemory (\d+)gb", command)[0])
    assert 2 * most < int(interpolated(SERVICES["log"]["mem_limit"]).rstrip("g")), "it needs twice as much at times"
    assert re.search(r"^maxmemory-policy noeviction$", (DEPLOY / "valkey.conf").read_text(), re.MULTILINE)


def test_the_password_of_the_log_is_in_no_variable_and_no_command() -> None:
    assert COMPOSE["secrets"]["valkey_password"]["file"] == "./secrets/valkey_password"
    for name in OURS:
        assert SERVICES[name]["secrets"] == ["valkey_password"]
        assert SERVICES[name]["environment"]["REDIS_PASSWORD_FILE"] == "/run/secrets/valkey_password"
        assert "@" not in SERVICES[name]["environment"]["REDIS_URL"]
    [command] = [word for word in SERVICES["log"]["command"] if "valkey-server" in word]
    words, _, given = command.partition("<<END\n")
    assert "requirepass" in given
    assert "requirepass" not in words


def test_nothing_starts_without_pinned_images() -> None:
    images = [service["image"] for service in SERVICES.values() if service["image"] != "firstfire"]
    for image in [*images, SERVICES["api"]["build"]["args"]["PYTHON_IMAGE"]]:
        with pytest.raises(ValueError, match="run sh deploy/prepare first"):
            interpolated(image)
    assert not re.search(r"^ARG PYTHON_IMAGE=", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE), "no default"


DOCKER = r"""#!/bin/sh
# In place of Docker: says what it was asked, and keeps its containers as files.
echo "$@" >> "$DIARY"
case "$*" in
    "image inspect"*)
        for image; do :; done
        echo "${image%%:*}@sha256:$(printf %s "$image" | sha256sum | cut -c 1-64)" ;;
    *"ps --quiet api") ls "$CONTAINERS" ;;
    *"--scale api="*)
        wanted=$(echo "$*" | tr ' ' '\n' | grep api= | cut -d= -f2)
        while [ "$(ls "$CONTAINERS" | wc -l)" -lt "$wanted" ]; do
            number=$(cat "$COUNT"); echo $((number + 1)) > "$COUNT"; touch "$CONTAINERS/new$number"
        done ;;
    "exec "*) [ -z "$BROKEN" ] ;;
    "stop "*) rm "$CONTAINERS/$2" ;;
esac
"""


@pytest.fixture
def stand_in(tmp_path: Path) -> dict[str, str]:
    """An environment in which `docker` is a stand-in, and deploy/ a copy."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "docker").write_text(DOCKER)
    (tmp_path / "bin" / "docker").chmod(0o755)
    (tmp_path / "bin" / "sleep").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "sleep").chmod(0o755)
    (tmp_path / "containers").mkdir()
    (tmp_path / "count").write_text("1")
    shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=shutil.ignore_patterns(".env", "secrets"))
    return {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "DIARY": str(tmp_path / "diary"),
        "CONTAINERS": str(tmp_path / "containers"),
        "COUNT": str(tmp_path / "count"),
        "BROKEN": "",
    }


def run(script: Path, environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", script, *words], env=environment, capture_output=True, text=True, check=False)


def test_preparing_makes_a_password_and_pins_the_images_once(tmp_path: Path, stand_in: dict[str, str]) -> None:
    deploy = tmp_path / "deploy"
    assert run(deploy / "prepare", stand_in).returncode == 0
    password = (deploy / "secrets" / "valkey_password").read_text()
    assert re.fullmatch(r"[0-9a-f]{64}", password)
    assert (deploy / "secrets").stat().st_mode & 0o777 == 0o700
    pinned = dict(line.split("=", 1) for line in (deploy / ".env").read_text().splitlines())
    for service in SERVICES.values():
        image = interpolated(service["image"], **pinned)
        assert image == "firstfire" or re.search(r"@sha256:[0-9a-f]{64}$", image)
    assert interpolated(SERVICES["api"]["build"]["args"]["PYTHON_IMAGE"], **pinned).startswith("python@sha256:")
    with (deploy / ".env").open("a") as file:
        file.write("LOG_MAXMEMORY=8gb\n")
    before = (deploy / ".env").read_text()
    diary = Path(stand_in["DIARY"]).read_text()
    assert run(deploy / "prepare", stand_in).returncode == 0
    assert Path(stand_in["DIARY"]).read_text() == diary, "what is pinned stays pinned"
    assert run(deploy / "prepare", stand_in, "new").returncode == 0
    assert (deploy / ".env").read_text() == before
    assert (deploy / "secrets" / "valkey_password").read_text() == password


def test_an_upgrade_replaces_one_process_after_the_other(tmp_path: Path, stand_in: dict[str, str]) -> None:
    for name in ("old1", "old2"):
        (tmp_path / "containers" / name).touch()
    done = run(tmp_path / "deploy" / "upgrade", stand_in)
    assert done.returncode == 0, done.stderr
    diary = Path(stand_in["DIARY"]).read_text().splitlines()
    steps = [line.split("-f compose.yaml ")[-1] for line in diary if "ps --quiet" not in line]
    kinds = [" ".join(step.split()[:2]) for step in steps]
    assert steps[0] == "build api"
    assert steps[1].startswith("run --rm --no-deps backup backup")
    assert steps[2] == "run --rm --no-deps worker verify"
    for number, three in enumerate((kinds[3:7], kinds[7:11]), 1):
        assert three == ["up --detach", f"exec new{number}", f"stop old{number}", f"rm old{number}"]
    assert steps[11:] == ["up --detach --no-deps worker backup"]
    assert {path.name for path in (tmp_path / "containers").iterdir()} == {"new1", "new2"}


def test_an_upgrade_stops_at_a_process_that_does_not_become_ready(tmp_path: Path, stand_in: dict[str, str]) -> None:
    for name in ("old1", "old2"):
        (tmp_path / "containers" / name).touch()
    done = run(tmp_path / "deploy" / "upgrade", {**stand_in, "BROKEN": "yes"})
    assert done.returncode == 1
    assert "does not become ready" in done.stderr
    assert {"old1", "old2"} <= {path.name for path in (tmp_path / "containers").iterdir()}


def test_the_proxy_understands_its_file() -> None:
    done = subprocess.run(
        [caddy(), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    formatted = subprocess.run([caddy(), "fmt", DEPLOY / "Caddyfile"], capture_output=True, text=True, check=False)
    assert formatted.stdout == (DEPLOY / "Caddyfile").read_text()
