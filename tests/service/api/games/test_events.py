"""The public log: complete, in order, and consistent with its commitment."""

import json
from datetime import datetime, timedelta
from hashlib import sha256

import httpx
import pytest

from tests.support.api_play import DISCOVERY, KINGDOMINO, TRIBE, Json, fine, play, started


@pytest.mark.parametrize("rules", [DISCOVERY, TRIBE, KINGDOMINO], ids=["discovery", "tribe", "kingdomino"])
async def test_the_deal_is_hidden_until_the_end_and_then_keeps_its_promise(
    client: httpx.AsyncClient, rules: Json
) -> None:
    game, guests = await started(client, rules)
    begun = fine(await client.get(f"/api/games/{game}/events"))[0]["event"]
    assert set(begun) == {"type", "rules", "seats", "commitment"}
    await play(client, game, guests)
    ended = fine(await client.get(f"/api/games/{game}/events"))[0]["event"]
    promise = json.dumps({"deal": ended.pop("deal"), "salt": ended.pop("salt")}, sort_keys=True, separators=(",", ":"))
    assert ended == begun
    assert sha256(promise.encode()).hexdigest() == begun["commitment"]


async def test_the_log_is_numbered_from_1_without_gaps_and_dated(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    newest = await play(client, game, guests, moves=20)
    log = fine(await client.get(f"/api/games/{game}/events"))
    assert [entry["seq"] for entry in log] == list(range(1, newest + 1))
    dates = [datetime.fromisoformat(entry["at"]) for entry in log]
    assert all(date.utcoffset() == timedelta(0) for date in dates)
    assert dates == sorted(dates)
    assert all(set(entry) == {"seq", "at", "event"} for entry in log)


async def test_the_log_can_be_read_from_any_event(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    newest = await play(client, game, guests, moves=10)
    log = fine(await client.get(f"/api/games/{game}/events"))
    for after in (-3, 0, 1, 2, newest - 1, newest, newest + 1, 10**25):
        tail = fine(await client.get(f"/api/games/{game}/events", params={"after": after}))
        assert tail == log[max(0, after) :]


async def test_the_log_is_sent_as_ndjson_if_that_is_accepted(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests, moves=10)
    log = fine(await client.get(f"/api/games/{game}/events"))
    lines = await client.get(f"/api/games/{game}/events", headers={"Accept": "application/x-ndjson"})
    assert lines.headers["content-type"].startswith("application/x-ndjson")
    assert [json.loads(line) for line in lines.text.splitlines()] == log
    tail = await client.get(f"/api/games/{game}/events?after=3", headers={"Accept": "application/x-ndjson"})
    assert [json.loads(line) for line in tail.text.splitlines()] == log[3:]


async def test_all_processes_show_the_same_log(client: httpx.AsyncClient, remote: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    for _ in range(5):
        newest = await play(client, game, guests, moves=2)
        assert fine(await remote.get(f"/api/games/{game}", params={"at": newest}))["seq"] == newest
    assert fine(await remote.get(f"/api/games/{game}/events")) == fine(await client.get(f"/api/games/{game}/events"))
