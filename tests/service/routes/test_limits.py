"""How often one caller may ask."""

import asyncio

import httpx
import pytest
from litestar.testing import AsyncTestClient

from service.app import create_app
from service.limits import Limits
from service.settings import Settings
from tests.service.routes.playing import Guest, refused, welcome


def limited(url: str, *, burst: int) -> httpx.AsyncClient:
    return AsyncTestClient(create_app(Settings(redis_url=url, rate=0.0001, burst=burst)))


async def test_who_asks_too_often_is_told_to_wait(server_url: str) -> None:
    async with limited(server_url, burst=5) as client:
        for _ in range(5):
            assert (await client.get("/health/live")).is_success
        answer = await client.get("/health/live")
        refused(answer, 429)
        assert answer.headers["retry-after"] == "1"


async def test_each_token_has_a_limit_of_its_own(server_url: str) -> None:
    async with limited(server_url, burst=6) as client:
        guests = [await welcome(client, "Ugh"), await welcome(client, "Nag")]
        for guest in guests:
            refused(await client.get("/api/games/none", headers=guest.headers), 404)
            refused(await _kept(client, guest), 422)
        answers = [await client.get("/health/live", headers=guest.headers) for guest in guests * 6]
        assert [answer.status_code for answer in answers] == [200] * 12
        refused(await client.get("/health/live", headers=guests[0].headers), 429)


async def _kept(client: httpx.AsyncClient, guest: Guest) -> httpx.Response:
    """A question for which the token is looked up: from then on it is known."""
    return await client.post("/api/records", content="x", headers=guest.headers)


async def test_made_up_tokens_do_not_help(server_url: str) -> None:
    async with limited(server_url, burst=5) as client:
        answers = [
            await client.get("/health/live", headers={"Authorization": f"Bearer {number}"}) for number in range(6)
        ]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]


def test_time_brings_new_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("service.limits.time.monotonic", lambda: now)
    limits = Limits(rate=2.0, burst=3, is_known=lambda header: True)
    assert [limits.allows("x") for _ in range(4)] == [True] * 3 + [False]
    now = 0.5
    assert [limits.allows("x") for _ in range(2)] == [True, False]
    now = 100.0
    assert [limits.allows("x") for _ in range(4)] == [True] * 3 + [False]
    assert limits.allows("y")


def test_the_account_of_callers_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.limits._KEPT", 10)
    limits = Limits(rate=1.0, burst=1, is_known=lambda header: True)
    for number in range(1000):
        assert limits.allows(str(number))
    assert len(limits._buckets) <= 10


async def test_a_refused_caller_costs_others_nothing(server_url: str) -> None:
    async with limited(server_url, burst=8) as client:
        guest = await welcome(client, "Ugh")
        refused(await _kept(client, guest), 422)
        await asyncio.gather(*(client.get("/health/live") for _ in range(20)))
        assert (await client.get("/health/live", headers=guest.headers)).is_success
