"""Nobody can keep somebody else from signing in, neither by guesses nor by work for the server."""

import asyncio
from collections.abc import AsyncIterator
from threading import Event
from typing import NamedTuple

import httpx
import pytest
from argon2 import PasswordHasher

from service.people.accounts import Accounts, Caller, NameTaken, WrongPassword
from service.people.identity import People
from service.people.login_throttle import TooOften
from service.people.passwords import Overrun, Passwords
from service.store.event_store import EventStore
from tests.support.api_persons import PASSWORD, ManualClock, reset_login_attempts, sign_in, signed_up
from tests.support.api_play import fine, refused, welcome
from tests.support.api_server import QUICK_HASHER
from tests.support.servers import emptied

HOME, CAFE = "198.51.100.7", "203.0.113.9"


class Desk(NamedTuple):
    """Accounts on a store of their own, with one account: Oona's."""

    accounts: Accounts
    people: People
    clock: ManualClock
    oona: str

    async def guess(self, address: str, password: str = "wrong password", device: str = "") -> int:
        """How long to wait; 0 if the guess was looked at."""
        try:
            await self.accounts.sign_in("Oona", password, Caller(address, device))
        except WrongPassword:
            return 0
        except TooOften as refusal:
            return refusal.retry_after or 0
        return 0

    async def device(self) -> str:
        profile = await self.people.credentials.profile(self.oona)
        assert profile is not None
        return await self.people.remember_device(self.oona, profile)

    async def stuck_hasher(self) -> "StuckHasher":
        """Replaces the hasher by one that holds new hashes once its event is cleared."""
        hasher = StuckHasher()
        self.accounts.passwords.close()
        self.accounts.passwords = Passwords(hasher)
        await self.accounts.passwords.match(None, "the first one hashes a decoy")
        hasher.made = 0
        return hasher


@pytest.fixture
async def desk(server_url: str) -> AsyncIterator[Desk]:
    store, clock = EventStore(server_url), ManualClock()
    await emptied(store)
    people = People(store, clock)
    accounts = Accounts(store, people, clock)
    accounts.passwords = Passwords(QUICK_HASHER)
    oona = (await people.welcome("Ugh"))[0].player
    await accounts.sign_up(oona, "Oona", PASSWORD, HOME)
    yield Desk(accounts, people, clock, oona)
    accounts.passwords.close()
    await emptied(store)  # or other tests could not use the name
    await store.aclose()


class StuckHasher(PasswordHasher):
    """Holds every new hash until it is released."""

    def __init__(self) -> None:
        super().__init__(QUICK_HASHER.time_cost, QUICK_HASHER.memory_cost, QUICK_HASHER.parallelism)
        self.released, self.made = Event(), 0
        self.released.set()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.released.wait()
        self.made += 1
        return super().hash(password, salt=salt)


def networks(count: int) -> list[str]:
    return [f"192.0.2.{number}" for number in range(count)]


async def test_guesses_from_everywhere_do_not_shut_the_owner_out(desk: Desk) -> None:
    for _ in range(3):
        for _ in range(12):  # the last ones just before the owner comes
            desk.clock.pass_seconds(300)
            for address in networks(20):
                await desk.guess(address)
        wait = await desk.guess(CAFE, PASSWORD)
        desk.clock.pass_seconds(wait)
        signed_in = await desk.accounts.sign_in("Oona", PASSWORD, Caller(CAFE))
        assert (signed_in.player, wait <= 30) == (desk.oona, True)


async def test_strangers_are_slowed_when_a_name_has_been_tried_often(desk: Desk) -> None:
    for address in networks(20):
        assert await desk.guess(address) == 0
    assert await desk.guess(CAFE) == 30
    desk.clock.pass_seconds(30)
    assert await desk.guess(CAFE) == 0
    assert await desk.guess(CAFE) == 30


async def test_a_device_that_signed_in_before_does_not_wait_for_strangers(desk: Desk) -> None:
    device = await desk.device()
    for _ in range(40):  # also from the network of the owner
        await desk.guess(HOME)
    for address in networks(30):
        await desk.guess(address)
    assert (await desk.accounts.sign_in("Oona", PASSWORD, Caller(HOME, device))).is_known_device


async def test_a_device_may_not_guess_more_often_than_a_stranger(desk: Desk) -> None:
    device = await desk.device()
    waits = [await desk.guess(HOME, device=device) for _ in range(6)]
    assert waits == [0, 0, 0, 0, 0, 1]
    assert await desk.guess(CAFE, device=device) == 1


