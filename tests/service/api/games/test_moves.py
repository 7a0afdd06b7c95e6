"""Legal moves, and making them."""

import asyncio
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from domain.commands import TimeOut
from domain.events import Event
from domain.game import INITIAL, Game
from domain.legal import legal
from domain.log import audit, replay
from service.games.commands import Commands
from service.games.live_games import LiveGames
from service.runtime.clock import wall_clock
from service.store.event_store import Appended
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    TRIBE,
    Guest,
    Json,
    choice,
    fine,
    offered,
    play,
    post,
    recruitments,
    refused,
    started,
    welcome,
)

GAMES = {
    "discovery": DISCOVERY | {"seats": 3},
    "totem": DISCOVERY | {"mode": "totem", "seats": 4},
    "tribe": TRIBE,
    "tribe-of-three": TRIBE | {"seats": 3, "variants": ["empire_of_fire"]},
    "kingdomino": KINGDOMINO | {"seats": 3},
    "kingdomino-may-decline": KINGDOMINO | {"variants": ["harmony"]},
}


@pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))
async def test_a_whole_game_is_played_by_posting_what_is_offered(client: httpx.AsyncClient, rules: Json) -> None:
    game, guests = await started(client, rules)
    replayed = await _log(client, game)

    async def compare(choices: Json) -> None:
        nonlocal replayed
        replayed = await _log(client, game, replayed)
        assert (choices["seq"], choices["seat"], choices["step"]) == (
            replayed.version,
            replayed.position.seat,
            replayed.position.step,
        )
        assert _texts(_spelled_out(choices)) == _texts(msgspec.to_builtins(legal(replayed.position)))

    newest = await play(client, game, guests, meanwhile=compare)
    over = await offered(client, game, guests[0])
    assert over == {
        "seq": newest,
        "seat": None,
        "step": "over",
        "moves": [],
        "notation": [],
        "recruit": None,
        "undo": None,
        "earns": [],
    }
    table = fine(await client.get(f"/api/games/{game}"))
    assert table["status"] == "over"
    assert table["winners"]
    problem = refused(await post(client, game, guests[0], {"type": "pass"}), 422)
    assert problem["code"]
    log = fine(await client.get(f"/api/games/{game}/events"))
    audit(msgspec.convert(entry["event"], type=Event) for entry in log)


async def _log(client: httpx.AsyncClient, game: str, game_before: Game = INITIAL) -> Game:
    tail = fine(await client.get(f"/api/games/{game}/events", params={"after": game_before.version}))
    return replay((msgspec.convert(entry["event"], type=Event) for entry in tail), game_before)


def _spelled_out(choices: Json) -> list[Json]:
    return [*choices["moves"], *(recruitments(choices["recruit"]) if choices["recruit"] else ())]


def _texts(moves: Any) -> list[str]:
    return sorted(msgspec.json.encode(_without_order(move), order="sorted").decode() for move in moves)


def _without_order(move: Json) -> Json:
    return move | {"spend": sorted(map(list, move["spend"]))} if "spend" in move else move


