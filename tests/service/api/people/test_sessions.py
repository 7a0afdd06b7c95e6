"""Signing in and out, how long sessions last, and guessing passwords."""

import asyncio
from collections.abc import AsyncIterator
from typing import Literal
from uuid import uuid4

import httpx
import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.people.passwords import Passwords
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
from tests.support.api_play import TRIBE, fine, refused, welcome
from tests.support.api_server import QUICK_HASHER


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


@pytest.fixture
def name() -> str:
    return f"Nag {uuid4().hex[:12]}"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def timed(server_url: str, clock: ManualClock) -> AsyncIterator[AsyncTestClient[Litestar]]:
    """A client of an API whose clock the test sets."""
    async with another_api(server_url, clock) as client:
        yield client


async def test_signing_in_sets_a_cookie_hidden_from_scripts_and_other_sites(
    client: httpx.AsyncClient, name: str
) -> None:
    account = await signed_up(client, name)
    answer = await sign_in(client, name)
    assert fine(answer) == {"player": account.guest.player, "name": name}
    for cookie in answer.headers.get_list("set-cookie"):
        flags = cookie.lower().split("; ")
        assert {"httponly", "samesite=lax", "path=/"} <= set(flags)
        assert "secure" not in flags
    assert fine(await client.get("/api/me"))["by"] == "session"
    safe = await client.post("https://testserver.local/api/session", json={"name": name, "password": PASSWORD})
    assert all("secure" in cookie.lower().split("; ") for cookie in safe.headers.get_list("set-cookie"))


async def test_each_sign_in_makes_a_new_session_whatever_cookie_was_there(client: httpx.AsyncClient, name: str) -> None:
    account = await signed_up(client, name)
    planted = f"{account.guest.player}.{'x' * 43}"
    client.cookies.set("session", planted)
    refused(await client.get("/api/me"), 401)
    client.cookies.clear()
    answer = await client.post(
        "/api/session", json={"name": name, "password": PASSWORD}, headers={"Cookie": f"session={planted}"}
    )
    first = answer.cookies["session"]
    assert first != planted
    client.cookies.clear()
    refused(await client.get("/api/me", headers={"Cookie": f"session={planted}"}), 401)
    again = await client.post(
        "/api/session", json={"name": name, "password": PASSWORD}, headers={"Cookie": f"session={first}"}
    )
    client.cookies.clear()
    assert again.cookies["session"] != first
    refused(await client.get("/api/me", headers={"Cookie": f"session={first}"}), 401)
    assert (await client.get("/api/me", headers={"Cookie": f"session={again.cookies['session']}"})).is_success


async def test_signing_up_with_a_session_gives_a_new_one(client: httpx.AsyncClient, name: str) -> None:
    fine(await client.post("/api/guests", params={"cookie": "true"}))
    before = client.cookies["session"]
    fine(await client.post("/api/account", json={"name": name, "password": PASSWORD}, headers=SAME_ORIGIN))
    assert client.cookies["session"] != before
    assert fine(await client.get("/api/me"))["account"]
    client.cookies.clear()
    refused(await client.get("/api/me", headers={"Cookie": f"session={before}"}), 401)


async def test_a_token_is_no_cookie_and_a_session_no_token(client: httpx.AsyncClient, name: str) -> None:
    account = await signed_up(client, name)
    secret = (await sign_in(client, name)).cookies["session"]
    client.cookies.clear()
    refused(await client.get("/api/me", headers={"Authorization": f"Bearer {secret}"}), 401)
    refused(await client.get("/api/me", headers={"Cookie": f"session={account.guest.token}"}), 401)


async def test_the_session_shows_the_caller_and_is_null_for_strangers(client: httpx.AsyncClient, name: str) -> None:
    assert fine(await client.get("/api/session")) is None
    assert fine(await client.get("/api/session", headers={"Cookie": "session=ended"})) is None
    account = await signed_up(client, name)
    fine(await sign_in(client, name))
    for headers in ({}, account.headers):
        me = fine(await client.get("/api/session", headers=headers))
        assert me == fine(await client.get("/api/me", headers=headers))
        assert (me["player"], me["name"], me["account"]) == (account.guest.player, name, True)
    fine(await client.delete("/api/session", headers=SAME_ORIGIN))
    assert fine(await client.get("/api/session")) is None


async def test_signing_out_ends_this_session_only(client: httpx.AsyncClient, server_url: str, name: str) -> None:
    await signed_up(client, name)
    fine(await sign_in(client, name))
    secret = client.cookies["session"]
    async with another_api(server_url) as elsewhere:
        fine(await sign_in(elsewhere, name))
        assert fine(await client.delete("/api/session", headers=SAME_ORIGIN)) == {"ended": 1}
        assert "session" not in client.cookies
        refused(await client.get("/api/me", headers={"Cookie": f"session={secret}"}), 401)
        assert (await elsewhere.get("/api/me")).is_success


async def test_signing_out_everywhere_ends_all_sessions_and_no_tokens(
    timed: httpx.AsyncClient, server_url: str, clock: ManualClock, name: str
) -> None:
    account = await signed_up(timed, name)
    async with another_api(server_url, clock) as elsewhere:
        fine(await sign_in(elsewhere, name))
        fine(await sign_in(timed, name))
        assert fine(await timed.delete("/api/sessions", headers=SAME_ORIGIN)) == {"ended": 2}
        clock.pass_seconds(2)  # as long as other processes cache a resolved credential
        refused(await elsewhere.get("/api/me"), 401)
        assert (await timed.get("/api/me", headers=account.headers)).is_success


