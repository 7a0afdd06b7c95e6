"""What happened to an account lately, and what ends with a new password."""

from collections.abc import AsyncIterator

import httpx
import pytest

from service.http.origin import _kind
from service.people.activity import MOST, Activity, Origin
from service.people.client_network import coarse_network
from service.store.event_store import EventStore
from tests.support.api_persons import (
    PASSWORD,
    SAME_ORIGIN,
    ManualClock,
    another_api,
    leave,
    reset_login_attempts,
    session_of,
    sign_in,
    signed_up,
    token_for,
)
from tests.support.api_play import TRIBE, fine, opened, refused, welcome

NEW = {"password": "two stones and a fire", "current": PASSWORD}


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def timed(server_url: str, clock: ManualClock) -> AsyncIterator[httpx.AsyncClient]:
    async with another_api(server_url, clock) as client:
        yield client


async def test_the_owner_sees_what_happened_lately(timed: httpx.AsyncClient, clock: ManualClock) -> None:
    await signed_up(timed, name := "Oona the watchful")
    fine(await sign_in(timed, name))
    token = await token_for(timed, SAME_ORIGIN, "read")
    fine(await timed.delete(f"/api/tokens/{token['id']}", headers=SAME_ORIGIN))
    fine(await timed.patch("/api/me", json=NEW, headers=SAME_ORIGIN))
    entries = fine(await timed.get("/api/me/activity"))
    acts = ["password_changed", "token_revoked", "token_made", "signed_in", "signed_up"]
    assert [entry["act"] for entry in entries] == acts
    assert {(entry["device"], entry["network"]) for entry in entries} == {("program", "")}
    assert entries[1]["about"] == "bot"
    assert len(fine(await timed.get("/api/me/export"))["activity"]) == 5
    clock.pass_days(91)
    own = await session_of(timed, name, NEW["password"])
    assert [entry["act"] for entry in fine(await timed.get("/api/me/activity", headers=own))] == ["signed_in"]


async def test_tokens_may_not_see_it(client: httpx.AsyncClient) -> None:
    await signed_up(client, name := "Oona the private")
    token = await token_for(client, await session_of(client, name), "read")
    refused(await client.get("/api/me/activity", headers=token["headers"]), 403)


async def test_it_is_bounded_and_leaves_with_the_person(client: httpx.AsyncClient, server_url: str) -> None:
    account, store = await signed_up(client, name := "Oona the busy"), EventStore(server_url)
    activity = Activity(store, ManualClock())
    for _ in range(MOST + 5):
        await activity.note(account.guest.player, "signed_in", Origin("phone", ""))
    assert len(await activity.recent(account.guest.player)) == MOST
    fine(await leave(client, await session_of(client, name), PASSWORD))
    assert await activity.recent(account.guest.player) == []
    await store.aclose()


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("python-httpx/0.28", "program"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "computer"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1", "phone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", "phone"),
        ("Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140.0 Safari/537.36", "tablet"),
    ],
)
def test_the_kind_of_a_device(agent: str, kind: str) -> None:
    assert _kind(agent) == kind


def test_networks_are_shown_without_the_part_that_tells_customers_apart() -> None:
    assert coarse_network("203.0.113.9") == "203.0.0.0/16"
    assert coarse_network("2001:db8:1:2::3") == "2001:db8:1::/48"


# What ends


@pytest.mark.parametrize("keeps", [False, True])
async def test_personal_tokens_end_with_a_new_password_unless_they_are_kept(
    client: httpx.AsyncClient, keeps: bool
) -> None:
    await signed_up(client, name := f"Oona keeps {keeps}")
    fine(await sign_in(client, name))
    token = await token_for(client, SAME_ORIGIN, "read")
    fine(await client.patch("/api/me", json={**NEW, "keep_tokens": keeps}, headers=SAME_ORIGIN))
    assert (await client.get("/api/me", headers=token["headers"])).is_success == keeps


async def test_a_session_ends_after_half_a_year_however_often_it_is_used(
    timed: httpx.AsyncClient, clock: ManualClock
) -> None:
    await signed_up(timed, name := "Oona the faithful")
    fine(await sign_in(timed, name))
    for _ in range(17):
        clock.pass_days(10)
        fine(await timed.get("/api/me"))
    clock.pass_days(10)
    refused(await timed.get("/api/me"), 401)


@pytest.mark.parametrize("password", ["password", "PASSWORD", "iloveyou", "12345678", "Oona the common"])
async def test_common_passwords_are_refused(client: httpx.AsyncClient, password: str) -> None:
    guest = await welcome(client, "Ugh")
    body = {"name": "Oona the common", "password": password}
    answer = await client.post("/api/account", json=body, headers=guest.headers)
    assert refused(answer, 422)["code"] == "password_common"


async def test_an_open_stream_ends_when_its_token_is_revoked(restless: httpx.AsyncClient) -> None:
    await signed_up(restless, name := "Oona the listener")
    own = await session_of(restless, name)
    token = await token_for(restless, own, "play")
    guest = await welcome(restless, "Ugh")
    game = (await opened(restless, guest, TRIBE))["id"]
    async with restless.stream("GET", f"/api/games/{game}/stream", headers=token["headers"]) as stream:
        chunks = stream.aiter_text()
        assert (await anext(chunks)).startswith(": welcome")
        assert "still here" in await anext(chunks)
        fine(await restless.delete(f"/api/tokens/{token['id']}", headers=own))
        async for chunk in chunks:
            assert "data:" not in chunk
