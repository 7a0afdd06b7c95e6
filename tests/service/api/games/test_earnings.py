"""What moves earn, and what is still unseen, as the API tells it."""

import httpx
import pytest

from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    Json,
    choice,
    fine,
    offered,
    opened,
    play,
    post,
    refused,
    started,
    welcome,
)


async def total(client: httpx.AsyncClient, game: str, seat: int) -> int:
    table = fine(await client.get(f"/api/games/{game}"))
    points: int = table["seats"][seat]["score"]["total"]
    return points


async def test_a_move_earns_what_the_offer_said(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    checked = 0
    while checked < 5:
        choices = await offered(client, game, guests[0])
        seat, move = choices["seat"], choice(choices)
        [earning] = [
            earning for other, earning in zip(choices["moves"], choices["earns"], strict=True) if other == move
        ]
        before = await total(client, game, seat)
        answer = fine(await post(client, game, guests[seat], move))
        if sum(entry["event"]["type"] == "domino_placed" for entry in answer["events"]) == 1:
            assert await total(client, game, seat) - before == earning["total"]
            checked += 1


@pytest.mark.parametrize(
    ("terms", "shows"),
    [({}, True), ({"rated": True}, False), ({"rated": True, "earnings": True}, True)],
    ids=["unrated", "rated", "rated and agreed"],
)
async def test_rated_games_of_several_people_show_it_only_if_the_table_says_so(
    client: httpx.AsyncClient, terms: Json, shows: bool
) -> None:
    guest = await welcome(client, "Oona")
    assert (await opened(client, guest, KINGDOMINO, **terms))["earnings"] is shows
    game, guests = await started(client, KINGDOMINO, **terms)
    choices = await offered(client, game, guests[0])
    assert (choices["earns"] is not None) is shows
    await play(client, game, guests, moves=2)


async def test_a_rated_game_against_bots_shows_it(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    table = await opened(client, guest, DISCOVERY, rated=True, seats=[{"bot": "pebble"}])
    assert table["earnings"] is True
    assert (await offered(client, table["id"], guest))["earns"] is not None


async def test_a_puzzle_says_what_a_placement_earns_at_once(client: httpx.AsyncClient) -> None:
    puzzle = fine(await client.get("/api/puzzles/daily"))["id"]
    begun = fine(await client.post(f"/api/puzzles/{puzzle}/moves", json={"moves": []}))
    for move, earning in list(zip(begun["moves"], begun["earns"], strict=True))[:3]:
        then = fine(await client.post(f"/api/puzzles/{puzzle}/moves", json={"moves": [move]}))
        assert then["score"]["total"] - begun["score"]["total"] == earning["total"]


async def test_what_is_unseen_is_public(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    table = fine(await client.get(f"/api/games/{game}"))
    left = fine(await client.get(f"/api/games/{game}/unseen"))
    assert sorted(tile["domino"] for pair in left["pairs"] for tile in pair["dominoes"]) == table["unseen"]
    assert left["to_come"] == 20  # of 24 that are played
    assert left == fine(await client.get(f"/api/games/{game}/unseen", headers=guests[1].headers))
    at_first = fine(await client.get(f"/api/games/{game}/unseen", params={"at": 1}))
    assert at_first["to_come"] == 24
    assert refused(await client.get(f"/api/games/{game}/unseen", params={"at": 999}), 404)
    waiting = await opened(client, guests[0], KINGDOMINO)
    assert refused(await client.get(f"/api/games/{waiting['id']}/unseen"), 404)["code"] == "seats_open"
