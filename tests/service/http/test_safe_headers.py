"""Every response says that nothing is to be guessed or kept, unless its route says otherwise."""

import httpx
import pytest


@pytest.mark.parametrize("path", ["/api/me", "/health/live", "/api/lobby", "/api/nowhere", "/", "/schema/openapi.json"])
async def test_every_response_has_them(client: httpx.AsyncClient, path: str) -> None:
    headers = (await client.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"]
    assert "camera=()" in headers["permissions-policy"]
    assert headers.get_list("cache-control") == [headers["cache-control"]]


async def test_json_is_not_stored(client: httpx.AsyncClient) -> None:
    assert (await client.post("/api/guests", json={})).headers["cache-control"] == "no-store"


async def test_the_server_is_not_named(remote: httpx.AsyncClient) -> None:
    assert "server" not in (await remote.get("/health/live")).headers
