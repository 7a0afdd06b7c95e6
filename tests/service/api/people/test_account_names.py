"""The names of accounts are unique, and nobody has a name that could be taken for another."""

import asyncio
from collections.abc import Callable
from uuid import uuid4

import httpx
import msgspec
import pytest

from service.people.account_names import AccountNames
from service.people.credentials import Credentials
from service.people.names import folded
from service.store.event_store import EventStore
from tests.support.api_persons import (
    PASSWORD,
    ManualClock,
    another_api,
    reset_login_attempts,
    session_of,
    sign_in,
    signed_up,
)
from tests.support.api_play import fine, refused, welcome


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


def a_name() -> str:
    return f"Oona {uuid4().hex[:12]}"


@pytest.mark.parametrize(
    "alter", [str.upper, str.lower, lambda name: f"  {name} ", lambda name: name.replace("O", "\uff2f")]
)
async def test_a_name_is_taken_whatever_its_case_and_width(
    client: httpx.AsyncClient, alter: Callable[[str], str]
) -> None:
    name = a_name()
    account, late = await signed_up(client, name), await welcome(client, "Ugh")
    credentials = {"name": alter(name), "password": PASSWORD}
    assert (
        refused(await client.post("/api/account", json=credentials, headers=late.headers), 409)["title"]
        == "The name is taken"
    )
    assert not fine(await client.get("/api/me", headers=late.headers))["account"]
    assert fine(await sign_in(client, alter(name)))["player"] == account.guest.player


async def test_of_many_concurrent_sign_ups_with_one_name_one_succeeds(
    client: httpx.AsyncClient, server_url: str
) -> None:
    name = a_name()
    guests = [await welcome(client, "Runner") for _ in range(8)]
    async with another_api(server_url) as beside:
        answers = await asyncio.gather(
            *(
                (client, beside)[number % 2].post(
                    "/api/account", json={"name": name, "password": f"{PASSWORD} {number}"}, headers=guest.headers
                )
                for number, guest in enumerate(guests)
            )
        )
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 7]
    [winner] = [number for number, answer in enumerate(answers) if answer.status_code == 201]
    assert fine(await sign_in(client, name, f"{PASSWORD} {winner}"))["player"] == guests[winner].player


@pytest.mark.parametrize(
    "name",
    [
        *("", "  ", "x" * 41, "a\nb", "\u202egnp", "\ud800", "a\u200b", "\u00a0"),
        *("\u3164", "\u2800", "\u115f", "a\u034f", "\ufe0f", "a\ufe0f", "x" + "\u0335" * 3),
    ],
)
async def test_an_invalid_name_is_refused(client: httpx.AsyncClient, name: str) -> None:
    guest = await welcome(client, "Ugh")
    body = b'{"name": "\\ud800", "password": "12345678"}' if name == "\ud800" else None
    request = {"content": body} if body else {"json": {"name": name, "password": PASSWORD}}
    answer = await client.post("/api/account", headers=guest.headers, **request)
    refused(answer, 400 if body else 422)


@pytest.mark.parametrize("name", ["Somebody", "\uff33omebody", "volcano", "Pebble", "flint 3"])
async def test_the_names_of_bots_and_of_departed_players_are_reserved(client: httpx.AsyncClient, name: str) -> None:
    guest = await welcome(client, "Ugh")
    refused(await client.post("/api/account", json={"name": name, "password": PASSWORD}, headers=guest.headers), 409)


async def test_guests_may_share_a_name(client: httpx.AsyncClient) -> None:
    name = a_name()
    await welcome(client, name)
    guest = await welcome(client, "Ugh")
    assert fine(await client.patch("/api/me", json={"name": name}, headers=guest.headers))["name"] == name
    assert refused(await client.patch("/api/me", json={"name": " "}, headers=guest.headers), 422)


@pytest.mark.parametrize(
    "alter", [str, str.upper, lambda name: name.replace("O", "\u041e"), lambda n: n.replace("o", "0")]
)
async def test_nobody_has_the_name_of_an_account_or_one_that_looks_like_it(
    client: httpx.AsyncClient, alter: Callable[[str], str]
) -> None:
    name = a_name()
    await signed_up(client, name)
    guest, other = await welcome(client, "Ugh"), await signed_up(client, a_name())
    own = await session_of(client, other.name)
    refused(await client.post("/api/guests", json={"name": alter(name)}), 409)
    refused(await client.post("/api/guests?cookie=true", json={"name": alter(name)}), 409)
    refused(await client.patch("/api/me", json={"name": alter(name)}, headers=guest.headers), 409)
    refused(await client.patch("/api/me", json={"name": alter(name)}, headers=own), 409)
    body = {"name": alter(name), "password": PASSWORD}
    refused(await client.post("/api/account", json=body, headers=guest.headers), 409)


async def test_a_name_that_is_given_up_is_free_with_all_that_look_like_it(client: httpx.AsyncClient) -> None:
    name = a_name()
    await signed_up(client, name)
    own = await session_of(client, name)
    fine(await client.patch("/api/me", json={"name": name.replace("O", "0")}, headers=own))
    fine(await client.patch("/api/me", json={"name": a_name()}, headers=own))
    await signed_up(client, name.replace("O", "\u041e"))


@pytest.mark.parametrize("name", ["Flint", "f1int 2", "Vulkan", "Somebody", "Jemand", "Qualcun\u03bf"])
async def test_a_guest_has_no_name_of_a_bot_or_of_those_who_left(client: httpx.AsyncClient, name: str) -> None:
    refused(await client.post("/api/guests", json={"name": name}), 409)


async def test_an_account_is_not_called_as_nameless_guests_are(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Guest 1234")
    for name in ("Guest 1234", "gast 7"):
        body = {"name": name, "password": PASSWORD}
        refused(await client.post("/api/account", json=body, headers=guest.headers), 409)


async def test_an_account_from_before_looks_were_compared_claims_its_own_when_it_signs_in(
    client: httpx.AsyncClient, server_url: str
) -> None:
    account = await signed_up(client, name := a_name())
    store = EventStore(server_url)
    credentials = Credentials(store)
    profile = await credentials.profile(account.guest.player)
    assert profile is not None
    before = msgspec.structs.replace(profile, look=None, claims=(folded(name),))
    assert await credentials.change(account.guest.player, profile, before)
    await AccountNames(store, credentials, ManualClock()).release(profile.claims[1], account.guest.player)
    alike = {"name": name.replace("O", "0")}
    fine(await client.post("/api/guests", json=alike))
    fine(await sign_in(client, name))
    refused(await client.post("/api/guests", json=alike), 409)
    await store.aclose()


def test_names_are_compared_without_case_width_and_kind_of_space() -> None:
    assert folded("STRASSE\u00a0x") == folded("Straße x") == folded("\uff53trasse  X")
    assert folded("é") == folded("e\u0301")
