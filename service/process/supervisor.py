"""`make run`: a private Valkey server, the API and a worker on one machine, started and stopped together.

The API and the worker are child processes, restarted when they die. They stop on a signal, and also when the
supervisor is killed and cannot signal them: their standard input is a pipe that closes with it. The Valkey server
survives that, and is stopped by the next supervisor that starts on its data directory.
"""

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import httpx

from service.local_valkey.server import Embedded
from service.process.mail_catcher import MailCatcher
from service.runtime.settings import Settings
from service.runtime.shutdown import TETHER, stop_process, until_stopped
from service.store.errors import CannotStart, Unavailable
from service.store.event_store import EventStore
from service.worker.readiness import is_ready

_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0  # seconds, as all below
_STOP_PATIENCE: Final = 15.0  # longer than the API waits for clients that do not read their responses
_POLL: Final = 0.05
_CATCH: Final = "catch"

log = logging.getLogger(__name__)


def start(settings: Settings) -> int:
    """The command `run`."""
    return asyncio.run(run(settings))


async def run(settings: Settings) -> int:
    """Run everything until Ctrl-C; returns the exit code."""
    check_port(settings)
    return await until_stopped(_run_all(settings))


def check_port(settings: Settings) -> None:
    """Raises CannotStart if the port is busy: at once, rather than from a child process that fails to start."""
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            if not settings.port:
                raise OverflowError("it must be 1 to 65535")
            probe.bind((settings.host, settings.port))
        except (OSError, OverflowError) as error:
            raise CannotStart(
                f"Port {settings.port} on {settings.host} cannot be used "
                f"({getattr(error, 'strerror', None) or error}). "
                f"Stop the program that uses it, or choose another port: make run PORT=8001"
            ) from error


async def _run_all(settings: Settings) -> None:
    if settings.redis_url is not None:
        await _run_parts(settings, settings.redis_url)
    else:
        async with Embedded(settings.data) as server:
            await _run_parts(settings, server.url)


async def _run_parts(settings: Settings, url: str) -> None:
    if settings.mail != _CATCH:
        await _run_children(settings, url, {})
        return
    if settings.smtp_url is not None:
        raise CannotStart("MAIL=catch takes the place of a mail server: leave out SMTP_URL")
    async with MailCatcher(settings.mail_port) as catcher:
        print(f"Mails are shown at {catcher.address} and go nowhere else", flush=True)
        await _run_children(settings, url, {"SMTP_URL": f"smtp+insecure://127.0.0.1:{catcher.smtp_port}"})


async def _run_children(settings: Settings, url: str, more: Mapping[str, str]) -> None:
    environment = {**os.environ, "REDIS_URL": url, TETHER: "stdin", **more}
    api, worker = Part("api", environment), Part("worker", environment)
    running = [asyncio.create_task(part.run()) for part in (api, worker)]
    try:
        await asyncio.gather(_api_ready(settings), _worker_ready(worker, url, settings.replicas))
        print(f"Firstfire is ready: {_address(settings)}  (Ctrl-C stops it)", flush=True)
        await asyncio.wait(running)  # until cancelled; not `gather`, which would cancel them twice
    finally:
        print("Stopping …", flush=True)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class Part:
    """A child process, restarted when it dies, and stopped when `run` is cancelled."""

    def __init__(self, name: str, environment: dict[str, str]) -> None:
        self._name = name
        self._environment = environment
        self.pid: int | None = None

    async def run(self) -> None:
        pause, loop = _FIRST_PAUSE, asyncio.get_running_loop()
        while True:
            started = loop.time()
            code = await self._run_once()
            pause = _FIRST_PAUSE if loop.time() - started > _LONGEST_PAUSE else min(2 * pause, _LONGEST_PAUSE)
            log.error("the %s exited (code %s); restarting it in %.1f s", self._name, code, pause)
            await asyncio.sleep(pause)

    async def _run_once(self) -> int:
        # In its own session, so that Ctrl-C in the terminal reaches only the supervisor, which stops the parts.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "service", self._name),
            env=self._environment,
            stdin=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        self.pid = process.pid
        log.info("the %s is process %s", self._name, process.pid)
        try:
            return await process.wait()
        finally:
            await stop_process(process, self._name, _STOP_PATIENCE)


def _address(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


async def _api_ready(settings: Settings) -> None:
    async with httpx.AsyncClient(base_url=_address(settings)) as client:
        while True:
            with suppress(httpx.HTTPError):
                if (await client.get("/health/ready")).status_code == httpx.codes.OK:
                    return
            await asyncio.sleep(_POLL)


async def _worker_ready(worker: Part, url: str, replicas: int) -> None:
    store = EventStore(url, replicas)
    try:
        while True:
            with suppress(Unavailable):
                if worker.pid is not None and await is_ready(store, worker.pid):
                    return
            await asyncio.sleep(_POLL)
    finally:
        await store.aclose()
