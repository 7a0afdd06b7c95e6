"""Moderators, and what they do through the API."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import httpx
import msgspec
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.runtime.clock import Clock, moment, wall_clock
from service.services import Services
from tests.support.api_persons import SAME_ORIGIN, ManualClock
from tests.support.api_play import Guest, Json, fine

DAY = 24 * 60 * 60 * 1000
REASON = "Games that were lost on purpose."
T = TypeVar("T")


class Moderator(NamedTuple):
    client: httpx.AsyncClient
    player: str
    headers: dict[str, str]

    async def act(self, player: str, act: str, **more: Json) -> httpx.Response:
        body = {"act": act, "reason": REASON, **more}
        return await self.client.post(f"/api/moderation/people/{player}/acts", json=body, headers=self.headers)

    async def restore(self, number: int, reason: str = "A mistake.") -> httpx.Response:
        path = f"/api/moderation/acts/{number}/restore"
        return await self.client.post(path, json={"reason": reason}, headers=self.headers)

    async def get(self, path: str, **query: Json) -> httpx.Response:
        return await self.client.get(f"/api/moderation/{path}", headers=self.headers, params=query)


def in_process(client: AsyncTestClient[Litestar], do: Callable[..., Awaitable[T]], *args: Any) -> T:
    """What `do` returns for the parts of the API under test. It runs in the loop of the API."""
    return client.blocking_portal.call(do, client.app.state.services, *args)


async def moderator(client: AsyncTestClient[Litestar]) -> Moderator:
    """A new account with the role, and a session. It has no password, because hashing one takes long."""
    player, secret = in_process(client, _appointed)
    return Moderator(client, player, {"Cookie": f"session={secret}", **SAME_ORIGIN})


async def _appointed(services: Services) -> tuple[str, str]:
    person, secret = await services.people.welcome("Appointed", "session")
    profile = await services.people.credentials.profile(person.player)
    assert profile is not None
    account = msgspec.structs.replace(profile, account=f"appointed {person.player}")
    assert await services.people.credentials.change(person.player, profile, account)
    await services.moderation.give_role(person.player, "moderator", "Trusted")
    return person.player, secret


def in_days(days: float, clock: Clock = wall_clock) -> str:
    return moment(clock() + round(days * DAY)).isoformat()


async def me(client: httpx.AsyncClient, guest: Guest) -> Json:
    return fine(await client.get("/api/session", headers=guest.headers))


class Place(NamedTuple):
    """An API whose clock the test sets, and a moderator there."""

    client: AsyncTestClient[Litestar]
    clock: ManualClock
    mod: Moderator

    def in_days(self, days: float) -> str:
        return in_days(days, self.clock)
