"""At most one server per data directory, even after a crash.

There are two file locks, which the operating system releases when their holder dies. The keeper, which is the process
that starts the server, holds the first. The server process inherits the second: if the keeper is killed and the server
survives it, the next keeper finds that lock taken and stops the orphaned server before it starts its own.
"""

import asyncio
import fcntl
import logging
import os
from contextlib import suppress
from pathlib import Path

from service.store.client.address import parse
from service.store.client.connection import Connection
from service.store.errors import CannotStart, ErrorReply, Unavailable

_POLL = 0.05  # seconds
_SERVER_LOCK = "server.lock"

log = logging.getLogger(__name__)


class Locks:
    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._keeper: int | None = None
        self.server: int | None = None  # file descriptor that the server process inherits

    async def take(self) -> None:
        """Take both locks, stopping a server that a dead keeper left; raises CannotStart if another keeper runs."""
        self._keeper = os.open(self._directory / "keeper.lock", os.O_RDWR | os.O_CREAT, 0o600)
        if not _locked(self._keeper):
            pid = _note(self._keeper)
            self.release()
            raise CannotStart(f"{self._directory} is in use by another copy of Firstfire (process {pid or 'unknown'}).")
        _write_note(self._keeper, str(os.getpid()))
        self.server = os.open(self._directory / _SERVER_LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        if not _locked(self.server):
            log.warning("stopping a server that was left running in %s", self._directory)
            while not _locked(self.server):
                await _shut_down(_note(self.server), self._directory)
                await asyncio.sleep(_POLL)

    def remember(self, url: str) -> None:
        """Write down where the server listens, for the next keeper in case this one dies."""
        assert self.server is not None
        _write_note(self.server, url)

    def release(self) -> None:
        for descriptor in (self.server, self._keeper):
            if descriptor is not None:
                os.close(descriptor)
        self.server = self._keeper = None


async def running_server(directory: Path) -> str | None:
    """The URL of the server that runs on a data directory, if any; its lock file holds it."""
    lock = directory / _SERVER_LOCK
    url = lock.read_text() if lock.exists() else ""
    if not url:
        return None
    wire = Connection(parse(url))
    try:
        return url if await _serves(wire, directory.resolve()) else None
    except (Unavailable, ErrorReply):
        return None
    finally:
        await wire.aclose()


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _note(descriptor: int) -> str:
    return os.pread(descriptor, 1000, 0).decode()


def _write_note(descriptor: int, text: str) -> None:
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, text.encode(), 0)


async def _shut_down(url: str, directory: Path) -> None:
    """Stop the server at `url` if it serves `directory`: its port may belong to another server by now."""
    if not url:
        return
    wire = Connection(parse(url))
    with suppress(Unavailable, ErrorReply):
        if await _serves(wire, directory):
            await wire.call("SHUTDOWN")
    await wire.aclose()


async def _serves(wire: Connection, directory: Path) -> bool:
    """Whether the data directory of the connected server is `directory`."""
    _, served = await wire.call("CONFIG", "GET", "dir")
    return bool(served == os.fsencode(directory))
