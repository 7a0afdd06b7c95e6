"""`make run`: a private server of the log, the API and a worker on one machine, stopped together."""

import asyncio
import logging
import os
import signal
import socket
import sys
from contextlib import suppress

import httpx

from service.settings import Settings
from service.stopping import stop_signal
from service.store.embedded import Embedded
from service.store.errors import CannotStart

_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0

log = logging.getLogger(__name__)


async def run(settings: Settings) -> int:
    stopped = stop_signal()
    check_port(settings)
    if settings.redis_url is not None:
        return await _serve(settings, settings.redis_url, stopped)
    async with Embedded(settings.data) as server:
        return await _serve(settings, server.url, stopped)


def check_port(settings: Settings) -> None:
    """A busy port is told at once, not by a process that starts in vain."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise CannotStart(
                f"Port {settings.port} on {settings.host} cannot be used ({error.strerror}). "
                f"Stop what uses it, or choose another: make run PORT=8001"
            ) from error


async def _serve(settings: Settings, url: str, stopped: asyncio.Event) -> int:
    environment = {**os.environ, "REDIS_URL": url}
    parts = [Part(name, environment) for name in ("api", "worker")]
    running = [asyncio.create_task(part.run()) for part in parts]
    ready = asyncio.create_task(_until_ready(settings))
    waiting = asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait([ready, waiting], return_when=asyncio.FIRST_COMPLETED)
        if not stopped.is_set():
            print(f"Firstfire is ready: http://{settings.host}:{settings.port}  (Ctrl-C stops it)", flush=True)
        await waiting
        print("Stopping …", flush=True)
    finally:
        ready.cancel()
        waiting.cancel()
        for task in running:
            task.cancel()
        await asyncio.gather(ready, waiting, *running, return_exceptions=True)
    return 0


class Part:
    """A process of ours, started again when it dies, asked to stop when we do."""

    def __init__(self, name: str, environment: dict[str, str]) -> None:
        self._name = name
        self._environment = environment

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
            sys.executable, "-m", "service", self._name, env=self._environment, start_new_session=True
        )
        try:
            return await process.wait()
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.send_signal(signal.SIGTERM)
                await process.wait()


async def _until_ready(settings: Settings) -> None:
    async with httpx.AsyncClient(base_url=f"http://{settings.host}:{settings.port}") as client:
        while True:
            with suppress(httpx.HTTPError):
                if (await client.get("/health/ready")).status_code == httpx.codes.OK:
                    return
            await asyncio.sleep(0.05)
