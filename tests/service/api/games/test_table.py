"""GET /api/games/{id}: the table now and after every event."""

import httpx
import msgspec
import pytest

from domain.events import Event
from projections.frames import frames
from projections.table import table
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    TRIBE,
    Json,
    fine,
    offered,
    opened,
    play,
    refused,
    started,
    welcome,
)


async def test_the_table_shows_what_the_contract_promises(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests, moves=20)
    seen = fine(await client.get(f"/api/games/{game}"))
    assert {"rules", "seats", "seat", "step", "line", "cave", "totems"} <= set(seen)
    for seat in seen["seats"]:
        assert {"name", "bot", "territory", "score"} <= set(seat)
        assert isinstance(seat["score"]["total"], int)
        assert seat["territory"]["size"] == 7
        for square in seat["territory"]["squares"]:
            assert set(square) == {"at", "domino", "terrain", "marks", "craters", "resource", "fire", "caveman"}


@pytest.mark.parametrize(
    "rules",
    [DISCOVERY, TRIBE, DISCOVERY | {"mode": "totem", "seats": 3}, KINGDOMINO],
    ids=["discovery", "tribe", "totem", "kingdomino"],
)
async def test_the_table_after_every_event_is_that_of_the_log_so_far(client: httpx.AsyncClient, rules: Json) -> None:
    game, guests = await started(client, rules)
    newest = await play(client, game, guests)
    log = fine(await client.get(f"/api/games/{game}/events"))
    expected = frames([msgspec.convert(entry["event"], type=Event) for entry in log])
    for frame in expected:
        seen = fine(await client.get(f"/api/games/{game}", params={"at": frame.seq}))
        assert seen.pop("hints", True)  # against bots they are fair; only the newest table says so
        assert seen == msgspec.json.decode(msgspec.json.encode(table(frame, None, game)))
    assert fine(await client.get(f"/api/games/{game}")) == fine(await client.get(f"/api/games/{game}?at={newest}"))
    for beyond in (0, newest + 1, -1, 10**25):
        problem = refused(await client.get(f"/api/games/{game}", params={"at": beyond}), 404)
        assert f"1 to {newest}" in problem["detail"]


async def test_a_waiting_table_shows_its_empty_seats(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    game = (await opened(client, guest, DISCOVERY | {"seats": 3}))["id"]
    seen = fine(await client.get(f"/api/games/{game}"))
    assert (seen["status"], seen["seq"], seen["seat"]) == ("open", 0, None)
    assert seen["seats"] == [{"name": "Ugh", "bot": None}, None, None]
    assert fine(await client.get(f"/api/games/{game}", headers=guest.headers))["seat"] == 0
    refused(await client.get(f"/api/games/{game}/moves"), 404)
    refused(await client.get(f"/api/games/{game}/record"), 404)


async def test_spectators_see_the_table_as_players_do(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests, moves=3)
    stranger = await welcome(client, "Stranger")
    seen = fine(await client.get(f"/api/games/{game}"))
    assert fine(await client.get(f"/api/games/{game}", headers=stranger.headers)) == seen
    for seat, guest in enumerate(guests):
        own = fine(await client.get(f"/api/games/{game}", headers=guest.headers))
        assert own["viewer"] == seat
        assert own | {"viewer": None, "may_undo": False} == seen


async def test_a_table_that_did_not_change_is_not_sent_again(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    address, headers = f"/api/games/{game}", guests[0].headers
    tag = (await client.get(address, headers=headers)).headers["etag"]
    again = await client.get(address, headers={**headers, "If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    await play(client, game, guests, moves=1)
    changed = await client.get(address, headers={**headers, "If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag


async def test_an_etag_holds_only_for_the_same_event_and_the_same_viewer(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = await play(client, game, guests, moves=5)
    requests = [({"at": at}, headers) for at in (newest - 1, newest) for headers in ({}, *(g.headers for g in guests))]
    tags = [
        (await client.get(f"/api/games/{game}", params=params, headers=headers)).headers["etag"]
        for params, headers in requests
    ]
    assert len(set(tags)) == len(requests)


async def test_a_waiting_table_has_an_etag_that_changes_when_somebody_joins(client: httpx.AsyncClient) -> None:
    game = (await opened(client, await welcome(client, "Ugh"), DISCOVERY | {"seats": 3}))["id"]
    tag = (await client.get(f"/api/games/{game}")).headers["etag"]
    assert (await client.get(f"/api/games/{game}", headers={"If-None-Match": tag})).status_code == 304
    fine(await client.post(f"/api/games/{game}/join", headers=(await welcome(client, "Nag")).headers))
    assert (await client.get(f"/api/games/{game}", headers={"If-None-Match": tag})).status_code == 200


async def test_only_the_player_who_may_undo_sees_that(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY | {"seats": 3})
    seat = (await offered(client, game, guests[0]))["seat"]
    await play(client, game, guests, moves=1)
    for viewer, guest in enumerate(guests):
        seen = fine(await client.get(f"/api/games/{game}", headers=guest.headers))
        assert seen["may_undo"] == (viewer == seat)


async def test_those_who_sit_at_a_private_table_can_pass_its_invite_on_while_it_is_played(
    client: httpx.AsyncClient,
) -> None:
    owner, other = await welcome(client, "Oona"), await welcome(client, "Ugh")
    body = {"rules": {"game": "origins", "mode": "discovery", "seats": 2}, "private": True}
    opened = fine(await client.post("/api/games", headers=owner.headers, json=body))
    address, invite = f"/api/games/{opened['id']}", opened["invite"]
    fine(await client.post(f"{address}/join?invite={invite}", headers=other.headers))
    for guest in (owner, other):
        assert fine(await client.get(address, headers=guest.headers))["invite"] == invite
    assert "invite" not in fine(await client.get(f"{address}?invite={invite}"))
