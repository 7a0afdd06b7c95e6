"""Which server program is started, and which data it may open."""

from pathlib import Path

import pytest

from service.local_valkey.binary import Engine, claim, program
from service.local_valkey.server import Embedded
from service.store.errors import CannotStart

VALKEY = Engine("valkey", "9.1.2")


def fake(directory: Path, says: str) -> Path:
    path = directory / "server"
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o700)
    return path


def test_the_packaged_server_is_found() -> None:
    path, engine = program()
    assert path.name == "valkey-server"
    assert engine.flavour == "valkey"


def test_a_named_server_reports_its_flavour(tmp_path: Path) -> None:
    named = fake(tmp_path, "Redis server v=7.4.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    assert program(named) == (named, Engine("redis", "7.4.1"))


@pytest.mark.parametrize(
    ("says", "complaint"), [("Redis server v=6.2.14 sha=0", "at least version 7.0"), ("hello", "not a Valkey or Redis")]
)
def test_a_program_that_is_too_old_or_no_server_is_refused(tmp_path: Path, says: str, complaint: str) -> None:
    with pytest.raises(CannotStart, match=complaint):
        program(fake(tmp_path, says))


def test_a_missing_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="not a Valkey or Redis"):
        program(tmp_path / "nothing")


def test_a_newer_version_of_the_same_engine_takes_over(tmp_path: Path) -> None:
    claim(tmp_path, VALKEY)
    claim(tmp_path, Engine("valkey", "9.10.0"))
    with pytest.raises(CannotStart, match="older"):
        claim(tmp_path, VALKEY)


@pytest.mark.parametrize(
    ("owner", "complaint"),
    [(Engine("redis", "7.2.4"), "Redis 7.2.4.*do not read"), (Engine("valkey", "99.0.0"), "Valkey 99.0.0.*older")],
)
async def test_data_of_another_engine_or_a_newer_version_is_not_opened(
    tmp_path: Path, owner: Engine, complaint: str
) -> None:
    claim(tmp_path, owner)
    with pytest.raises(CannotStart, match=complaint):
        await Embedded(tmp_path).start()
    assert not (tmp_path / "appendonlydir").exists()


@pytest.mark.parametrize("data", ["dump.rdb", "appendonly.aof", "appendonlydir"])
async def test_data_without_a_marker_is_not_opened(tmp_path: Path, data: str) -> None:
    (tmp_path / data).mkdir()
    with pytest.raises(CannotStart, match="did not start"):
        await Embedded(tmp_path).start()


def test_data_with_a_damaged_marker_is_not_opened(tmp_path: Path) -> None:
    claim(tmp_path, VALKEY)
    (tmp_path / "engine.json").write_text("{")
    with pytest.raises(CannotStart, match="cannot be read"):
        claim(tmp_path, VALKEY)
