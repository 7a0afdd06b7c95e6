"""Tournaments over the API: open, enter, withdraw, call off, look."""

from datetime import UTC, datetime, timedelta
from typing import Final

import httpx
import pytest

from service.lists.quotas import OPENED_A_DAY
from tests.support.api_play import Guest, Json, account, fine, refused, welcome

SOON: Final = datetime.now(UTC) + timedelta(days=7)
SWISS: Final[Json] = {
    "format": "swiss",
    "rules": {"game": "kingdomino", "seats": 2},
    "starts": SOON.isoformat(),
    "until": (SOON + timedelta(days=100)).isoformat(),
}


async def opened(client: httpx.AsyncClient, owner: Guest, **changes: Json) -> Json:
    return fine(await client.post("/api/tournaments", json={**SWISS, **changes}, headers=owner.headers))


async def test_a_tournament_is_opened_entered_and_called_off(client: httpx.AsyncClient) -> None:
    oona, ben = await account(client, "Oona"), await account(client, "Ben")
    tournament = await opened(client, oona)
    assert (tournament["stage"], tournament["people"]) == ("open", 0)
    assert tournament["by"].startswith("Oona")
    assert (tournament["clock"], tournament["yours"]) == ({"type": "days", "days": 2}, True)
    address = f"/api/tournaments/{tournament['id']}"
    entered = fine(await client.post(f"{address}/entry", headers=ben.headers))
    assert (entered["people"], entered["entered"], entered["yours"]) == (1, True, False)
    assert fine(await client.post(f"{address}/entry", headers=ben.headers)) == entered
    assert entered["names"][ben.player].startswith("Ben")
    [listed] = [line for line in fine(await client.get("/api/tournaments")) if line["id"] == tournament["id"]]
    assert (listed["people"], listed["entered"]) == (1, False), "nobody is asking"
    withdrawn = fine(await client.delete(f"{address}/entry", headers=ben.headers))
    assert (withdrawn["people"], withdrawn["entered"]) == (0, False)
    assert refused(await client.delete(f"{address}/entry", headers=ben.headers), 404)["code"] == "not_entered"
    assert refused(await client.delete(address, headers=ben.headers), 403)["code"] == "tournament_not_yours"
    assert fine(await client.delete(address, headers=oona.headers))["why"] == "called_off"
    assert refused(await client.post(f"{address}/entry", headers=ben.headers), 409)["code"] == "tournament_over"


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"best_of": 3}, 422, "tournament_match"),
        ({"least": 1}, 422, "tournament_size"),
        ({"starts": "2001-01-01T12:00:00Z"}, 422, "tournament_dates"),
        ({"rules": {"game": "origins", "seats": 2}}, 422, "mode_needed"),
    ],
)
async def test_what_cannot_be_is_refused(client: httpx.AsyncClient, changes: Json, status: int, code: str) -> None:
    oona = await account(client, "Oona")
    answer = await client.post("/api/tournaments", json={**SWISS, **changes}, headers=oona.headers)
    assert refused(answer, status)["code"] == code


async def test_tournaments_are_for_accounts(client: httpx.AsyncClient) -> None:
    guest, oona = await welcome(client, "Guest"), await account(client, "Oona")
    assert (
        refused(await client.post("/api/tournaments", json=SWISS, headers=guest.headers), 403)["code"]
        == "tournament_account"
    )
    address = f"/api/tournaments/{(await opened(client, oona))['id']}"
    refused(await client.post(f"{address}/entry", headers=guest.headers), 403)
    refused(await client.post(f"{address}/entry"), 401)
    refused(await client.get("/api/tournaments/nosuchcups"), 404)


async def test_a_time_without_a_zone_is_refused(client: httpx.AsyncClient) -> None:
    oona = await account(client, "Oona")
    naive = {**SWISS, "starts": SOON.replace(tzinfo=None).isoformat()}
    refused(await client.post("/api/tournaments", json=naive, headers=oona.headers), 400)


async def test_a_person_opens_a_few_in_a_day_and_what_was_refused_is_not_counted(client: httpx.AsyncClient) -> None:
    owner = await account(client, "Ugh")
    for _ in range(OPENED_A_DAY):
        refused(await client.post("/api/tournaments", json={**SWISS, "rounds": 99}, headers=owner.headers), 422)
        tournament = (await opened(client, owner))["id"]
        fine(await client.delete(f"/api/tournaments/{tournament}", headers=owner.headers))
    answer = await client.post("/api/tournaments", json=SWISS, headers=owner.headers)
    assert refused(answer, 429)["code"] == "opened_today"
    assert 0 < int(answer.headers["retry-after"]) <= 86_400
