"""`make run`: a private server of the log, the API and a worker on one machine, stopped together.

The API and the worker are processes of their own, started again when they die. They stop when they are told to, and
also when we are killed without a chance to tell them: their standard input is a pipe that ends with us. The server of
the log lives on then, and is stopped by whoever starts next on its data directory.
"""

import asyncio
import logging
import os
import socket
import sys
from contextlib import suppress
from typing import Final

import httpx

from service.local_valkey.server import Embedded
from service.runtime.settings import Settings
from service.runtime.shutdown import TETHER, end, until_stopped
from service.store.errors import CannotStart, Unavailable
from service.store.event_store import EventStore
from service.worker.main import is_ready

_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0
_STOP_PATIENCE: Final = 15.0  # seconds; longer than the parts need when a client does not take its answers
_POLL: Final = 0.05

log = logging.getLogger(__name__)


async def run(settings: Settings) -> int:
    check_port(settings)
    return await until_stopped(_everything(settings))


def check_port(settings: Settings) -> None:
    """A busy port is told at once, not by a process that starts in vain."""
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
                f"Stop what uses it, or choose another: make run PORT=8001"
            ) from error


async def _everything(settings: Settings) -> None:
    if settings.redis_url is not None:
        await _serve(settings, settings.redis_url)
    else:
        async with Embedded(settings.data) as server:
            await _serve(settings, server.url)


async def _serve(settings: Settings, url: str) -> None:
    environment = {**os.environ, "REDIS_URL": url, TETHER: "stdin"}
    api, worker = Part("api", environment), Part("worker", environment)
    running = [asyncio.create_task(part.run()) for part in (api, worker)]
    try:
        await asyncio.gather(_api_ready(settings), _worker_ready(worker, url, settings.replicas))
        print(f"Firstfire is ready: {_address(settings)}  (Ctrl-C stops it)", flush=True)
        await asyncio.wait(running)  # for ever; not `gather`, which would cancel them a second time
    finally:
        print("Stopping …", flush=True)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class Part:
    """A process of ours, started again when it dies, asked to stop when we do."""

    def __init__(self, name: str, environment: dict[str, str]) -> None:
        self._name = name
        self._environment = environment
        self.pid: int | None = None

    async def run(self) -> None:
        pause, loop = _FIRST_PAUSE, asyncio.get_running_loop()
        while True:
            since = loop.time()
            code = await self._run_once()
            pause = _FIRST_PAUSE if loop.time() - since > _LONGEST_PAUSE else min(2 * pause, _LONGEST_PAUSE)
            log.error("the %s ended (code %s); starting it again in %.1f s", self._name, code, pause)
            await asyncio.sleep(pause)

    async def _run_once(self) -> int:
        # A session of its own: Ctrl-C in the terminal reaches us, and we stop the parts in order.
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
            await end(process, self._name, _STOP_PATIENCE)


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
