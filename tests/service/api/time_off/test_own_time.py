"""Days off and holidays over HTTP: chosen, planned, refused, ended. The time is injected."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest
from litestar.testing import AsyncTestClient

from service.store.event_store import EventStore
from service.store.log_names import time_off_log
from tests.support.api_persons import ManualClock
from tests.support.api_play import KINGDOMINO, Guest, Json, fine, refused, started, welcome
from tests.support.api_server import lent_app, unlimited

DAYS: Json = {"type": "days", "days": 3}
NOW = round(datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp() * 1000)


@pytest.fixture
def time() -> ManualClock:
    clock = ManualClock()
    clock.now = NOW
    return clock


@pytest.fixture
async def client(server_url: str, time: ManualClock) -> AsyncIterator[httpx.AsyncClient]:
    with lent_app(unlimited(server_url), time) as app:
        async with AsyncTestClient(app) as client:
            yield client


async def holidays(client: httpx.AsyncClient, token: Guest, first: str, last: str) -> httpx.Response:
    wanted = {"first": first, "last": last, "zone": "Europe/Berlin"}
    return await client.post("/api/me/time-off/holidays", json=wanted, headers=token.headers)


async def test_days_off_are_chosen(client: httpx.AsyncClient) -> None:
    token = await welcome(client, "Oona")
    wanted = {"zone": "Europe/Berlin", "days": [6, 5]}
    route = "/api/me/time-off/days"
    assert fine(await client.put(route, json=wanted, headers=token.headers))["days"] == [5, 6]
    shown = fine(await client.get("/api/me/time-off", headers=token.headers))
    assert (shown["zone"], shown["days"]) == ("Europe/Berlin", [5, 6])
    for days in ([0, 1, 2, 3], [1, 1], [7]):
        assert (
            "up to 3"
            in refused(await client.put(route, json={**wanted, "days": days}, headers=token.headers), 422)["detail"]
        )
    assert (
        "no time zone"
        in refused(await client.put(route, json={**wanted, "zone": "Moon"}, headers=token.headers), 422)["detail"]
    )


async def test_a_holiday_is_planned_within_the_allowance_of_each_year(client: httpx.AsyncClient) -> None:
    token = await welcome(client, "Oona")
    planned = fine(await holidays(client, token, "2026-12-20", "2027-01-03"))
    assert planned["allowance"] == [
        {"year": 2026, "days": 30, "used": 12},
        {"year": 2027, "days": 30, "used": 3},
    ]
    assert planned["holidays"][0]["begin"] == "2026-12-19T23:00:00Z"
    assert planned["holidays"][0]["end"] == "2027-01-03T23:00:00Z"
    assert "already" in refused(await holidays(client, token, "2027-01-03", "2027-01-04"), 422)["detail"]
    assert "18 left in 2026" in refused(await holidays(client, token, "2026-11-19", "2026-12-08"), 422)["detail"]
    assert "today or later" in refused(await holidays(client, token, "2026-11-17", "2026-11-20"), 422)["detail"]
    assert "a year ahead" in refused(await holidays(client, token, "2028-01-01", "2028-01-02"), 422)["detail"]


async def test_a_holiday_that_is_ended_gives_back_the_days_that_have_not_begun(
    client: httpx.AsyncClient, time: ManualClock
) -> None:
    token = await welcome(client, "Oona")
    assert fine(await holidays(client, token, "2026-11-18", "2026-11-27"))["allowance"][0]["used"] == 10
    time.now += 2 * 86_400_000
    ended = fine(await client.delete("/api/me/time-off/holidays/2026-11-18", headers=token.headers))
    assert (ended["holidays"], ended["allowance"][0]["used"]) == ([], 3)
    assert (
        "no such holiday"
        in refused(await client.delete("/api/me/time-off/holidays/2026-11-18", headers=token.headers), 404)["detail"]
    )
    assert fine(await holidays(client, token, "2026-12-01", "2026-12-02"))["allowance"][0]["used"] == 5
    given_up = fine(await client.delete("/api/me/time-off/holidays/2026-12-01", headers=token.headers))
    assert given_up["allowance"][0]["used"] == 3


async def test_somebody_who_sits_down_on_holiday_has_it_at_the_table(client: httpx.AsyncClient) -> None:
    game, _ = await started(client, KINGDOMINO, clock=DAYS)
    assert "time_off" not in fine(await client.get(f"/api/games/{game}"))["clock"]
    token = await welcome(client, "Oona")
    fine(await holidays(client, token, "2026-11-18", "2026-11-19"))
    wanted = {"rules": KINGDOMINO, "seats": [{"bot": "pebble"}], "clock": DAYS, "rests": {"holidays": True}}
    opened = fine(await client.post("/api/games", json=wanted, headers=token.headers))
    table = fine(await client.get(f"/api/games/{opened['id']}", headers=token.headers))
    rests = table["clock"]["time_off"]["rests"]
    assert [(rest["seat"], rest["why"], rest["end"]) for rest in rests] == [(0, "holiday", "2026-11-19T23:00:00Z")]


async def test_time_off_is_exported_and_erased(client: httpx.AsyncClient, server_url: str) -> None:
    token = await welcome(client, "Oona")
    fine(await holidays(client, token, "2026-12-01", "2026-12-02"))
    exported = fine(await client.get("/api/me/export", headers=token.headers))
    assert len(exported["time_off"]["holidays"]) == 1
    store = EventStore(server_url)
    assert await store.version(time_off_log(token.player)) == 1
    fine(await client.delete("/api/me", headers=token.headers))
    assert await store.version(time_off_log(token.player)) == 0
    await store.aclose()
