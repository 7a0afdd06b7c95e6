"""A private Valkey server: started in a data directory, restarted when it dies, stopped with its owner."""

import asyncio
import logging
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.resources import as_file, files
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

from service.local_valkey import binary as engine
from service.local_valkey.data_lock import Locks
from service.runtime.shutdown import stop_process
from service.store.client.address import parse
from service.store.client.connection import Connection
from service.store.errors import CannotStart, Unavailable

_PRIVATE = 0o700  # the mode of the data directory
_LONGEST_SOCKET_PATH = 100  # bytes; operating systems allow 104 or 108
_LARGEST_LOG = 4_000_000  # bytes of the server's own log file
_POLL = 0.01  # seconds, as all below
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 1.0
_STOP_PATIENCE = 60.0

log = logging.getLogger(__name__)


class Embedded:
    """A server in `directory`, at `server.url`: `async with Embedded(directory) as server:`, or `start` and `stop`.

    It listens on a Unix socket that only our user can open, or, with `port`, on that port of 127.0.0.1. If it dies, it
    is started again. Either process can be killed at any moment without losing an acknowledged write.
    """

    def __init__(
        self,
        directory: Path,
        *,
        port: int | None = None,
        binary: Path | None = None,
        options: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        keep_alive: bool = True,
    ) -> None:
        self.directory = directory.resolve()
        self._port = port
        self._binary = binary
        self._options = options
        self._environment = {**os.environ, **(environment or {})}
        self._keeps_alive = keep_alive
        self._locks = Locks(self.directory)
        self._log_file = self.directory / "server.log"
        self._socket_directory: tempfile.TemporaryDirectory[str] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self.url = ""

    @property
    def pid(self) -> int:
        if self._process is None:
            raise ValueError("the server has not been started")
        return self._process.pid

    async def start(self) -> None:
        """Returns when the server responds, however long it loads its data; raises CannotStart if it cannot run."""
        self._binary, server = engine.program(self._binary)
        try:
            self.directory.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
            self.directory.chmod(_PRIVATE)  # it may be older than this rule
            await self._locks.take()
        except OSError as error:
            raise CannotStart(f"{self.directory} cannot be used as data directory: {error.strerror}.") from error
        try:
            engine.claim(self.directory, server)
            self.url = self._address()
            self._locks.remember(self.url)
            await self._launch()
        except BaseException:
            await self.stop()
            raise
        if self._keeps_alive:
            self._watcher = asyncio.create_task(self._keep_alive())

    async def stop(self) -> None:
        if self._watcher is not None:
            self._watcher.cancel()
            with suppress(asyncio.CancelledError):
                await self._watcher
            self._watcher = None
        if self._process is not None:
            # Killing it would be safe too: every acknowledged write is on disk.
            await stop_process(self._process, "Valkey server", _STOP_PATIENCE)
        if self._socket_directory is not None:
            self._socket_directory.cleanup()
            self._socket_directory = None
        self._locks.release()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def _address(self) -> str:
        if self._port is not None:
            return f"redis://127.0.0.1:{self._port}"
        socket = self.directory / "server.sock"
        if len(os.fsencode(socket)) > _LONGEST_SOCKET_PATH:
            self._socket_directory = tempfile.TemporaryDirectory(prefix="firstfire-")  # mode 700
            socket = Path(self._socket_directory.name, "server.sock")
        return f"unix://{quote(str(socket))}"

    async def _launch(self) -> None:
        if self._log_file.exists() and self._log_file.stat().st_size > _LARGEST_LOG:
            self._log_file.replace(self._log_file.with_suffix(".log.1"))
        address = parse(self.url)
        listen = ["--port", str(self._port)] if address.path is None else ["--port", "0", "--unixsocket", address.path]
        assert self._binary is not None
        assert self._locks.server is not None
        with (
            as_file(files("service.local_valkey").joinpath("valkey.conf")) as settings,
            self._log_file.open("ab") as output,
        ):
            self._process = await asyncio.create_subprocess_exec(
                self._binary,
                settings,
                *listen,
                *("--dir", str(self.directory), "--logfile", "", "--daemonize", "no"),
                *self._options,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self._environment,
                pass_fds=[self._locks.server],
                umask=0o077,  # deals, invites and hashes of passwords are nobody else's
                start_new_session=True,  # Ctrl-C in a terminal reaches only us, and we stop the server last
            )
            await self._until_ready(self._process, output.tell())

    async def _until_ready(self, process: asyncio.subprocess.Process, log_start: int) -> None:
        """Wait until the server responds; if it exits, raises CannotStart with its output from byte `log_start` on."""
        ended = asyncio.create_task(process.wait())
        wire = Connection(parse(self.url))
        try:
            while not await _is_ready(wire, process.pid):
                if (await asyncio.wait([ended], timeout=_POLL))[0]:
                    raise CannotStart(f"The server did not start. {self._end_of_log(log_start)}")
        finally:
            ended.cancel()
            await wire.aclose()

    def _end_of_log(self, log_start: int) -> str:
        lines = self._log_file.read_bytes()[log_start:].decode(errors="replace").strip().splitlines()
        return "\n".join([f"Its log, {self._log_file}, ends with:", *lines[-5:]])

    async def _keep_alive(self) -> None:
        """Restart the server whenever it exits. On a full disk it exits again and again, until there is room."""
        pause, loop = _FIRST_PAUSE, asyncio.get_running_loop()
        while True:
            started = loop.time()
            assert self._process is not None
            code = await self._process.wait()
            uptime = loop.time() - started
            pause = _FIRST_PAUSE if uptime > pause else min(2 * pause, _LONGEST_PAUSE)
            log.error("the Valkey server exited (code %s); restarting it in %.1f s", code, pause)
            await asyncio.sleep(pause)
            try:
                await self._launch()
            except (CannotStart, OSError) as error:
                log.error("%s", error)


async def _is_ready(wire: Connection, pid: int) -> bool:
    """Whether this very process responds: on a busy port another server may."""
    try:
        info: bytes = await wire.call("INFO", "server")
        await wire.call("PING")
    except Unavailable:
        return False
    return f"process_id:{pid}\r\n".encode() in info
