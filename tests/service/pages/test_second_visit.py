"""What a browser that has our files gets of the service when a page is opened again: the shell, and hardly more.

What it asks for besides is answered by its cache; `make bench` counts every byte.
"""

import httpx
import pytest

from service.pages import ahead
from service.pages.assets import VERSION
from tests.support.api_play import TRIBE, Guest, play, started

MOST = 10 * 1024
KEPT = {"Cookie": f"kept={VERSION}", "Accept": "text/html", "Accept-Encoding": "gzip, br"}


async def weight(client: httpx.AsyncClient, path: str, guest: Guest) -> int:
    """Bytes on the wire, with headers."""
    async with client.stream("GET", path, headers={**guest.headers, **KEPT}) as answer:
        body = sum([len(chunk) async for chunk in answer.aiter_raw()])
        assert answer.headers["content-encoding"] == "br"
        assert '"/api/session"' in (await read(client, path, guest))
        return body + sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)


async def read(client: httpx.AsyncClient, path: str, guest: Guest) -> str:
    return (await client.get(path, headers={**guest.headers, **KEPT})).text


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is, nothing is left out for that."""
    monkeypatch.setattr(ahead, "_PATIENCE", 60.0)


async def test_a_second_visit_is_light(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests, moves=60)
    sizes = {path: await weight(client, path, guests[0]) for path in ("/", f"/game/{game}", "/puzzles/daily")}
    assert max(sizes.values()) < MOST, sizes
