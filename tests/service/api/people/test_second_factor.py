"""Codes of an app and recovery codes as a second factor for signing in."""

from collections.abc import AsyncIterator

import httpx
import pyotp
import pytest

from tests.support.api_persons import PASSWORD, SAME_ORIGIN, ManualClock, another_api, reset_login_attempts, signed_up
from tests.support.api_play import Json, fine, refused

NAME = "Oona of the two stones"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def client(server_url: str, clock: ManualClock) -> AsyncIterator[httpx.AsyncClient]:
    await reset_login_attempts(server_url)
    async with another_api(server_url, clock) as client:
        yield client


async def sign_in(client: httpx.AsyncClient, name: str, code: str | None = None) -> httpx.Response:
    body = {"name": name, "password": PASSWORD, **({"code": code} if code else {})}
    return await client.post("/api/session", json=body, headers=SAME_ORIGIN)


class Phone:
    """The app, which shows another code after half a minute."""

    def __init__(self, secret: str, clock: ManualClock) -> None:
        self._app, self._clock = pyotp.TOTP(secret), clock

    def code(self) -> str:
        return self._app.at(self._clock() // 1000)

    def later_code(self) -> str:
        self._clock.pass_seconds(30)
        return self.code()


async def with_factor(client: httpx.AsyncClient, clock: ManualClock, name: str) -> tuple[Phone, list[str]]:
    """An account that is signed in and has a second factor."""
    await signed_up(client, name)
    fine(await sign_in(client, name))
    prepared = fine(await client.post("/api/me/second-factor", json={"password": PASSWORD}, headers=SAME_ORIGIN))
    phone = Phone(prepared["secret"], clock)
    answer = await client.put("/api/me/second-factor", json={"code": phone.code()}, headers=SAME_ORIGIN)
    return phone, fine(answer)["recovery"]


def code_of(problem: Json) -> str:
    code: str = problem["code"]
    return code


async def test_the_second_factor_counts_only_after_its_first_code(client: httpx.AsyncClient) -> None:
    await signed_up(client, name := f"{NAME} 1")
    fine(await sign_in(client, name))
    body = {"password": PASSWORD}
    prepared = fine(await client.post("/api/me/second-factor", json=body, headers=SAME_ORIGIN))
    assert prepared["address"].startswith("otpauth://totp/Firstfire")
    assert prepared["qr"].startswith("M4 4.5h1")
    assert not fine(await client.get("/api/me/second-factor"))["on"]
    fine(await sign_in(client, name))
    refused(await client.put("/api/me/second-factor", json={"code": "000"}, headers=SAME_ORIGIN), 401)
    refused(await client.post("/api/me/second-factor", json={"password": "wrong one"}, headers=SAME_ORIGIN), 401)
    fine(await sign_in(client, name))


async def test_signing_in_needs_a_code_and_each_code_works_once(client: httpx.AsyncClient, clock: ManualClock) -> None:
    phone, _ = await with_factor(client, clock, name := f"{NAME} 2")
    assert code_of(refused(await sign_in(client, name), 401)) == "code_needed"
    assert code_of(refused(await sign_in(client, name, phone.code()), 401)) == "wrong_code", "it turned the factor on"
    code = phone.later_code()
    fine(await sign_in(client, name, code))
    assert code_of(refused(await sign_in(client, name, code), 401)) == "wrong_code"
    body = {"name": name, "password": "wrong password", "code": phone.later_code()}
    assert code_of(refused(await client.post("/api/session", json=body), 401)) == "wrong_password"


async def test_a_recovery_code_works_once_however_it_is_typed(client: httpx.AsyncClient, clock: ManualClock) -> None:
    _, recovery = await with_factor(client, clock, name := f"{NAME} 3")
    assert len(set(recovery)) == 10
    fine(await sign_in(client, name, recovery[0].lower().replace("-", " ")))
    assert code_of(refused(await sign_in(client, name, recovery[0]), 401)) == "wrong_code"
    assert fine(await client.get("/api/me/second-factor"))["recovery_left"] == 9
    assert fine(await client.get("/api/me/activity"))[0]["act"] == "recovery_code_used"


async def test_wrong_codes_are_limited(client: httpx.AsyncClient, clock: ManualClock) -> None:
    phone, _ = await with_factor(client, clock, name := f"{NAME} 4")
    for _ in range(5):
        assert code_of(refused(await sign_in(client, name, "123"), 401)) == "wrong_code"
    answer = await sign_in(client, name, "123")
    refused(answer, 429)
    clock.pass_seconds(int(answer.headers["retry-after"]))
    fine(await sign_in(client, name, phone.later_code()))


async def test_turning_it_off_needs_the_password_and_a_code(client: httpx.AsyncClient, clock: ManualClock) -> None:
    phone, recovery = await with_factor(client, clock, name := f"{NAME} 5")
    path = "/api/me/second-factor"
    for body in ({"password": PASSWORD, "code": "123"}, {"password": "wrong one", "code": recovery[0]}):
        refused(await client.request("DELETE", path, json=body, headers=SAME_ORIGIN), 401)
    refused(await client.post(path, json={"password": PASSWORD}, headers=SAME_ORIGIN), 409)
    body = {"password": PASSWORD, "code": phone.later_code()}
    assert not fine(await client.request("DELETE", path, json=body, headers=SAME_ORIGIN))["on"]
    fine(await sign_in(client, name))


async def test_the_export_tells_of_a_second_factor_and_not_of_its_secret(
    client: httpx.AsyncClient, clock: ManualClock
) -> None:
    await with_factor(client, clock, f"{NAME} 6")
    text = (await client.get("/api/me/export")).text
    assert '"second_factor":true' in text
    assert "secret" not in text
