"""Firefox without a window, driven by Marionette: its own protocol, which speaks the commands of WebDriver."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from tests.browsers.visitor import Remote
from tests.support.servers import eventually
from tests.tools.other_browsers import needed

# Whatever is not on this machine is asked of a port where nobody is.
_PREFERENCES: Final = {
    "marionette.port": 0,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1, localhost",
    "intl.accept_languages": "en",
    "ui.prefersReducedMotion": 1,
}


class Marionette:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._asked = 0

    async def command(self, name: str, **about: Any) -> Any:
        self._asked += 1
        body = json.dumps([0, self._asked, f"WebDriver:{name}", about]).encode()
        self._writer.write(b"%d:%b" % (len(body), body))
        await self._writer.drain()
        number, error, answer = 0, None, None
        while number != self._asked:  # an answer may be left that nobody has waited for
            _, number, error, answer = await self.hear()
        assert error is None, f"{name}: {error}"
        return answer["value"] if isinstance(answer, dict) and "value" in answer else answer

    async def hear(self) -> Any:
        length = await self._reader.readuntil(b":")
        return json.loads(await self._reader.readexactly(int(length[:-1])))


@asynccontextmanager
async def firefox(folder: Path) -> AsyncIterator[Remote]:
    """With a profile of its own in this folder."""
    needed("firefox-esr")
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items()]
    (folder / "user.js").write_text("".join(lines))
    words = ("--headless", "--marionette", "--no-remote", "--profile", str(folder))
    nowhere = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec("firefox-esr", *words, stdout=nowhere, stderr=nowhere)
    port = folder / "MarionetteActivePort"

    async def listens() -> bool:
        return port.exists() and port.read_text().isdigit()

    try:
        await eventually(listens)
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port.read_text()))
        remote = Marionette(reader, writer)
        await remote.hear()
        await remote.command("NewSession", capabilities={})
        yield remote
        writer.close()
    finally:
        process.terminate()
        await process.wait()
