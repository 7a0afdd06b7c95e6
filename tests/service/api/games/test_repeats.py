"""Requests repeated with the same idempotency key are carried out once, and a key stands for one request."""

import httpx

from service.api.games.records import RECORD
from service.store.event_store import EventStore
from tests.support.api_play import DISCOVERY, KINGDOMINO, Guest, fine, offered, opened, play, refused, started, welcome

KEY = "the first one"


def keyed(guest: Guest, key: str = KEY) -> dict[str, str]:
    return {**guest.headers, "Idempotency-Key": key}


async def count(log: EventStore) -> int:
    return len([name async for name in log.games()])


async def test_a_key_with_another_move_is_refused_and_nothing_is_made(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    mover = guests[choices["seat"]]
    first, second = choices["moves"][:2]
    path = f"/api/games/{game}/moves"
    answer = fine(await client.post(path, json=first, headers=keyed(mover)))
    assert fine(await client.post(path, json=first, headers=keyed(mover))) == answer
    problem = refused(await client.post(path, json=second, headers=keyed(mover)), 422)
    assert problem["code"] == "key_reused"
    assert (await offered(client, game, mover))["seq"] == answer["seq"]


async def test_a_table_is_opened_once(client: httpx.AsyncClient, log: EventStore) -> None:
    guest = await welcome(client, "Ugh")
    wanted = {"rules": DISCOVERY, "private": True}
    first = fine(await client.post("/api/games", json=wanted, headers=keyed(guest)))
    before = await count(log)
    assert fine(await client.post("/api/games", json=wanted, headers=keyed(guest))) == first
    assert await count(log) == before
    problem = refused(await client.post("/api/games", json={"rules": KINGDOMINO}, headers=keyed(guest)), 422)
    assert problem["code"] == "key_reused"
    other = await welcome(client, "Nag")
    assert fine(await client.post("/api/games", json=wanted, headers=keyed(other)))["id"] != first["id"]
    assert fine(await client.post("/api/games", json=wanted, headers=keyed(guest, "another")))["id"] != first["id"]


async def test_a_record_is_kept_once(client: httpx.AsyncClient, log: EventStore) -> None:
    guest = await welcome(client, "Ugh")
    first = fine(await client.post("/api/records", content=RECORD, headers=keyed(guest)))
    before = await count(log)
    assert fine(await client.post("/api/records", content=RECORD, headers=keyed(guest))) == first
    assert await count(log) == before
    shorter = RECORD[: RECORD.index("0.1")]
    refused(await client.post("/api/records", content=shorter, headers=keyed(guest)), 422)


async def test_a_seat_is_taken_once_and_the_answer_is_the_same(client: httpx.AsyncClient) -> None:
    game = (await opened(client, await welcome(client, "Ugh"), DISCOVERY))["id"]
    guest, path = await welcome(client, "Nag"), f"/api/games/{game}/join"
    first = fine(await client.post(path, headers=keyed(guest)))
    assert fine(await client.post(path, headers=keyed(guest))) == first
    assert refused(await client.post(path, headers=guest.headers), 422)["code"] == "seated_already"


async def test_forks_and_rematches_are_opened_once(client: httpx.AsyncClient, log: EventStore) -> None:
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests)
    for path, body in (("fork", {"at": 20, "bot": "flint"}), ("rematch", None)):
        address = f"/api/games/{game}/{path}"
        first = fine(await client.post(address, json=body, headers=keyed(guests[0])))
        before = await count(log)
        assert fine(await client.post(address, json=body, headers=keyed(guests[0]))) == first
        assert await count(log) == before
