"""Every response says that nothing is to be guessed or kept, unless its route says otherwise."""

from pathlib import Path

import httpx
import pytest

from tests.support.servers import LONGEST_WAIT
from tests.support.stack import stack


@pytest.mark.parametrize("path", ["/api/me", "/health/live", "/api/lobby", "/api/nowhere", "/", "/schema/openapi.json"])
async def test_every_response_has_them(client: httpx.AsyncClient, path: str) -> None:
    headers = (await client.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"]
    assert headers.get_list("cache-control") == [headers["cache-control"]]


async def test_pages_use_nothing_of_a_device(client: httpx.AsyncClient) -> None:
    assert "camera=()" in (await client.get("/")).headers["permissions-policy"]


async def test_json_is_not_stored(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/guests", json={})).headers["cache-control"] == "no-store"


async def test_the_server_is_not_named(tmp_path: Path) -> None:
    async with (
        stack(tmp_path, workers=0) as service,
        httpx.AsyncClient(base_url=service.url, timeout=LONGEST_WAIT) as client,
    ):
        assert "server" not in (await client.get("/health/live")).headers
