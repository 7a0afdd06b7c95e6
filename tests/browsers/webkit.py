"""WebKitGTK on a display that nobody sees, driven by WebDriver over HTTP."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx

from tests.browsers.visitor import Remote
from tests.support.ports import reserve_port
from tests.support.servers import eventually
from tests.tools.other_browsers import needed

_COMMANDS: Final = {
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "ExecuteAsyncScript": "execute/async",
    "PerformActions": "actions",
    "SetTimeouts": "timeouts",
}
# There is neither a graphics card nor, for root, a sandbox; only our own pages are opened.
_ENVIRONMENT: Final = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "LANGUAGE": "en",
}


class WebDriver:
    def __init__(self, client: httpx.AsyncClient, session: str) -> None:
        self._client = client
        self._session = session

    async def command(self, name: str, **about: Any) -> Any:
        answer = await self._client.post(f"/session/{self._session}/{_COMMANDS[name]}", json=about)
        value = answer.json()["value"]
        assert answer.is_success, f"{name}: {value}"
        return value

    async def end(self) -> None:
        await self._client.delete(f"/session/{self._session}")


@asynccontextmanager
async def webkit() -> AsyncIterator[Remote]:
    needed("WebKitWebDriver", "Xvfb")
    async with _display() as display, _driver(display) as client:
        answer = (await client.post("/session", json={"capabilities": {}})).json()
        remote = WebDriver(client, answer["value"]["sessionId"])
        yield remote
        await remote.end()


@asynccontextmanager
async def _display() -> AsyncIterator[str]:
    """The name of a display that takes a number nobody has."""
    reading, writing = os.pipe()
    words = ("-displayfd", str(writing), "-screen", "0", "1280x1000x24", "-nolisten", "tcp")
    nowhere = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec("Xvfb", *words, pass_fds=(writing,), stdout=nowhere, stderr=nowhere)
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            yield f":{(await asyncio.to_thread(numbers.readline)).strip()}"
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def _driver(display: str) -> AsyncIterator[httpx.AsyncClient]:
    port, nowhere = reserve_port(), asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *("WebKitWebDriver", f"--port={port}"),
        env={**os.environ, **_ENVIRONMENT, "DISPLAY": display},
        stdout=nowhere,
        stderr=nowhere,
    )
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=None) as client:

            async def answers() -> bool:
                try:
                    return (await client.get("/status")).is_success
                except httpx.TransportError:
                    return False

            await eventually(answers)
            yield client
    finally:
        process.terminate()
        await process.wait()
