"""Personal tokens: shown once, limited by scopes, revocable."""

from datetime import UTC, datetime
from uuid import uuid4

import httpx
import pytest

from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock, another_api, session_of, signed_up, token_for
from tests.support.api_play import DISCOVERY, TRIBE, Json, choice, fine, offered, post, refused, started, welcome


async def test_a_token_plays_for_its_owner(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    made = await token_for(client, guests[choices["seat"]].headers, "play", "read")
    answer = await client.post(f"/api/games/{game}/moves", json=choice(choices), headers=made["headers"])
    assert fine(answer)["seq"] > choices["seq"]
    me = fine(await client.get("/api/me", headers=made["headers"]))
    assert (me["player"], me["by"]) == (guests[choices["seat"]].player, "token")


async def test_a_token_for_reading_changes_nothing(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY, private=True)
    choices = await offered(client, game, guests[0])
    made = await token_for(client, guests[choices["seat"]].headers, "read")
    for path in ("", "/events", "/moves", "/record"):
        assert (await client.get(f"/api/games/{game}{path}", headers=made["headers"])).is_success
    requests: list[tuple[str, Json]] = [
        (f"/api/games/{game}/moves", choice(choices)),
        (f"/api/games/{game}/join", None),
        ("/api/games", {"rules": TRIBE}),
        ("/api/records", "firstfire 1"),
    ]
    for path, body in requests:
        refused(await client.post(path, json=body, headers=made["headers"]), 403)
    assert await offered(client, game, guests[0]) == choices


async def test_a_token_may_not_touch_its_owner(client: httpx.AsyncClient) -> None:
    account = await signed_up(client, f"Ugh {uuid4().hex}"[:30])
    made = await token_for(client, await session_of(client, account.name), "play", "read")
    requests: list[tuple[str, str, Json]] = [
        ("POST", "/api/tokens", {"label": "more", "scopes": ["play"]}),
        ("GET", "/api/tokens", None),
        ("DELETE", f"/api/tokens/{made['id']}", None),
        ("PATCH", "/api/me", {"name": "Nag"}),
        ("DELETE", "/api/me", {}),
        ("GET", "/api/me/export", None),
        ("DELETE", "/api/sessions", None),
    ]
    for method, path, body in requests:
        refused(await client.request(method, path, json=body, headers=made["headers"]), 403)


async def test_a_revoked_token_is_refused_at_once_and_by_other_processes_within_two_seconds(server_url: str) -> None:
    clock = ManualClock()
    async with another_api(server_url, clock) as client, another_api(server_url, clock) as other_process:
        guest = await welcome(client, "Ugh")
        made = await token_for(client, guest.headers, "play")
        for process in (client, other_process):
            assert (await process.get("/api/me", headers=made["headers"])).is_success
        fine(await client.delete(f"/api/tokens/{made['id']}", headers=guest.headers))
        refused(await client.get("/api/me", headers=made["headers"]), 401)
        clock.pass_seconds(2)
        refused(await other_process.get("/api/me", headers=made["headers"]), 401)
        refused(await client.delete(f"/api/tokens/{made['id']}", headers=guest.headers), 404)


async def test_tokens_are_listed_without_their_secrets(server_url: str) -> None:
    clock = ManualClock()
    async with another_api(server_url, clock) as client:
        guest = await welcome(client, "Ugh")
        made = await token_for(client, guest.headers, "read", "play")
        clock.pass_days(3)
        fine(await client.get("/api/me", headers=made["headers"]))
        answer = await client.get("/api/tokens", headers=guest.headers)
    first, second = sorted(fine(answer), key=lambda token: token["label"] != "guest")
    assert first["label"] == "guest"
    assert second["id"] == made["id"]
    assert (second["label"], second["scopes"]) == ("bot", ["play", "read"])
    assert second["used"] == datetime.fromtimestamp(clock.now / 1000, UTC).date().isoformat()
    assert second["created"] < second["used"]
    assert made["token"].partition(".")[2] not in answer.text


async def test_another_persons_token_is_not_there(client: httpx.AsyncClient) -> None:
    guest, stranger = await welcome(client, "Ugh"), await welcome(client, "Nag")
    made = await token_for(client, guest.headers, "play")
    refused(await client.delete(f"/api/tokens/{made['id']}", headers=stranger.headers), 404)
    assert (await client.get("/api/me", headers=made["headers"])).is_success
    assert made["id"] not in (await client.get("/api/tokens", headers=stranger.headers)).text


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"label": "x"},
        {"label": "x", "scopes": []},
        {"label": "x", "scopes": ["admin"]},
        {"label": "", "scopes": ["read"]},
        {"label": "x" * 101, "scopes": ["read"]},
        {"label": "a\u202eb", "scopes": ["read"]},
    ],
)
async def test_a_malformed_request_for_a_token_is_refused(client: httpx.AsyncClient, body: Json) -> None:
    guest = await welcome(client, "Ugh")
    refused(await client.post("/api/tokens", json=body, headers=guest.headers), 400)


async def test_the_number_of_tokens_of_a_person_is_limited(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    for _ in range(49):  # and the one of the guest
        await token_for(client, guest.headers, "read")
    answer = await client.post("/api/tokens", json={"label": "x", "scopes": ["read"]}, headers=guest.headers)
    refused(answer, 409)


@pytest.mark.parametrize(
    "change", [str.upper, lambda token: token[:-1], lambda token: token + "x", lambda token: "x" + token]
)
async def test_a_token_that_is_nearly_right_is_wrong(client: httpx.AsyncClient, change: object) -> None:
    guest = await welcome(client, "Ugh")
    token = change(guest.token)  # type: ignore[operator]
    refused(await client.get("/api/me", headers={"Authorization": f"Bearer {token}"}), 401)


async def test_the_store_keeps_only_hashes(client: httpx.AsyncClient, server_url: str) -> None:
    guest = await welcome(client, "Ugh")
    made = await token_for(client, guest.headers, "play")
    store = EventStore(server_url)
    kept: list[bytes] = await store.servers.call("x", "HGETALL", f"person:{guest.player}")
    await store.aclose()
    assert len(kept) == 6
    assert made["token"].partition(".")[2].encode() not in b"".join(kept)


async def test_a_token_seen_a_moment_ago_is_not_looked_up_again(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with another_api(server_url, ManualClock()) as client:
        guest = await welcome(client, "Ugh")
        fine(await client.get("/api/me", headers=guest.headers))
        people = client.app.state.services.people
        monkeypatch.setattr(people.credentials, "find", None)
        assert await people.bearer(guest.token) is not None
        assert (await post(client, "none", guest, {"type": "pass"})).status_code == 404
