"""Opening tables and taking seats."""

import asyncio

import httpx
import pytest

from domain.rules import Rules
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    TRIBE,
    Json,
    fine,
    opened,
    post,
    refused,
    started,
    welcome,
)
from tests.support.configurations import CONFIGURATIONS, name


async def test_the_opener_of_a_table_has_seat_0_and_the_rest_is_open(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    answer = await client.post("/api/games", json={"rules": TRIBE | {"seats": 3}}, headers=guest.headers)
    assert answer.status_code == 201
    table = answer.json()
    assert table["seat"] == 0
    assert table["seats"] == [{"name": "Ugh", "bot": None}, None, None]
    assert (table["status"], table["seq"], table["invite"]) == ("open", 0, None)


async def test_bots_take_the_seats_named(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    rules = TRIBE | {"seats": 4}
    table = await opened(client, guest, rules, seats=[{"bot": "pebble"}, {"bot": None}, {"bot": "flint"}])
    assert [seat and seat["bot"] for seat in table["seats"]] == [None, "pebble", None, "flint"]


async def test_a_table_full_of_bots_starts_at_once(client: httpx.AsyncClient) -> None:
    table = await opened(client, await welcome(client, "Ugh"), DISCOVERY, seats=[{"bot": "pebble"}])
    assert table["status"] == "running"
    events = fine(await client.get(f"/api/games/{table['id']}/events"))
    assert len(events) == table["seq"]
    assert events[0]["event"]["seats"] == [{"name": "Ugh", "bot": None}, {"name": "Pebble", "bot": "pebble"}]


async def test_a_game_starts_when_the_last_seat_is_taken(client: httpx.AsyncClient) -> None:
    first, second, third = [await welcome(client, name) for name in ("Ugh", "Nag", "Oona")]
    game = (await opened(client, first, TRIBE | {"seats": 3}))["id"]
    table = fine(await client.post(f"/api/games/{game}/join", headers=second.headers))
    assert (table["seat"], table["status"], table["seq"]) == (1, "open", 0)
    assert fine(await client.get(f"/api/games/{game}/events")) == []
    table = fine(await client.post(f"/api/games/{game}/join", headers=third.headers))
    assert (table["seat"], table["status"]) == (2, "running")
    assert table["seq"] == len(fine(await client.get(f"/api/games/{game}/events"))) > 0


async def test_a_full_table_cannot_be_joined(client: httpx.AsyncClient) -> None:
    game, _ = await started(client, DISCOVERY)
    late = await welcome(client, "Late")
    assert refused(await client.post(f"/api/games/{game}/join", headers=late.headers), 422)["code"] == "table_full"


async def test_a_player_cannot_take_two_seats(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    game = (await opened(client, guest, TRIBE | {"seats": 3}))["id"]
    problem = refused(await client.post(f"/api/games/{game}/join", headers=guest.headers), 422)
    assert problem["code"] == "seated_already"


async def test_of_many_concurrent_joins_for_the_last_seat_one_succeeds(client: httpx.AsyncClient) -> None:
    game = (await opened(client, await welcome(client, "Ugh"), DISCOVERY))["id"]
    runners = [await welcome(client, f"Runner {number}") for number in range(10)]
    joined = await asyncio.gather(
        *(client.post(f"/api/games/{game}/join", headers=runner.headers) for runner in runners)
    )
    assert sorted(answer.status_code for answer in joined) == [200, *[422] * 9]
    [winner] = [runner for runner, answer in zip(runners, joined, strict=True) if answer.is_success]
    assert fine(await client.get(f"/api/games/{game}"))["seats"][1]["name"] == winner.name


# Private tables

ROUTES = ["", "/events", "/moves", "/record", "/stream"]


@pytest.mark.parametrize("route", ROUTES)
async def test_a_private_game_returns_404_for_strangers(client: httpx.AsyncClient, route: str) -> None:
    game, _ = await started(client, DISCOVERY, private=True)
    stranger = await welcome(client, "Stranger")
    unknown = await client.get(f"/api/games/zzzzzzzzzz{route}")
    for query in ({}, {"invite": ""}, {"invite": "x"}):
        for headers in ({}, stranger.headers):
            answer = await client.get(f"/api/games/{game}{route}", params=query, headers=headers)
            refused(answer, 404)
            assert answer.content == unknown.content


@pytest.mark.parametrize("route", [route for route in ROUTES if route != "/stream"])
async def test_players_and_those_with_the_invite_see_a_private_game(client: httpx.AsyncClient, route: str) -> None:
    guest = await welcome(client, "Ugh")
    table = await opened(client, guest, DISCOVERY, private=True, seats=[{"bot": "pebble"}])
    address = f"/api/games/{table['id']}{route}"
    assert (await client.get(address, headers=guest.headers)).is_success
    assert (await client.get(address, params={"invite": table["invite"]})).is_success


async def test_an_invite_opens_a_seat_and_is_shown_only_to_players(client: httpx.AsyncClient) -> None:
    first, second = await welcome(client, "Ugh"), await welcome(client, "Nag")
    table = await opened(client, first, DISCOVERY | {"seats": 3}, private=True)
    address, invite = f"/api/games/{table['id']}", table["invite"]
    assert len(invite) >= 20
    refused(await client.post(f"{address}/join", headers=second.headers), 404)
    assert fine(await client.get(address, params={"invite": invite}))["invite"] is None
    joined = fine(await client.post(f"{address}/join", params={"invite": invite}, headers=second.headers))
    assert (joined["seat"], joined["invite"]) == (1, invite)


async def test_a_stranger_cannot_move_in_a_private_game(client: httpx.AsyncClient) -> None:
    game, _ = await started(client, DISCOVERY, private=True)
    refused(await post(client, game, await welcome(client, "Stranger"), {"type": "pass"}), 404)


# Rules


@pytest.mark.parametrize("rules", CONFIGURATIONS[::5], ids=name)
async def test_every_kind_of_game_can_be_opened(client: httpx.AsyncClient, rules: Rules) -> None:
    guest = await welcome(client, "Ugh")
    requested: Json = {
        "game": rules.game,
        "mode": rules.mode,
        "seats": rules.seats,
        "variants": list(rules.variants),
        "version": 1,
    }
    table = await opened(client, guest, requested, seats=[{"bot": "pebble"}] * (rules.seats - 1))
    assert table["rules"] == requested
    assert fine(await client.get(f"/api/games/{table['id']}"))["rules"] == requested


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (DISCOVERY | {"seats": 1}, "seats"),
        (DISCOVERY | {"seats": 5}, "seats"),
        (DISCOVERY | {"seats": -1}, "seats"),
        (DISCOVERY | {"seats": 10**30}, "seats"),
        (DISCOVERY | {"mode": None}, "mode_needed"),
        (KINGDOMINO | {"mode": "tribe"}, "no_modes"),
        (DISCOVERY | {"variants": ["harmony"]}, "foreign_variant"),
        (KINGDOMINO | {"variants": ["harmony", "harmony"]}, "variant_twice"),
        (KINGDOMINO | {"seats": 3, "variants": ["mighty_duel"]}, "duel_of_two"),
        (DISCOVERY | {"version": 2}, "unknown_version"),
    ],
)
async def test_impossible_rules_are_refused(client: httpx.AsyncClient, rules: Json, code: str) -> None:
    guest = await welcome(client, "Ugh")
    answer = await client.post("/api/games", json={"rules": rules}, headers=guest.headers)
    assert refused(answer, 422)["code"] == code


@pytest.mark.parametrize("seats", [[{"bot": "pebble"}] * 2, [{}] * 1000])
async def test_unknown_seats_are_refused(client: httpx.AsyncClient, seats: Json) -> None:
    guest = await welcome(client, "Ugh")
    answer = await client.post("/api/games", json={"rules": DISCOVERY, "seats": seats}, headers=guest.headers)
    assert refused(answer, 422)["code"] == "too_many_seats"


async def test_an_unknown_bot_level_is_refused(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Ugh")
    table = {"rules": DISCOVERY, "seats": [{"bot": "god"}]}
    refused(await client.post("/api/games", json=table, headers=guest.headers), 400)
