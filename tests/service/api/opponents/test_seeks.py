"""Looking for people to play with, over the API."""

import httpx
import pytest

from service.opponents.seeks import ACCOUNTS
from service.store.event_store import EventStore
from tests.support.api_persons import SAME_ORIGIN, leave
from tests.support.api_play import DISCOVERY, TRIBE, Guest, Json, account, fine, refused, welcome

ONE: Json = {"rules": DISCOVERY}


async def look(client: httpx.AsyncClient, guest: Guest, **wish: Json) -> httpx.Response:
    return await client.post("/api/seeks", json={**ONE, **wish}, headers=guest.headers)


async def looked_for(client: httpx.AsyncClient, guest: Guest) -> list[Json]:
    seeks: list[Json] = fine(await client.get("/api/seeks", headers=guest.headers))
    return seeks


async def test_a_seek_is_left_shown_and_withdrawn(client: httpx.AsyncClient) -> None:
    ann, ben = await account(client, "Ann"), await account(client, "Ben")
    left = fine(await look(client, ann, stands=True, at_once=3, rated=True, lowest=5, highest=20))
    assert left["clock"] == {"type": "days", "days": 3}, "three days a turn unless another pace is named"
    assert (left["at_once"], left["lowest"], left["highest"], left["games"]) == (3, 5, 20, [])
    assert await looked_for(client, ann) == [left]
    assert await looked_for(client, ben) == []
    address = f"/api/seeks/{left['id']}"
    assert refused(await client.delete(address, headers=ben.headers), 404)["code"] == "no_such_seek"
    fine(await client.delete(address, headers=ann.headers))
    assert await looked_for(client, ann) == []
    refused(await client.delete(address, headers=ann.headers), 404)


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"rules": {**DISCOVERY, "seats": 5}}, 422, "seats"),
        ({"clock": {"type": "days", "days": 4}}, 422, "no_such_days"),
        ({"stands": True, "at_once": 2}, 422, "bad_at_once"),
        ({"stands": True, "at_once": 0}, 422, "bad_at_once"),
        ({"lowest": 3, "highest": 2}, 422, "bad_rating_range"),
        ({"rated": True}, 422, "rated_needs_account"),
    ],
)
async def test_a_guest_cannot_look_for_this(client: httpx.AsyncClient, wish: Json, status: int, code: str) -> None:
    guest = await welcome(client, "Ann")
    assert refused(await look(client, guest, **wish), status)["code"] == code
    assert await looked_for(client, guest) == []


async def test_nobody_looks_for_everything(client: httpx.AsyncClient) -> None:
    refused(await client.post("/api/seeks", json=ONE), 401)
    guest, ann = await welcome(client, "Guest"), await account(client, "Ann")
    fine(await look(client, guest))
    assert refused(await look(client, guest), 409)["code"] == "seek_exists"
    assert refused(await look(client, guest, rules=TRIBE), 409)["code"] == "too_many_seeks"
    for lowest in range(ACCOUNTS.seeks):
        fine(await look(client, ann, lowest=lowest))
    assert refused(await look(client, ann), 409)["code"] == "too_many_seeks"


async def test_seeks_are_exported_and_leave_with_the_person(client: httpx.AsyncClient, log: EventStore) -> None:
    ann = await welcome(client, "Ann")
    left = fine(await look(client, ann))
    [exported] = fine(await client.get("/api/me/export", headers=ann.headers))["seeks"]
    assert left["id"] in exported
    fine(await leave(client, {**ann.headers, **SAME_ORIGIN}))
    assert ann.player.encode() not in b"".join((await log.servers.call("seeks", "HGETALL", "seeks"))[::2])
