"""A private server beside us: started with our settings in a data directory, kept alive, and stopped with us."""

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
from service.runtime.shutdown import end
from service.store.address import parse
from service.store.connection import Wire
from service.store.errors import CannotStart, Unavailable

_LONGEST_SOCKET_PATH = 100  # bytes; the systems allow 104 or 108
_LARGEST_LOG = 4_000_000
_POLL = 0.01
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 1.0
_STOP_PATIENCE = 60.0

log = logging.getLogger(__name__)


class Embedded:
    """`async with Embedded(directory) as server:` runs one; `server.url` is where. Or call `start` and `stop`.

    It listens on a socket in the directory (for our user only), or with `port` on that port of 127.0.0.1. If it dies,
    it is started again. The process may be killed at any moment: nothing acknowledged is lost.
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
        """Returns when it answers, however long it takes to read its log; raises CannotStart when it cannot run."""
        self._binary, kind = engine.program(self._binary)
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            await self._locks.take()
        except OSError as error:
            raise CannotStart(f"{self.directory} cannot be used as data directory: {error.strerror}.") from error
        try:
            engine.claim(self.directory, kind)
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
            await end(self._process, "log's server", _STOP_PATIENCE)  # even killed, it loses nothing acknowledged
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
        where = parse(self.url)
        listen = ["--port", str(self._port)] if where.path is None else ["--port", "0", "--unixsocket", where.path]
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
                start_new_session=True,  # Ctrl-C in a terminal goes to us, and we stop it when we are done
            )
            begun = output.tell()
            await self._answering(self._process, begun)

    async def _answering(self, process: asyncio.subprocess.Process, begun: int) -> None:
        ended = asyncio.create_task(process.wait())
        wire = Wire(parse(self.url))
        try:
            while not await _answers(wire, process.pid):
                if (await asyncio.wait([ended], timeout=_POLL))[0]:
                    raise CannotStart(f"The server did not start. {self._last_words(begun)}")
        finally:
            ended.cancel()
            await wire.aclose()

    def _last_words(self, begun: int) -> str:
        said = self._log_file.read_bytes()[begun:].decode(errors="replace").strip().splitlines()
        return "\n".join([f"Its log, {self._log_file}, ends with:", *said[-5:]])

    async def _keep_alive(self) -> None:
        """Under `appendfsync always` a server whose disk is full ends itself: try until there is room again."""
        pause, loop = _FIRST_PAUSE, asyncio.get_running_loop()
        while True:
            since = loop.time()
            assert self._process is not None
            code = await self._process.wait()
            lived = loop.time() - since
            pause = _FIRST_PAUSE if lived > pause else min(2 * pause, _LONGEST_PAUSE)
            log.error("the log's server ended (code %s); starting it again in %.1f s", code, pause)
            await asyncio.sleep(pause)
            try:
                await self._launch()
            except (CannotStart, OSError) as trouble:
                log.error("%s", trouble)


async def _answers(wire: Wire, pid: int) -> bool:
    """Whether that very process is ready: on a busy port another server may answer."""
    try:
        about: bytes = await wire.call("INFO", "server")
        await wire.call("PING")
    except Unavailable:
        return False
    return f"process_id:{pid}\r\n".encode() in about
