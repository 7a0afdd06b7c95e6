"""Backups: made while everything runs, read back before they count, and started again."""

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest

from service.local_valkey.server import Embedded
from service.ops.backup import _read_back, backups, make_backup
from service.ops.verify import verify
from service.store.client.address import parse
from service.store.errors import CannotStart, Unavailable
from service.store.event_store import EventStore
from tests.support.api_persons import sign_in, signed_up
from tests.support.api_play import fine
from tests.support.api_server import calling, unlimited
from tests.support.ports import reserve_port
from tests.support.stored_logs import store_sample_games


async def test_a_backup_holds_games_and_accounts_and_can_be_started(
    own_server: Embedded, own_store: EventStore, tmp_path: Path
) -> None:
    await store_sample_games(own_store)
    async with calling(unlimited(own_server.url)) as client:
        await signed_up(client, "Oona")
    made = await make_backup(parse(own_server.url), tmp_path / "backups")
    await own_store.append("too-late", 0, [b"x"])
    assert made.totals.problems == []
    assert made.totals.fingerprint != (await verify(own_store)).fingerprint
    assert {path.name for path in made.path.iterdir()} == {"appendonlydir", "engine.json"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in [made.path, *made.path.glob("appendonlydir/*.rdb")])
    shutil.copytree(made.path, tmp_path / "restored")
    async with Embedded(tmp_path / "restored") as server:
        restored = EventStore(server.url)
        assert (await verify(restored)).fingerprint == made.totals.fingerprint
        assert await restored.version("too-late") == 0
        await restored.aclose()
        async with calling(unlimited(server.url)) as client:
            assert fine(await sign_in(client, "Oona"))["name"] == "Oona"


async def test_a_backup_goes_over_the_network_with_a_password_and_while_games_go_on(tmp_path: Path) -> None:
    options = ["--requirepass", "a secret", "--repl-diskless-sync-delay", "0"]
    server = Embedded(tmp_path / "data", port=reserve_port(), options=options)
    server._address = lambda: f"redis://:a%20secret@127.0.0.1:{server._port}"  # type: ignore[method-assign]
    async with server:
        store = EventStore(server.url)
        await store.prepare()
        await store_sample_games(store)
        writing = asyncio.create_task(_write_on(store))
        made = await make_backup(parse(server.url), tmp_path / "backups")
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        assert made.totals.logs >= 16
        wrong = parse(server.url.replace("a%20secret", "another"))
        with pytest.raises(Unavailable):
            await make_backup(wrong, tmp_path / "backups")
        await store.aclose()
    assert backups(tmp_path / "backups") == [made.path]


async def _write_on(store: EventStore) -> None:
    version = 0
    while True:
        version = (await store.append("meanwhile", version, [b"x"])).last


async def test_only_the_newest_are_kept_and_leftovers_are_removed(
    own_server: Embedded, own_store: EventStore, tmp_path: Path
) -> None:
    place = tmp_path / "backups"
    for name in ("20250101T000000Z", "20250102T000000Z", "20250103T000000Z.partial", "my notes"):
        (place / name).mkdir(parents=True)
    made = await make_backup(parse(own_server.url), place, keep=2)
    assert {path.name for path in place.iterdir()} == {"20250102T000000Z", "my notes", made.path.name}


async def test_without_a_server_no_backup_is_left(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        await make_backup(parse(f"redis://127.0.0.1:{reserve_port()}"), tmp_path / "backups")
    assert list((tmp_path / "backups").iterdir()) == []


async def test_a_copy_that_cannot_be_read_is_no_backup(
    own_server: Embedded, own_store: EventStore, tmp_path: Path
) -> None:
    await store_sample_games(own_store)
    made = await make_backup(parse(own_server.url), tmp_path)
    base = next(made.path.glob("appendonlydir/*.rdb"))
    os.truncate(base, base.stat().st_size // 2)
    with pytest.raises(CannotStart):
        await _read_back(made.path)


async def test_the_command_says_what_it_has_read_back(
    own_server: Embedded, own_store: EventStore, tmp_path: Path
) -> None:
    await store_sample_games(own_store)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "service", "backup", str(tmp_path / "backups"), "--keep", "3"),
        env={**os.environ, "REDIS_URL": own_server.url},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await process.communicate()
    assert process.returncode == 0
    [path] = backups(tmp_path / "backups")
    assert said.decode().startswith(f"{path}: read back, ")
    assert "no problems" in said.decode()
