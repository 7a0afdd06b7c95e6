"""The TLS proxy of deploy/ in front of a service on this machine: with it, browsers speak HTTP/2 as on a real site."""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx

from tests.support.ports import reserve_port
from tests.support.servers import eventually

_CADDYFILE: Final = Path(__file__).parents[3] / "deploy" / "Caddyfile"
_OPTIONS: Final = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"


@asynccontextmanager
async def proxied(url: str, directory: Path) -> AsyncIterator[str]:
    """The address of the same service behind the proxy; its own where Caddy is not installed."""
    program = shutil.which("caddy")
    if program is None:
        yield url
        return
    site = f"https://localhost:{reserve_port()}"
    settings = re.sub(r"dynamic a \{.*?\}", f"to {urlsplit(url).netloc}", _CADDYFILE.read_text(), flags=re.DOTALL)
    settings = settings.replace(
        "lb_policy client_ip_hash", ""
    )  # there is one upstream, and an old Caddy does not know it
    config = directory / "Caddyfile"
    config.write_text(_OPTIONS + settings.replace("header Strict", "tls internal\n\theader Strict"))
    environment = {**os.environ, "SITE": site, "HOME": str(directory), "XDG_DATA_HOME": str(directory)}
    words = ("run", "--config", str(config), "--adapter", "caddyfile")
    process = await asyncio.create_subprocess_exec(
        program, *words, env=environment, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )

    async def answers() -> bool:
        async with httpx.AsyncClient(verify=False) as client:  # its own certificate
            try:
                return (await client.get(f"{site}/health/live")).is_success
            except httpx.TransportError:
                return False

    try:
        await eventually(answers)
        yield site
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
