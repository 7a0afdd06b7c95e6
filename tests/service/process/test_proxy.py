"""The API behind the real proxy, with the file of deploy/."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from tests.support.api_play import DISCOVERY, fine, opened, refused, welcome
from tests.support.api_server import lent_app, serving, unlimited
from tests.support.deploy_files import DEPLOY
from tests.support.ports import reserve_port
from tests.support.servers import LONGEST_WAIT, eventually
from tests.tools.caddy import caddy


@asynccontextmanager
async def proxy(directory: Path, upstream: str) -> AsyncIterator[str]:
    """The real proxy with its own file, in front of an API on this machine and without certificates."""
    port = reserve_port()
    text = (DEPLOY / "Caddyfile").read_text().replace("{$SITE:localhost}", f"http://127.0.0.1:{port}")
    text = re.sub(r"dynamic a \{.*?\n\t\t\}", f"to {upstream.removeprefix('http://')}", text, flags=re.DOTALL)
    (directory / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text)
    process = await asyncio.create_subprocess_exec(
        *(caddy(), "run", "--adapter", "caddyfile", "--config", str(directory / "Caddyfile")),
        env={**os.environ, "XDG_DATA_HOME": str(directory), "XDG_CONFIG_HOME": str(directory)},
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


async def test_streams_pass_the_proxy_at_once_and_end_with_their_client(server_url: str, tmp_path: Path) -> None:
    with lent_app(unlimited(server_url)) as app, serving(app, forwarded_allow_ips="127.0.0.1") as url:
        async with (
            proxy(tmp_path, url) as address,
            httpx.AsyncClient(base_url=address, timeout=LONGEST_WAIT) as client,
        ):
            await eventually(lambda: is_there(client))
            assert (await client.get("/metrics")).status_code == 404
            assert (await client.get("/health/ready/")).status_code == 404
            guest = await welcome(client, "Ugh")
            game = (await opened(client, guest, DISCOVERY))["id"]
            accept = {"Accept-Encoding": "gzip, zstd, br", **guest.headers}
            async with client.stream("GET", f"/api/games/{game}/stream", headers=accept) as stream:
                assert "content-encoding" not in stream.headers
                assert stream.headers["cache-control"] == "no-store, no-transform"
                messages = stream.aiter_bytes()
                assert b"welcome" in await anext(messages)
                fine(await client.post(f"/api/games/{game}/join", headers=(await welcome(client, "Agh")).headers))
                assert b"game_started" in await anext(messages)
                assert app.state.services.streams.open_count == 1

            async def has_ended() -> bool:
                return not app.state.services.streams.open_count

            await eventually(has_ended)
            refused(await client.post("/api/guests", json={"name": "x" * 100_000}), 413)


async def is_there(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/health/live")).is_success
    except httpx.HTTPError:
        return False
