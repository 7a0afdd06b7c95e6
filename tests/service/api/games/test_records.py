"""Exporting and importing games in text notation."""

import asyncio
import os
import signal

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.api.games import records
from service.api.games.records import RECORD
from service.store.event_store import EventStore
from service.store.structures.sets import StoredSet
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    TRIBE,
    Guest,
    Json,
    account,
    fine,
    offered,
    opened,
    play,
    post,
    refused,
    started,
    welcome,
)


async def keep(client: httpx.AsyncClient, guest: Guest, text: str | bytes) -> httpx.Response:
    headers = {**guest.headers, "Content-Type": "text/plain; charset=utf-8"}
    return await client.post("/api/records", content=text, headers=headers)


async def text_of(client: httpx.AsyncClient, game: str) -> str:
    answer = await client.get(f"/api/games/{game}/record")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    return answer.text


@pytest.mark.parametrize("rules", [DISCOVERY, TRIBE, KINGDOMINO], ids=["discovery", "tribe", "kingdomino"])
async def test_the_record_of_a_finished_game_can_be_stored_unchanged(client: httpx.AsyncClient, rules: Json) -> None:
    game, guests = await started(client, rules)
    newest = await play(client, game, guests)
    record = await text_of(client, game)
    answer = await keep(client, guests[0], record)
    assert answer.status_code == 201
    kept = answer.json()
    assert kept["seq"] == newest
    assert await text_of(client, kept["id"]) == record
    for at in (1, newest // 2, newest):
        tables = [fine(await client.get(f"/api/games/{name}", params={"at": at})) for name in (game, kept["id"])]
        assert tables[0] | {"id": None} == tables[1] | {"id": None}
    logs = [fine(await client.get(f"/api/games/{name}/events")) for name in (game, kept["id"])]
    assert [entry["event"] for entry in logs[0]] == [entry["event"] for entry in logs[1]]


async def test_the_record_of_a_running_game_lacks_its_deal_and_can_be_stored(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    newest = await play(client, game, guests, moves=12)
    record = await text_of(client, game)
    keys = {line.split()[0] for line in record.splitlines()}
    assert not keys & {"dominoes", "cavemen", "order", "salt"}
    kept = fine(await keep(client, guests[0], record))
    assert kept["seq"] == newest
    assert (await offered(client, kept["id"], guests[0]))["moves"] == (await offered(client, game, guests[0]))["moves"]


async def test_the_records_of_guests_are_noted_as_theirs_to_be_removed_with_them(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    guest, owner = await welcome(client, "Oona"), await account(client, "Ann")
    kept = fine(await keep(client, guest, RECORD))["id"]
    fine(await keep(client, owner, RECORD))
    assert await StoredSet(log, f"records:{guest.player}").members() == [kept]
    assert await StoredSet(log, f"records:{owner.player}").members() == []


async def test_a_stored_record_cannot_be_played_on(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    kept = fine(await keep(client, guest, RECORD[: RECORD.index("0.0")]))["id"]
    move = (await offered(client, kept, guest))["moves"][0]
    refused(await post(client, kept, guest, move), 403)
    refused(await client.post(f"/api/games/{kept}/join", headers=guest.headers), 422)


@pytest.mark.parametrize("name", ["Élodie", "火の子", 'a "b" \\c', "null", "# 1", "🔥"])
async def test_any_name_survives_a_record_unchanged(client: httpx.AsyncClient, name: str) -> None:
    game = (await opened(client, await welcome(client, name), DISCOVERY, seats=[{"bot": "pebble"}]))["id"]
    kept = fine(await keep(client, await welcome(client, "Reader"), await text_of(client, game)))["id"]
    assert fine(await client.get(f"/api/games/{kept}"))["seats"][0]["name"] == name


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("firstfire 1", "firstfire 9", 1),
        ("discovery 2", "discovery 7", 2),
        ('"Nag"', "Nag", 4),
        ("line 1: 2 11 17 31", "line 1: 2 11 17 17", 6),
        ("chiefs 0 1", "chiefs 1 1", 7),
        ("=2,31", "=2,17", 8),
        ("0.0", "0.1", 8),
        ("0.0 =2,31", "undone 0", 8),
    ],
)
async def test_a_broken_record_is_refused_with_its_line_and_nothing_is_stored(
    client: httpx.AsyncClient, server_url: str, old: str, new: str, line: int
) -> None:
    guest, store = await welcome(client, "Ugh"), EventStore(server_url)
    before = {game async for game in store.games()}
    problem = refused(await keep(client, guest, RECORD.replace(old, new)), 422)
    assert problem["line"] == line
    assert problem["detail"].startswith(f"Line {line}: ")
    assert {game async for game in store.games()} == before
    await store.aclose()


@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"\x00", b"{}", b"firstfire 1", b"firstfire 1\n" * 5000])
async def test_text_that_is_not_a_record_is_refused(client: httpx.AsyncClient, text: bytes) -> None:
    answer = await keep(client, await welcome(client, "Ugh"), text)
    refused(answer, 400 if text == b"\xff\xfe" else 422)


async def test_a_record_with_too_many_undone_turns_is_refused(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LONGEST", 32)
    guest = await welcome(client, "Ugh")
    begin, end = RECORD[: RECORD.index("0.0")], RECORD[RECORD.index("0.0") :]
    fro = f"{end}undone 0\n"
    enough = begin + fro * 5 + end  # 3 events, 5 for each to and fro, and 4
    assert fine(await keep(client, guest, enough))["seq"] == 32
    problem = refused(await keep(client, guest, begin + fro * 6 + end), 422)
    assert (problem["code"], problem["line"]) == ("too_many_events", enough.count("\n") + 1)


async def test_other_requests_are_answered_while_a_record_is_read(client: AsyncTestClient[Litestar]) -> None:
    guest = await welcome(client, "Ugh")
    fine(await keep(client, guest, RECORD))
    helper = client.app.state.services.texts.pid
    os.kill(helper, signal.SIGSTOP)  # it takes as long as we like
    reading = asyncio.create_task(keep(client, guest, RECORD))
    fine(await client.get("/api/me", headers=guest.headers))
    assert not reading.done()
    os.kill(helper, signal.SIGCONT)
    fine(await reading)


async def test_a_record_with_a_number_of_thousands_of_digits_is_refused(client: httpx.AsyncClient) -> None:
    text = RECORD.replace("line 1: 2 11 17 31", f"dominoes {'9' * 5000}")
    assert (await keep(client, await welcome(client, "Ugh"), text)).status_code in (400, 422)


async def test_a_record_with_an_invalid_name_is_refused(client: httpx.AsyncClient) -> None:
    refused(await keep(client, await welcome(client, "Ugh"), RECORD.replace("Nag", "\\u202e")), 422)
    refused(await keep(client, await welcome(client, "Ugh"), RECORD.replace("Nag", "x" * 100)), 422)


async def test_storing_a_record_needs_a_token(client: httpx.AsyncClient) -> None:
    refused(await client.post("/api/records", content=RECORD), 401)
