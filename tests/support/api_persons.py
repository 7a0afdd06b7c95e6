"""What people do about themselves: sign up, sign in, give tokens to their programs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import httpx
from litestar import Litestar
from litestar.testing import AsyncTestClient

from domain.events import SeatResigned
from service.games.codec import decode_all
from service.runtime.clock import Clock, wall_clock
from service.store.event_store import EventStore
from tests.support.api_play import Guest, Json, fine, welcome
from tests.support.api_server import calling, unlimited

PASSWORD = "a stone, a fish and a fire"
SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}


class ManualClock:
    """A clock that a test sets."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += round(seconds * 1000)

    def pass_days(self, days: float) -> None:
        self.pass_seconds(days * 24 * 60 * 60)


class Account(NamedTuple):
    guest: Guest
    name: str

    @property
    def headers(self) -> dict[str, str]:
        return self.guest.headers


async def signed_up(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> Account:
    guest = await welcome(client, "Passing by")
    body = {"name": name, "password": password}
    fine(await client.post("/api/account", json=body, headers=guest.headers))
    return Account(guest, name)


async def sign_in(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/session", json={"name": name, "password": password})


async def session_of(client: httpx.AsyncClient, name: str, password: str = PASSWORD) -> dict[str, str]:
    """Headers of a new session; the client's own cookies stay what they are."""
    cookies = httpx.Cookies(client.cookies)
    secret = (await sign_in(client, name, password)).cookies["session"]
    client.cookies = cookies
    return {"Cookie": f"session={secret}", **SAME_ORIGIN}


async def token_for(client: httpx.AsyncClient, headers: dict[str, str], *scopes: str) -> Json:
    """A personal token; `headers` to use it are among what is given."""
    made = fine(await client.post("/api/tokens", json={"label": "bot", "scopes": scopes}, headers=headers))
    return {**made, "headers": {"Authorization": f"Bearer {made['token']}"}}


async def leave(client: httpx.AsyncClient, headers: dict[str, str], password: str | None = None) -> httpx.Response:
    return await client.request("DELETE", "/api/me", json={"password": password}, headers=headers)


async def seats_left_to(log: EventStore, game: str) -> dict[int, str]:
    """The seats that were left, with the bots that play them."""
    events = [stamped.event for stamped in decode_all(await log.read(game))]
    return {event.seat: event.successor for event in events if isinstance(event, SeatResigned)}


@asynccontextmanager
async def another_api(url: str, clock: Clock = wall_clock) -> AsyncIterator[AsyncTestClient[Litestar]]:
    """Another process beside the one under test, or another browser."""
    async with calling(unlimited(url), clock) as client:
        yield client


async def reset_login_attempts(url: str) -> None:
    """Tests share an address: what one guessed wrong must not make another wait."""
    store = EventStore(url)
    async for key in store.keys("attempts:*"):
        await store.servers.call(key, "DEL", key)
    await store.aclose()
