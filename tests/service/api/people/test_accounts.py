"""Turning a guest into an account with a unique name and a password."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from service.people.accounts import Accounts, Caller
from service.people.credentials import Credentials
from service.people.identity import People
from service.people.passwords import Passwords
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.api_persons import (
    PASSWORD,
    SAME_ORIGIN,
    ManualClock,
    another_api,
    reset_login_attempts,
    session_of,
    sign_in,
    signed_up,
)
from tests.support.api_play import DISCOVERY, Json, choice, fine, offered, opened, post, refused, started, welcome
from tests.support.api_server import QUICK_HASHER
from tests.support.servers import emptied
from tests.support.variants import only


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


def a_name() -> str:
    return f"Oona {uuid4().hex[:12]}"


async def test_a_guest_becomes_an_account_and_plays_on(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    mover, name = guests[choices["seat"]], a_name()
    answer = await client.post("/api/account", json={"name": name, "password": PASSWORD}, headers=mover.headers)
    assert answer.status_code == 201
    assert answer.json()["player"] == mover.player
    fine(await post(client, game, mover, choice(choices)))
    assert fine(await sign_in(client, name))["player"] == mover.player
    assert fine(await client.get(f"/api/games/{game}"))["viewer"] == choices["seat"]


async def test_me_shows_the_caller(client: httpx.AsyncClient) -> None:
    refused(await client.get("/api/me"), 401)
    guest, name = await welcome(client, "Ugh"), a_name()
    me = fine(await client.get("/api/me", headers=guest.headers))
    assert me == {
        "player": guest.player,
        "name": "Ugh",
        "account": False,
        "scopes": ["play", "read"],
        "by": "guest",
    }
    account = await signed_up(client, name)
    me = fine(await client.get("/api/me", headers=account.headers))
    assert (me["name"], me["account"]) == (name, True)


async def test_a_person_cannot_have_two_accounts(client: httpx.AsyncClient) -> None:
    account = await signed_up(client, a_name())
    credentials, own = {"name": a_name(), "password": PASSWORD}, await session_of(client, account.name)
    refused(await client.post("/api/account", json=credentials, headers=own), 409)
    refused(await sign_in(client, credentials["name"]), 401)


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
async def test_a_password_of_a_wrong_length_is_refused(client: httpx.AsyncClient, password: str) -> None:
    guest, name = await welcome(client, "Ugh"), a_name()
    answer = await client.post("/api/account", json={"name": name, "password": password}, headers=guest.headers)
    assert refused(answer, 422)["title"] == "Not a password"
    await signed_up(client, name)


async def test_passwords_of_any_letters(client: httpx.AsyncClient) -> None:
    for password in ("火" * 8, "x" * 200, "\u0000" * 8, " " * 8):
        name = a_name()
        await signed_up(client, name, password)
        assert (await sign_in(client, name, password)).is_success
        refused(await sign_in(client, name, password[:-1]), 401)


async def test_an_account_takes_another_name_and_leaves_the_old_one(client: httpx.AsyncClient) -> None:
    name, other = a_name(), a_name()
    account = await signed_up(client, name)
    await signed_up(client, other)
    own = await session_of(client, name)
    refused(await client.patch("/api/me", json={"name": other.upper()}, headers=own), 409)
    assert fine(await sign_in(client, name))["name"] == name
    new = a_name()
    assert fine(await client.patch("/api/me", json={"name": new}, headers=own))["name"] == new
    assert fine(await sign_in(client, new))["player"] == account.guest.player
    refused(await sign_in(client, name), 401)
    assert (await signed_up(client, name)).guest.player != account.guest.player


async def test_a_new_password_needs_the_old_one_and_ends_other_sessions(server_url: str) -> None:
    name, new, clock = a_name(), "two stones and a fire", ManualClock()
    async with another_api(server_url, clock) as client, another_api(server_url, clock) as elsewhere:
        account = await signed_up(client, name)
        fine(await sign_in(elsewhere, name))
        fine(await sign_in(client, name))
        for wrong in ({"password": new}, {"password": new, "current": "wrong one"}):
            assert (await client.patch("/api/me", json=wrong, headers=SAME_ORIGIN)).status_code in (400, 401)
        before = client.cookies["session"]
        fine(await client.patch("/api/me", json={"password": new, "current": PASSWORD}, headers=SAME_ORIGIN))
        assert client.cookies["session"] != before
        assert fine(await client.get("/api/me"))["name"] == name
        clock.pass_seconds(2)  # as long as other processes cache a resolved credential
        refused(await elsewhere.get("/api/me"), 401)
        refused(await sign_in(client, name), 401)
        assert fine(await sign_in(client, name, new))["player"] == account.guest.player


async def test_the_token_of_a_guest_who_has_an_account_plays_on_and_a_new_password_ends_it(server_url: str) -> None:
    clock = ManualClock()
    async with another_api(server_url, clock) as client, another_api(server_url, clock) as elsewhere:
        account = await signed_up(client, a_name())
        requests: list[tuple[str, str, Json]] = [
            ("POST", "/api/tokens", {"label": "more", "scopes": ["play"]}),
            ("PATCH", "/api/me", {"name": a_name()}),
            ("DELETE", "/api/me", {"password": PASSWORD}),
            ("GET", "/api/me/export", None),
            ("DELETE", "/api/sessions", None),
        ]
        for method, path, body in requests:
            refused(await client.request(method, path, json=body, headers=account.headers), 403)
        await opened(client, account.guest, DISCOVERY)
        own, new = await session_of(client, account.name), {"password": "two stones and a fire", "current": PASSWORD}
        fine(await elsewhere.get("/api/me", headers=account.headers))
        fine(await client.patch("/api/me", json=new, headers=own))
        refused(await client.get("/api/me", headers=account.headers), 401)
        clock.pass_seconds(2)  # as long as other processes cache a resolved credential
        refused(await elsewhere.get("/api/me", headers=account.headers), 401)
        assert fine(await client.get("/api/me"))["player"] == account.guest.player


async def test_name_and_password_change_together_or_not_at_all(client: httpx.AsyncClient) -> None:
    name, other, new = a_name(), a_name(), {"password": "two stones and a fire", "current": PASSWORD}
    account = await signed_up(client, name)
    await signed_up(client, other)
    fine(await sign_in(client, name))
    for half, status in (
        ({**new, "current": None}, 400),
        ({**new, "current": "wrong one"}, 401),
        ({**new, "password": "short"}, 422),
        ({**new, "name": " "}, 422),
        ({**new, "name": other}, 409),
    ):
        refused(await client.patch("/api/me", json={"name": a_name(), **half}, headers=SAME_ORIGIN), status)
        assert fine(await client.get("/api/me"))["name"] == name
    assert fine(await sign_in(client, name))["player"] == account.guest.player
    whole = await client.patch("/api/me", json={"name": (later := a_name()), **new}, headers=SAME_ORIGIN)
    assert fine(whole)["name"] == later
    assert fine(await sign_in(client, later, new["password"]))["name"] == later
    refused(await sign_in(client, name), 401)


async def test_a_guest_has_no_password_to_change(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    change = {"password": "two stones", "current": PASSWORD}
    refused(await client.patch("/api/me", json=change, headers=guest.headers), 409)


# No step leaves anything half done: the store becomes unavailable after each step in turn.


def lost_after(url: str, calls: int) -> EventStore:
    """A store that becomes unavailable after `calls` calls."""
    store, left = EventStore(url), calls
    call = store.servers.call

    async def limited(*words: Any, **options: Any) -> Any:
        nonlocal left
        if not left:
            raise Unavailable("lost")
        left -= 1
        return await call(*words, **options)

    store.servers.call = limited  # type: ignore[method-assign]
    return store


async def is_interrupted(url: str, player: str, name: str, calls: int, clock: ManualClock) -> bool:
    """Whether a sign-up (or, of an account, a new name) failed because the store was lost after `calls` calls."""
    store = EventStore(url)
    profile = await Credentials(store).profile(player)
    await store.aclose()
    assert profile is not None
    failing = lost_after(url, calls)
    accounts = Accounts(failing, People(failing, clock), clock)
    accounts.passwords = Passwords(QUICK_HASHER)
    try:
        await (
            accounts.rename(player, name) if profile.account else accounts.sign_up(player, name, PASSWORD, "127.0.0.1")
        )
    except Unavailable:
        return True
    finally:
        accounts.passwords.close()
        await failing.aclose()
    return False


@pytest.mark.parametrize("renames", [False, True])
@pytest.mark.parametrize("is_same", [True, False])
@pytest.mark.parametrize("which", only(["cluster_url"], ["server_url", "cluster_url"]))
async def test_an_interrupted_sign_up_or_renaming_can_be_repeated_and_blocks_nobody(
    request: pytest.FixtureRequest, which: str, is_same: bool, renames: bool
) -> None:
    clock, url = ManualClock(), request.getfixturevalue(which)
    store = EventStore(url)
    await emptied(store)
    people, calls = People(store, clock), 0
    accounts = Accounts(store, people, clock)
    accounts.passwords = Passwords(QUICK_HASHER)
    while True:
        first, second = [(await people.welcome("Ugh"))[0].player for _ in range(2)]
        if renames:
            await accounts.sign_up(first, f"old {calls}", PASSWORD, "127.0.0.1")
        if not await is_interrupted(url, first, f"new {calls}", calls, clock):
            break
        clock.pass_seconds(60)
        profile = await people.credentials.profile(first)
        assert profile is not None
        if is_same and (renames or profile.account is None):
            await (accounts.rename if renames else _sign_up(accounts))(first, f"new {calls}")
        elif profile.account != f"new {calls}":
            await accounts.sign_up(second, f"new {calls}", PASSWORD, "127.0.0.1")
        holder = first if is_same or profile.account == f"new {calls}" else second
        assert (await accounts.sign_in(f"new {calls}", PASSWORD, Caller("there"))).player == holder
        calls += 1
    assert calls >= 4
    accounts.passwords.close()
    await store.aclose()


def _sign_up(accounts: Accounts) -> Callable[[str, str], Awaitable[object]]:
    return lambda player, name: accounts.sign_up(player, name, PASSWORD, "127.0.0.1")
