"""Our own pages can use a session, and pages of other sites cannot."""

from uuid import uuid4

import httpx
import pytest

from tests.support.api_persons import (
    PASSWORD,
    SAME_ORIGIN,
    reset_login_attempts,
    signed_up,
)
from tests.support.api_play import TRIBE, fine, refused, welcome


@pytest.fixture(autouse=True)
async def _fresh(server_url: str) -> None:
    await reset_login_attempts(server_url)


@pytest.fixture
def name() -> str:
    return f"Nag {uuid4().hex[:12]}"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://testserver.local.evil.example"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
        {**SAME_ORIGIN, "Content-Type": "text/plain"},
        {**SAME_ORIGIN, "Content-Type": "application/x-www-form-urlencoded; charset=utf-8"},
        {**SAME_ORIGIN, "Content-Type": "multipart/form-data; boundary=x"},
    ],
)
async def test_another_site_cannot_use_a_session(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    fine(await client.post("/api/guests", params={"cookie": "true"}))
    body = b'{"rules": {"game": "kingdomino", "seats": 2}}'
    sent = {"Content-Type": "application/json", **headers}
    refused(await client.post("/api/games", content=body, headers=sent), 403)
    if "Content-Type" not in headers:
        for method, path in (("DELETE", "/api/me"), ("DELETE", "/api/session"), ("POST", "/api/games/x/join")):
            assert (await client.request(method, path, headers=headers)).status_code in (403, 404)
    assert (await client.get("/api/me", headers=headers)).is_success


@pytest.mark.parametrize("headers", [SAME_ORIGIN, {"Origin": "http://testserver.local"}])
async def test_our_own_pages_can_use_a_session(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    fine(await client.post("/api/guests", params={"cookie": "true"}))
    fine(await client.post("/api/games", json={"rules": TRIBE}, headers=headers))
    fine(await client.delete("/api/session", headers=headers))


async def test_over_tls_a_page_loaded_without_tls_is_another_site(client: httpx.AsyncClient) -> None:
    fine(await client.post("https://testserver.local/api/guests?cookie=true"))
    for origin, status in (("http://testserver.local", 403), ("https://testserver.local", 201)):
        answer = await client.post(
            "https://testserver.local/api/games", json={"rules": TRIBE}, headers={"Origin": origin}
        )
        assert answer.status_code == status


async def test_tokens_need_no_origin(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    headers = {**guest.headers, "Origin": "https://app.example", "Content-Type": "text/plain"}
    fine(await client.post("/api/games", content=b'{"rules": {"game": "kingdomino", "seats": 2}}', headers=headers))


async def test_another_site_cannot_sign_somebody_in(client: httpx.AsyncClient, name: str) -> None:
    await signed_up(client, name)
    body = {"name": name, "password": PASSWORD}
    answer = await client.post("/api/session", json=body, headers={"Origin": "https://evil.example"})
    refused(answer, 403)
    assert "set-cookie" not in answer.headers
