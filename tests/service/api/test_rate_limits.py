"""Limits on requests per caller, and on new guests per address."""

import asyncio
from contextlib import AbstractAsyncContextManager

import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.http.limits.rate_limits import Buckets, GuestLimit
from service.people.client_network import wide_network
from service.people.login_throttle import TooOften
from service.runtime.settings import Settings
from tests.support.api_persons import token_for
from tests.support.api_play import fine, refused, welcome
from tests.support.api_server import calling


def limited(url: str, *, burst: int) -> AbstractAsyncContextManager[AsyncTestClient[Litestar]]:
    return calling(Settings(redis_url=url, rate=0.0001, burst=burst))


async def test_a_caller_over_the_limit_is_refused_with_a_time_to_wait(server_url: str) -> None:
    async with limited(server_url, burst=5) as client:
        for _ in range(5):
            assert (await client.get("/health/live")).is_success
        answer = await client.get("/health/live")
        refused(answer, 429)
        assert int(answer.headers["retry-after"]) >= 1


async def test_each_person_has_a_separate_limit(server_url: str) -> None:
    async with limited(server_url, burst=12) as client:
        guests = [await welcome(client, "Ugh"), await welcome(client, "Nag")]
        for guest in guests:
            fine(await client.get("/api/me", headers=guest.headers))  # from then on this process knows the token
        answers = [await client.get("/health/live", headers=guest.headers) for guest in guests * 12]
        assert [answer.status_code for answer in answers] == [200] * 24
        refused(await client.get("/health/live", headers=guests[0].headers), 429)


async def test_all_tokens_of_a_person_share_one_limit(server_url: str) -> None:
    async with limited(server_url, burst=5) as client:
        guest = await welcome(client, "Ugh")
        made = [await token_for(client, guest.headers, "read") for _ in range(2)]
        for token in made:
            fine(await client.get("/api/me", headers=token["headers"]))
        answers = [await client.get("/health/live", headers=token["headers"]) for token in made * 3]
        assert [answer.status_code for answer in answers][-1] == 429


async def test_unknown_tokens_share_the_limit_of_their_address(server_url: str) -> None:
    async with limited(server_url, burst=5) as client:
        answers = [
            await client.get("/health/live", headers={"Authorization": f"Bearer {number}"}) for number in range(6)
        ]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429]


async def test_requests_without_a_route_count_too(server_url: str) -> None:
    async with limited(server_url, burst=5) as client:
        answers = [await client.get(f"/no/such/{number}") for number in range(6)]
        assert [answer.status_code for answer in answers] == [404] * 5 + [429]


async def test_many_persons_of_one_network_share_a_limit_of_four(server_url: str) -> None:
    async with limited(server_url, burst=30) as client:
        guests = [await welcome(client, "Ugh") for _ in range(6)]
        for guest in guests:
            fine(await client.get("/api/me", headers=guest.headers))
        answers = [await client.get("/health/live", headers=guest.headers) for guest in guests for _ in range(20)]
        refusals = [answer.status_code for answer in answers].count(429)
        assert refusals == 6 * 20 - (4 * 30 - 2 * 6), "what is left of four times the burst"


async def test_dear_requests_cost_more(server_url: str) -> None:
    async with limited(server_url, burst=30) as client:
        assert (await client.get("/api/games/none/film")).status_code == 404
        answer = await client.get("/health/live")
        assert refused(answer, 429)["code"] == "too_fast"
        assert int(answer.headers["retry-after"]) > 1


def test_the_wait_says_when_the_price_can_be_paid() -> None:
    limits = Buckets(rate=2.0, burst=10, now=lambda: 0.0)
    assert limits.take("x", 7) == 0.0
    assert limits.take("x", 7) == 2.0
    assert limits.take("x", 3) == 0.0


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:1:1::1", "2001:db8:1:2::1", True),
        ("2001:db8:1::1", "2001:db8:2::1", False),
        ("198.51.100.7", "198.51.100.8", False),
        ("::ffff:198.51.100.7", "198.51.100.7", True),
    ],
)
def test_a_wide_network_is_a_48_or_an_address(first: str, second: str, same: bool) -> None:
    assert (wide_network(first) == wide_network(second)) is same


def test_a_bucket_refills_with_time_up_to_its_burst() -> None:
    now = 0.0
    limits = Buckets(rate=2.0, burst=3, now=lambda: now)
    assert [limits.allows("x") for _ in range(4)] == [True] * 3 + [False]
    now = 0.5
    assert [limits.allows("x") for _ in range(2)] == [True, False]
    now = 100.0
    assert [limits.allows("x") for _ in range(4)] == [True] * 3 + [False]
    assert limits.allows("y")


def test_the_number_of_remembered_callers_is_bounded() -> None:
    limits = Buckets(rate=1.0, burst=1, most=10)
    for number in range(1000):
        assert limits.allows(str(number))
        assert len(limits) <= 10


async def test_a_refused_caller_does_not_use_up_the_limit_of_others(server_url: str) -> None:
    async with limited(server_url, burst=8) as client:
        guest = await welcome(client, "Ugh")
        fine(await client.get("/api/me", headers=guest.headers))
        await asyncio.gather(*(client.get("/health/live") for _ in range(20)))
        assert (await client.get("/health/live", headers=guest.headers)).is_success


# Guests


async def test_an_address_with_too_many_new_guests_has_to_wait(server_url: str) -> None:
    async with calling(Settings(redis_url=server_url, guests=3)) as client:
        guests = [await welcome(client, "Ugh") for _ in range(3)]
        for query in ({}, {"cookie": "true"}):
            answer = await client.post("/api/guests", params=query)
            assert refused(answer, 429)["code"] == "too_many_attempts"
            assert answer.headers["retry-after"] == "20"
        fine(await client.get("/api/me", headers=guests[0].headers))  # existing guests are not limited


def test_guest_limit_is_per_address_and_refills() -> None:
    now = 0.0
    guest_limit = GuestLimit(guests=10, now=lambda: now)
    for _ in range(10):
        guest_limit.count("2001:db8::1")
    with pytest.raises(TooOften, match="6 s"):
        guest_limit.count("2001:db8::ffff:2")  # one subscriber has all addresses of this network
    for other in ("2001:db8:0:1::1", "198.51.100.7", "::ffff:198.51.100.8"):
        guest_limit.count(other)
    for number in range(40):
        guest_limit.count(f"2001:db8:7:{number:x}::1")
    with pytest.raises(TooOften):
        guest_limit.count("2001:db8:7:ffff::1")  # a whole /48 counts as four of these networks
    now = 6.0
    guest_limit.count("2001:db8::1")
    with pytest.raises(TooOften):
        guest_limit.count("2001:db8::1")


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_guests_from_this_machine_are_not_limited(address: str) -> None:
    guest_limit = GuestLimit(guests=1)
    for _ in range(100):
        guest_limit.count(address)
