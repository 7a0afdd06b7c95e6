"""Long responses are compressed for clients that accept it."""

import httpx
import pytest

from service.http.responses import accepts_gzip
from tests.support.api_play import TRIBE, choice, fine, offered, play, started

PLAIN = {"Accept-Encoding": "identity"}
PACKED = {"Accept-Encoding": "br, gzip;q=0.8"}


@pytest.mark.parametrize("accepted", ["gzip", "br", "gzip, deflate, br, zstd", "br;q=0, gzip"])
@pytest.mark.parametrize("path", ["", "?at=9", "/events", "/events?after=2"])
async def test_long_json_is_compressed_for_clients_that_accept_it(
    client: httpx.AsyncClient, path: str, accepted: str
) -> None:
    by_brotli = "br" in accepted and "br;q=0" not in accepted
    await compressed_alike(client, path, {"Accept-Encoding": accepted}, "br" if by_brotli else "gzip")


@pytest.mark.parametrize("path", ["/frames", "/steps"])
async def test_long_replays_are_kept_compressed_by_gzip(client: httpx.AsyncClient, path: str) -> None:
    await compressed_alike(client, path, PACKED, "gzip")


async def compressed_alike(client: httpx.AsyncClient, path: str, headers: dict[str, str], encoding: str) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests, moves=10)
    plain = await client.get(f"/api/games/{game}{path}", headers=PLAIN)
    packed = await client.get(f"/api/games/{game}{path}", headers=headers)
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(plain.content)
    assert packed.headers["content-encoding"] == encoding
    assert packed.headers["vary"] == "accept-encoding"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.json() == plain.json()
    assert packed.headers.get("etag") == plain.headers.get("etag")


async def test_short_and_unchanged_responses_are_not_compressed(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    tag = (await client.get(f"/api/games/{game}", headers=PACKED)).headers["etag"]
    for answer in (
        await client.get(f"/api/games/{game}/moves", headers=PACKED),
        await client.get("/api/games/nosuchgame", headers=PACKED),
        await client.get(f"/api/games/{game}", headers={**PACKED, "If-None-Match": tag}),
    ):
        assert "content-encoding" not in answer.headers
    assert guests


async def test_answers_to_moves_are_not_compressed(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    while True:
        choices = await offered(client, game, guests[0])
        guest = guests[choices["seat"]]
        answer = await client.post(
            f"/api/games/{game}/moves", json=choice(choices), headers={**guest.headers, **PACKED}
        )
        assert "content-encoding" not in answer.headers
        if len(answer.content) > 1024 or fine(answer)["seq"] > 60:
            return


async def test_a_stream_is_never_compressed(remote: httpx.AsyncClient) -> None:
    game, _ = await started(remote, TRIBE)
    async with remote.stream("GET", f"/api/games/{game}/stream", headers=PACKED) as answer:
        assert "content-encoding" not in answer.headers
        assert answer.headers["content-type"].startswith("text/event-stream")


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("br;q=1, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("identity", False),
        ("", False),
    ],
)
def test_gzip_is_used_only_if_the_client_accepts_it(header: str, taken: bool) -> None:
    scope = {"headers": [(b"host", b"here"), (b"accept-encoding", header.encode())]}
    assert accepts_gzip(scope) == taken  # type: ignore[arg-type]
    assert not accepts_gzip({"headers": []})  # type: ignore[arg-type]