async def test_an_ended_session_still_reads_what_is_public_and_signs_in_again(
    client: httpx.AsyncClient, name: str
) -> None:
    guest = await welcome(client, "Ugh")
    game = fine(await client.post("/api/games", json={"rules": TRIBE}, headers=guest.headers))["id"]
    await signed_up(client, name)
    client.cookies.set("session", f"{guest.player}.{'x' * 43}")
    assert (await client.get(f"/api/games/{game}")).is_success
    assert (await sign_in(client, name)).is_success


async def test_a_session_ends_after_thirty_days_without_use(
    timed: httpx.AsyncClient, clock: ManualClock, name: str
) -> None:
    await signed_up(timed, name)
    fine(await sign_in(timed, name))
    for _ in range(5):
        clock.pass_days(29)
        assert (await timed.get("/api/me")).is_success
    clock.pass_days(30)
    refused(await timed.get("/api/me"), 401)


async def test_a_guests_session_lives_for_more_than_a_year(timed: httpx.AsyncClient, clock: ManualClock) -> None:
    fine(await timed.post("/api/guests", params={"cookie": "true"}))
    clock.pass_days(399)
    assert (await timed.get("/api/me")).is_success
    clock.pass_days(400)
    refused(await timed.get("/api/me"), 401)


async def test_old_sessions_make_room_for_new_ones(
    timed: AsyncTestClient[Litestar], clock: ManualClock, name: str
) -> None:
    timed.app.state.services.people.most_sessions = 3
    await signed_up(timed, name)
    secrets = []
    for _ in range(5):
        secrets.append((await sign_in(timed, name)).cookies["session"])
        timed.cookies.clear()
        clock.pass_seconds(10)
    answers = [await timed.get("/api/me", headers={"Cookie": f"session={secret}"}) for secret in secrets]
    assert [answer.is_success for answer in answers] == [False, False, True, True, True]


# Guessing


@pytest.mark.parametrize("exists", [True, False])
async def test_guessing_takes_longer_and_longer_whether_the_name_exists_or_not(
    timed: httpx.AsyncClient, server_url: str, clock: ManualClock, name: str, exists: bool
) -> None:
    if exists:
        await signed_up(timed, name)
    for _ in range(5):
        problem = refused(await sign_in(timed, name, "wrong password"), 401)
        assert problem["detail"] == "The name or the password is wrong."
    waits = []
    async with another_api(server_url, clock) as beside:
        for client in (timed, beside) * 6:
            answer = await sign_in(client, name)
            refused(answer, 429)
            waits.append(int(answer.headers["retry-after"]))
            clock.pass_seconds(waits[-1])
            refused(await sign_in(client, name, "wrong password"), 401)
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]
    clock.pass_seconds(300)
    assert (await sign_in(timed, name.upper())).is_success == exists


async def test_the_right_password_resets_the_count_of_wrong_ones(timed: httpx.AsyncClient, name: str) -> None:
    await signed_up(timed, name)
    for _ in range(3):
        for _ in range(4):
            refused(await sign_in(timed, name, "wrong password"), 401)
        fine(await sign_in(timed, name))


async def test_parallel_guesses_are_limited_like_sequential_ones(timed: httpx.AsyncClient, name: str) -> None:
    await signed_up(timed, name)
    answers = await asyncio.gather(*(sign_in(timed, name, f"wrong password {number}") for number in range(30)))
    assert sorted(answer.status_code for answer in answers) == [401] * 5 + [429] * 25


async def test_an_address_that_tries_many_names_has_to_wait(timed: httpx.AsyncClient, name: str) -> None:
    await signed_up(timed, name)
    for number in range(30):
        if number % 10 == 9:
            fine(await sign_in(timed, name))  # signing in to their own account does not help
        refused(await sign_in(timed, f"{name} {number}", "wrong password"), 401)
    refused(await sign_in(timed, f"{name} 31"), 429)


async def test_a_stolen_session_cannot_guess_the_password(timed: httpx.AsyncClient, name: str) -> None:
    await signed_up(timed, name)
    body, stolen = {"password": "another one", "current": "wrong password"}, await session_of(timed, name)
    for _ in range(5):
        refused(await timed.patch("/api/me", json=body, headers=stolen), 401)
    refused(await timed.patch("/api/me", json=body, headers=stolen), 429)
    refused(await timed.request("DELETE", "/api/me", json={"password": "x"}, headers=stolen), 429)


class CountingHasher(PasswordHasher):
    """Records the cost of each verification."""

    def __init__(self) -> None:
        super().__init__(QUICK_HASHER.time_cost, QUICK_HASHER.memory_cost, QUICK_HASHER.parallelism)
        self.verified: list[Parameters] = []

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        self.verified.append(extract_parameters(hash if isinstance(hash, str) else hash.decode()))
        return super().verify(hash, password)


async def test_a_wrong_password_costs_the_same_work_whether_the_name_exists_or_not(
    timed: httpx.AsyncClient, name: str
) -> None:
    await signed_up(timed, name)
    hasher, accounts = CountingHasher(), timed.app.state.services.accounts  # type: ignore[attr-defined]
    accounts.passwords.close()
    accounts.passwords = Passwords(hasher)
    for tried in (name, f"{name} nobody"):
        refused(await sign_in(timed, tried, "wrong password"), 401)
    exists, unknown = hasher.verified
    assert exists == unknown


@pytest.mark.parametrize("text", ["", "x" * 10_000, "\u0000", "a\nb", "{b000}"])
async def test_malformed_names_and_passwords_are_refused_as_wrong(client: httpx.AsyncClient, text: str) -> None:
    refused(await sign_in(client, text, text or "x"), 401)
