"""`backup DIRECTORY`: a copy of everything, accounts too, that is read back before it counts.

A backup is a folder named after its moment, in the form in which a server keeps its data: put its `appendonlydir` into
the place of the server's own, and start. It is checked by starting a private server on it and replaying every log.
"""

import asyncio
import logging
import os
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from service.local_valkey import binary as engine
from service.local_valkey.server import Embedded
from service.ops.verify import Totals, verify
from service.store.client.address import Address
from service.store.client.snapshot import fetch_snapshot, flavour_and_version
from service.store.errors import CannotStart, Unavailable
from service.store.event_store import EventStore

_BASE: Final = "appendonly.aof.1.base.rdb"
_MANIFEST: Final = f"file {_BASE} seq 1 type b\n"
_NAME: Final = re.compile(r"\d{8}T\d{6}Z")
_PARTIAL: Final = ".partial"
_CHECK: Final = ".check"

log = logging.getLogger(__name__)


class Backup(NamedTuple):
    path: Path
    totals: Totals  # what was read back


async def make_backup(address: Address, directory: Path, keep: int | None = None) -> Backup:
    """A new backup in `directory`; then removes the oldest beyond `keep`. Raises Unavailable or CannotStart, and then
    leaves nothing behind."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = directory / datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    partial = path.with_suffix(_PARTIAL)
    for leftover in directory.glob(f"*{_PARTIAL}"):  # of a process that was killed
        shutil.rmtree(leftover)
    partial.mkdir(mode=0o700)
    try:
        await _fetch(address, partial)
        totals = await _read_back(partial)
        partial.rename(path)
    except BaseException:
        shutil.rmtree(partial)
        raise
    if keep is not None:
        _remove_oldest(directory, keep)
    return Backup(path, totals)


async def keep_making(make: Callable[[], Awaitable[object]], hours: float) -> None:
    """Runs until cancelled. A backup that fails is reported, and the next one is tried when it is due."""
    while True:
        try:
            await make()
        except (OSError, Unavailable, CannotStart) as error:
            log.error("no backup was made: %s", error)
        await asyncio.sleep(hours * 3600)


def backups(directory: Path) -> list[Path]:
    """All complete backups, the oldest first."""
    return sorted(path for path in directory.iterdir() if _NAME.fullmatch(path.name))


async def _fetch(address: Address, folder: Path) -> None:
    server = engine.Engine(*await flavour_and_version(address))
    files = folder / "appendonlydir"
    files.mkdir(mode=0o700)
    await fetch_snapshot(address, files / _BASE)
    (files / f"{_BASE.partition('.1')[0]}.manifest").write_text(_MANIFEST)
    (files / _BASE).chmod(0o600)
    engine.mark(folder, server)


async def _read_back(folder: Path) -> Totals:
    async with _server_on_copy(folder) as server:
        store = EventStore(server.url)
        try:
            return await verify(store)
        finally:
            await store.aclose()


@asynccontextmanager
async def _server_on_copy(folder: Path) -> AsyncIterator[Embedded]:
    """A server on a second name of the same file, which no server ever changes: the backup stays as it is."""
    copy = folder / _CHECK
    try:
        (copy / "appendonlydir").mkdir(mode=0o700, parents=True)
        shutil.copy(folder / "engine.json", copy)
        for file in (folder / "appendonlydir").iterdir():
            place = copy / "appendonlydir" / file.name
            os.link(file, place) if file.name == _BASE else shutil.copy(file, place)
        async with Embedded(copy, keep_alive=False) as server:
            yield server
    finally:
        shutil.rmtree(copy)


def _remove_oldest(directory: Path, keep: int) -> None:
    for path in backups(directory)[:-keep]:
        shutil.rmtree(path)