async def test_the_answer_to_a_move_holds_just_its_events(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    before = (await offered(client, game, guests[0]))["seq"]
    for _ in range(10):
        choices = await offered(client, game, guests[0])
        answer = fine(await post(client, game, guests[choices["seat"]], choice(choices)))
        tail = fine(await client.get(f"/api/games/{game}/events", params={"after": before}))
        assert answer == {"seq": tail[-1]["seq"], "events": tail}
        before = answer["seq"]


async def test_recruiting_costs_what_the_offer_says(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    while not _is_affordable(choices := await offered(client, game, guests[0])):
        fine(await post(client, game, guests[choices["seat"]], choice(choices)))
    offer, guest = choices["recruit"], guests[choices["seat"]]
    table = fine(await client.get(f"/api/games/{game}"))
    assert choices["moves"] == [{"type": "pass"}]
    assert offer["cave"] == table["cave"]
    assert offer["pile"] in (None, table["pile"])
    spend = [cells[0] for cells in offer["resources"].values()][:2]
    move = {"type": "recruit", "caveman": offer["cave"][0], "source": "cave", "at": offer["free"][0]}
    for wrong in ([], spend[:1], spend[:1] * 2):
        refused(await post(client, game, guest, move | {"spend": wrong}), 422)
    refused(await post(client, game, guest, move | {"spend": spend, "source": "pile"}), 422)
    answer = fine(await post(client, game, guest, move | {"spend": spend}))
    recruited = answer["events"][0]["event"]
    assert recruited.pop("type") == "caveman_recruited"
    assert recruited == {
        "seat": choices["seat"],
        "caveman": offer["cave"][0],
        "source": "cave",
        "spent": spend,
        "at": offer["free"][0],
    }


def _is_affordable(choices: Json) -> bool:
    offer = choices["recruit"]
    return offer is not None and len(offer["resources"]) >= 2 and bool(offer["free"])


# Repeats, races, undo


async def test_a_move_repeated_100_times_in_parallel_is_made_once(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    choices = await offered(client, game, guests[0])
    headers = {**guests[choices["seat"]].headers, "Idempotency-Key": "once"}

    async def send() -> httpx.Response:
        return await client.post(f"/api/games/{game}/moves", json=choice(choices), headers=headers)

    answers = await asyncio.gather(*(send() for _ in range(100)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    await play(client, game, guests, moves=5)
    newest = (await offered(client, game, guests[0]))["seq"]
    assert (await send()).content == answers[0].content
    assert (await offered(client, game, guests[0]))["seq"] == newest
    log = fine(await client.get(f"/api/games/{game}/events"))
    assert log[choices["seq"] : answers[0].json()["seq"]] == answers[0].json()["events"]


async def test_a_repeated_idempotency_key_gets_the_first_answer_from_any_process(
    client: httpx.AsyncClient, remote: httpx.AsyncClient
) -> None:
    game, guests = await started(client, TRIBE)
    choices = await offered(client, game, guests[0])
    headers = {**guests[choices["seat"]].headers, "Idempotency-Key": "once"}
    address = f"/api/games/{game}/moves?seq={choices['seq']}"
    first = await client.post(address, json=choice(choices), headers=headers)
    second = await remote.post(address, json=choice(choices), headers=headers)
    assert fine(first) == fine(second)
    problem = refused(await remote.post(address, json={"type": "undo"}, headers=headers), 422)
    assert problem["code"] == "key_reused"


async def test_the_same_key_of_another_player_is_another_key(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    made = []
    for _ in range(2):
        choices = await offered(client, game, guests[0])
        headers = {**guests[choices["seat"]].headers, "Idempotency-Key": "key"}
        made.append(fine(await client.post(f"/api/games/{game}/moves", json=choice(choices), headers=headers)))
    assert made[0]["seq"] < made[1]["seq"]


async def test_a_refused_move_does_not_use_up_its_key(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    headers = {**guests[choices["seat"]].headers, "Idempotency-Key": "key"}
    refused(await client.post(f"/api/games/{game}/moves", json={"type": "pass"}, headers=headers), 422)
    fine(await client.post(f"/api/games/{game}/moves", json=choice(choices), headers=headers))


async def test_of_two_clients_racing_for_the_same_move_one_wins(
    client: httpx.AsyncClient, remote: httpx.AsyncClient
) -> None:
    game, guests = await started(client, DISCOVERY)
    for _ in range(20):
        choices = await offered(client, game, guests[0])
        racing = (
            post(there, game, guests[choices["seat"]], choice(choices), seq=choices["seq"])
            for there in (client, remote)
        )
        won, lost = sorted(await asyncio.gather(*racing), key=lambda answer: answer.status_code)
        assert refused(lost, 409)["seq"] == fine(won)["seq"] == (await offered(client, game, guests[0]))["seq"]


@pytest.mark.parametrize("away", [-1, 1, 1000, -1000])
async def test_a_move_for_another_event_number_is_refused_with_the_current_one(
    client: httpx.AsyncClient, away: int
) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    guest = guests[choices["seat"]]
    problem = refused(await post(client, game, guest, choice(choices), seq=choices["seq"] + away), 409)
    assert problem["seq"] == choices["seq"]


async def test_an_undone_turn_stays_in_the_log(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY | {"seats": 3})
    choices = await offered(client, game, guests[0])
    seat, before = choices["seat"], fine(await client.get(f"/api/games/{game}"))
    assert choices["undo"] is None
    refused(await post(client, game, guests[seat], {"type": "undo"}), 422)
    moved = fine(await post(client, game, guests[seat], choice(choices)))
    assert (await offered(client, game, guests[0]))["undo"] == seat
    refused(await post(client, game, guests[seat - 1], {"type": "undo"}), 422)
    undone = fine(await post(client, game, guests[seat], {"type": "undo"}))
    assert undone["seq"] == moved["seq"] + 1
    assert undone["events"][0]["event"] == {"type": "turn_undone", "seat": seat, "to": choices["seq"]}
    assert fine(await client.get(f"/api/games/{game}")) == before | {"seq": undone["seq"]}


# Who may move


async def test_only_the_player_on_a_seat_may_move_for_it(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    move, others = choice(choices), guests[1 - choices["seat"]]
    problem = refused(await post(client, game, others, move), 422)
    assert problem["code"] == "not_your_turn"
    refused(await post(client, game, await welcome(client, "Stranger"), move), 403)
    refused(await post(client, game, Guest("", "", "made-up"), move), 401)
    answer = await client.post(f"/api/games/{game}/moves", json=move)
    refused(answer, 401)
    assert answer.headers["www-authenticate"] == "Bearer"
    assert (await offered(client, game, guests[0])) == choices


async def test_a_move_that_arrives_after_the_seat_was_handed_over_is_refused(
    client: AsyncTestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    store = client.app.state.services.store

    async def late(*arguments: Any) -> Appended:
        """Another process appends first."""
        monkeypatch.undo()
        await Commands(LiveGames(store), wall_clock).handle(game, TimeOut(choices["seat"], "flint"))
        appended: Appended = await store.append(*arguments)
        return appended

    monkeypatch.setattr(store, "append", late)
    problem = refused(await post(client, game, guests[choices["seat"]], choice(choices)), 403)
    assert problem["code"] == "seat_left"
    log = fine(await client.get(f"/api/games/{game}/events"))
    assert log[-1]["event"]["type"] == "seat_timed_out"