async def test_a_device_is_known_to_the_account_that_it_signed_in_to_only(desk: Desk) -> None:
    other = (await desk.people.welcome("Ugh"))[0].player
    profile = await desk.accounts.sign_up(other, "Nag", PASSWORD, HOME)
    device = await desk.people.remember_device(other, profile)
    assert not (await desk.accounts.sign_in("Oona", PASSWORD, Caller(HOME, device))).is_known_device


async def test_the_cookie_of_a_device_is_neither_a_session_nor_a_token(
    client: httpx.AsyncClient, server_url: str
) -> None:
    await reset_login_attempts(server_url)
    await signed_up(client, name := "Device of Oona")
    device = (await sign_in(client, name)).cookies["device"]
    client.cookies.clear()
    refused(await client.get("/api/me", headers={"Cookie": f"session={device}"}), 401)
    refused(await client.get("/api/me", headers={"Authorization": f"Bearer {device}"}), 401)
    again = await client.post(
        "/api/session", json={"name": name, "password": PASSWORD}, headers={"Cookie": f"device={device}"}
    )
    assert fine(again)
    assert "device" not in again.cookies


async def test_too_many_sign_ups_do_not_hold_up_signing_in(desk: Desk) -> None:
    hasher = await desk.stuck_hasher()
    hasher.released.clear()
    guests = [(await desk.people.welcome("Ugh"))[0].player for _ in range(60)]
    sign_ups = [
        asyncio.create_task(desk.accounts.sign_up(guest, f"Nag {number}", PASSWORD, f"192.0.2.{number}"))
        for number, guest in enumerate(guests)
    ]
    _, waiting = await asyncio.wait(sign_ups, return_when=asyncio.FIRST_EXCEPTION)
    for _ in range(20):
        assert (await desk.accounts.sign_in("Oona", PASSWORD, Caller(CAFE))).player == desk.oona
    hasher.released.set()
    results = await asyncio.gather(*sign_ups, return_exceptions=True)
    assert waiting
    assert sum(isinstance(result, Overrun) for result in results) == 40


async def test_a_name_that_is_taken_costs_no_hash(desk: Desk) -> None:
    hasher = await desk.stuck_hasher()
    guest = (await desk.people.welcome("Ugh"))[0].player
    for name in ("Flint", "Somebody", "Oona"):
        with pytest.raises(NameTaken):
            await desk.accounts.sign_up(guest, name, PASSWORD, HOME)
    assert hasher.made == 0


async def test_new_passwords_are_limited_by_person_and_by_network(desk: Desk) -> None:
    for number in range(4):  # the sign-up was the first
        await desk.accounts.change_password(desk.oona, PASSWORD, PASSWORD, f"192.0.2.{number}")
    with pytest.raises(TooOften):
        await desk.accounts.change_password(desk.oona, PASSWORD, PASSWORD, CAFE)
    guests = [(await desk.people.welcome("Ugh"))[0].player for _ in range(21)]
    for number, guest in enumerate(guests[:20]):
        await desk.accounts.sign_up(guest, f"Nag {number}", PASSWORD, CAFE)
    with pytest.raises(TooOften):
        await desk.accounts.sign_up(guests[20], "Nag 20", PASSWORD, CAFE)
    await desk.accounts.sign_up(guests[20], "Nag 20", PASSWORD, "192.0.2.77")


async def test_somebody_with_many_networks_guesses_no_more_than_four_of_them(desk: Desk) -> None:
    """Providers give whole /48 networks away: each holds 65,536 of those that usually belong to one customer."""
    looked_at = 0
    for _ in range(2):  # once a name has been tried often, each network has to wait before its first attempt
        for number in range(200):
            looked_at += await desk.guess(f"2001:db8:1:{number:x}::1") == 0
        desk.clock.pass_seconds(31)
    assert looked_at <= 4 * 30 + 1


async def test_an_attempt_that_was_not_looked_at_does_not_count(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def overrun(stored: str | None, password: str) -> bool:
        raise Overrun

    with monkeypatch.context() as patched:
        patched.setattr(desk.accounts.passwords, "match", overrun)
        for _ in range(40):
            assert await desk.guess(CAFE, PASSWORD) == 2
    assert (await desk.accounts.sign_in("Oona", PASSWORD, Caller(CAFE))).player == desk.oona


async def test_a_guest_who_is_refused_a_name_may_try_another_at_once(
    client: httpx.AsyncClient, server_url: str
) -> None:
    await reset_login_attempts(server_url)
    guest = await welcome(client, "Ugh")
    for _ in range(30):
        refused(
            await client.post("/api/account", json={"name": "Flint", "password": PASSWORD}, headers=guest.headers), 409
        )
    body = {"name": "Somebody else of the lake", "password": PASSWORD}
    fine(await client.post("/api/account", json=body, headers=guest.headers))
