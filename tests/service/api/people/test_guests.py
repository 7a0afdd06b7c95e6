"""POST /api/guests: a name and a token without signing up."""

import httpx
import pytest

from service.store.event_store import EventStore
from tests.support.api_play import TRIBE, fine, opened, refused, welcome


async def test_a_guest_gets_a_player_a_name_and_a_token(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/guests", json={"name": "Oona"})
    assert answer.status_code == 201
    guest = answer.json()
    assert set(guest) == {"player", "name", "token"}
    assert guest["name"] == "Oona"
    assert (await opened(client, await welcome(client, "Ugh"), TRIBE))["seats"][0] == {"name": "Ugh", "bot": None}


@pytest.mark.parametrize("body", [b"", b"{}", b'{"name": null}'])
async def test_a_guest_without_a_name_gets_one(client: httpx.AsyncClient, body: bytes) -> None:
    assert fine(await client.post("/api/guests", content=body))["name"].startswith("Guest ")


async def test_no_two_guests_share_a_token_or_a_player(client: httpx.AsyncClient) -> None:
    guests = [await welcome(client, "Oona") for _ in range(20)]
    assert len({guest.token for guest in guests}) == len({guest.player for guest in guests}) == 20


@pytest.mark.parametrize(
    ("name", "kept"),
    [("  Oona   of the  lake ", "Oona of the lake"), ("e\u0301", "\u00e9"), ("火", "火"), ("x" * 40,) * 2],
)
async def test_spaces_of_a_name_are_tidied(client: httpx.AsyncClient, name: str, kept: str) -> None:
    assert fine(await client.post("/api/guests", json={"name": name}))["name"] == kept


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "x" * 41, "\u00a0", "\u3000 \u3000"),
        *("a\nb", "a\n", "\ta", "a\x00", "a\x7f", "a\x1b[31m", "a\u0085", "a\u2028b"),
        *("\u202egnp.exe", "a\u200b", "\ufeff", "\ue000"),
    ],
)
async def test_an_invisible_name_is_refused(client: httpx.AsyncClient, name: str) -> None:
    assert refused(await client.post("/api/guests", json={"name": name}), 422)["title"] == "Not a name"


async def test_the_server_keeps_only_a_hash_of_a_token(client: httpx.AsyncClient, server_url: str) -> None:
    guest = await welcome(client, "Oona")
    store = EventStore(server_url)
    kept: list[bytes] = await store.servers.call("x", "HGETALL", f"person:{guest.player}")
    keys: list[bytes] = await store.servers.call("x", "KEYS", "*")
    await store.aclose()
    secret = guest.token.partition(".")[2].encode()
    assert len(secret) == 43  # 256 bits
    assert len(kept) == 4
    assert not any(secret in text for text in (*keys, *kept))


async def test_a_browser_gets_a_session_instead_of_a_token(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/guests", params={"cookie": "true"}, json={"name": "Oona"})
    assert fine(answer)["token"] is None
    assert {"httponly", "samesite=lax", "path=/"} <= set(answer.headers["set-cookie"].lower().split("; "))
    assert fine(await client.get("/api/me"))["player"] == answer.json()["player"]
    table = await client.post("/api/games", json={"rules": TRIBE}, headers={"Sec-Fetch-Site": "same-origin"})
    assert fine(table)["seats"][0]["name"] == "Oona"


async def test_a_page_of_another_site_gets_no_session(client: httpx.AsyncClient) -> None:
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        answer = await client.post("/api/guests", params={"cookie": "true"}, headers=headers)
        refused(answer, 403)
        assert "set-cookie" not in answer.headers
