"""One message per turn: the answer to a move and the stream bring all that a page would otherwise fetch."""

from typing import Any

import httpx
import pytest

from service.services import Services
from tests.support.api_play import DISCOVERY, KINGDOMINO, TRIBE, Guest, Json, choice, fine, offered, play, started
from tests.support.changed_tables import changed
from tests.support.stream_reader import following

MORE = ("clock", "hints", "invite")
CLOCK = {"type": "bank", "bank": 86400, "increment": 3600, "cap": 172800}


async def table_of(client: httpx.AsyncClient, game: str, guest: Guest, **query: int) -> Json:
    return fine(await client.get(f"/api/games/{game}", headers=guest.headers, params=query))


def without_more(table: Json) -> Json:
    return {name: value for name, value in table.items() if name not in MORE}


async def check(client: httpx.AsyncClient, game: str, guest: Guest, message: Json, before: Json) -> Json:
    """The news against what the other routes say; returns the newest table."""
    table: Any = without_more(before)
    assert message["after"] == before["seq"]
    for number, change in enumerate(message["changes"], before["seq"] + 1):
        table = changed(table, change)
        assert table == without_more(await table_of(client, game, guest, at=number))
    newest = await table_of(client, game, guest)
    assert newest["seq"] == table["seq"]
    assert message["now"].get("clock") == newest.get("clock")
    assert message["now"].get("hints", False) == newest["hints"]
    query = {"after": message["after"], "language": "de"}
    assert message["steps"] == fine(await client.get(f"/api/games/{game}/steps", headers=guest.headers, params=query))
    is_asked = newest["seat"] == newest["viewer"] and newest["status"] == "running"
    assert message["choices"] == (await offered(client, game, guest, grouped=True) if is_asked else None)
    return newest


async def answered(client: httpx.AsyncClient, game: str, guest: Guest, offer: Json, key: str = "") -> Json:
    headers = {**guest.headers, "Accept-Language": "de"} | ({"Idempotency-Key": key} if key else {})
    query = {"seq": offer["seq"], "news": "true"}
    return fine(await client.post(f"/api/games/{game}/moves", json=choice(offer), headers=headers, params=query))


@pytest.mark.parametrize("rules", [TRIBE, KINGDOMINO | {"seats": 3}, DISCOVERY], ids=["tribe", "kingdomino", "small"])
async def test_the_answer_to_a_move_has_all_that_is_new(client: httpx.AsyncClient, rules: Json) -> None:
    game, guests = await started(client, rules, clock=CLOCK)
    await play(client, game, guests, moves=9)
    for _ in range(12):
        offer = await offered(client, game, guests[0])
        guest = guests[offer["seat"]]
        before = await table_of(client, game, guest)
        message = await answered(client, game, guest, offer)
        assert [event["seq"] for event in message["events"]] == [step["seq"] for step in message["news"]["steps"]]
        await check(client, game, guest, message["news"], before)


async def test_news_can_be_told_of_the_last_move(remote: httpx.AsyncClient) -> None:
    game, guests = await started(remote, DISCOVERY)
    offers: list[Json] = []

    async def note(offer: Json) -> None:
        offers.append(offer)

    end = await play(remote, game, guests, meanwhile=note)
    guest, seen = guests[offers[-1]["seat"]], offers[-1]["seq"]
    before = await table_of(remote, game, guest, at=seen)
    async with following(remote, game, seen, guest.headers, news="true", language="de") as follower:
        await follower.reached(end)
    newest = await check(remote, game, guest, follower.messages[0].data, before)
    assert newest["status"] == "over"


async def test_a_repeated_move_brings_what_happened_since(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    offer = await offered(client, game, guests[0])
    guest = guests[offer["seat"]]
    before = await table_of(client, game, guest)
    first = await answered(client, game, guest, offer, "once")
    await play(client, game, guests, moves=3)
    again = await answered(client, game, guest, offer, "once")
    assert again["events"] == first["events"]
    assert len(again["news"]["changes"]) > len(first["news"]["changes"])
    await check(client, game, guest, again["news"], before)


async def test_who_does_not_ask_gets_the_events_alone(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    offer = await offered(client, game, guests[0])
    headers = guests[offer["seat"]].headers
    answer = fine(await client.post(f"/api/games/{game}/moves", json=choice(offer), headers=headers))
    assert set(answer) == {"seq", "events"}


async def test_a_stream_of_news_brings_the_backlog_and_each_turn_in_one_message(remote: httpx.AsyncClient) -> None:
    game, guests = await started(remote, TRIBE)
    seen = await play(remote, game, guests, moves=4)
    before = await table_of(remote, game, guests[1])
    await play(remote, game, guests, moves=2)
    async with following(remote, game, seen, guests[1].headers, news="true", language="de") as follower:
        for _ in range(6):
            newest = await table_of(remote, game, guests[1])
            await follower.reached(newest["seq"])
            assert follower.messages[-1].kind == "news"
            before = await check(remote, game, guests[1], follower.messages[-1].data, before)
            await play(remote, game, guests, moves=1)


async def test_spectators_are_told_the_same_without_moves(remote: httpx.AsyncClient) -> None:
    game, guests = await started(remote, KINGDOMINO)
    seen = await play(remote, game, guests, moves=3)
    async with following(remote, game, seen, news="true") as follower:
        newest = await play(remote, game, guests, moves=1)
        await follower.reached(newest)
    [message] = follower.messages
    assert message.data["choices"] is None
    assert message.data["changes"]


async def test_who_missed_too_much_fetches_the_game_again(remote: httpx.AsyncClient, remote_services: Services) -> None:
    remote_services.news.most = 5
    game, guests = await started(remote, TRIBE)
    newest = await play(remote, game, guests, moves=12)
    for after, kind in ((0, "resync"), (newest - 6, "resync"), (newest - 5, "news")):
        async with following(remote, game, after, guests[0].headers, news="true") as follower:
            await follower.reached(newest)
        assert [message.kind for message in follower.messages] == [kind]
