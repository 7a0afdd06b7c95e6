"""Public profiles of players over HTTP."""

from datetime import UTC, datetime
from random import Random
from time import time_ns

import httpx
import pytest

from domain.rules import Rules
from service.games.seating import SeatTaken, TableOpened
from service.services import Services
from tests.support.api_persons import signed_up
from tests.support.api_play import KINGDOMINO, Guest, Json, fine, play, refused, started, welcome
from tests.support.play import random_game
from tests.support.servers import eventually
from tests.support.staged_games import store_game


@pytest.fixture(autouse=True)
async def services(worker_beside: Services) -> Services:
    return worker_beside


async def profile(client: httpx.AsyncClient, guest: Guest) -> Json:
    return fine(await client.get(f"/api/players/{guest.player}"))


async def finished(client: httpx.AsyncClient, guests: list[Guest], games: int = 1) -> None:
    """Returns once the lists contain this number of finished games."""

    async def is_known() -> bool:
        return bool((await profile(client, guests[0]))["results"].get("kingdomino played", 0) >= games)

    await eventually(is_known)


async def test_a_profile_shows_the_name_and_the_date_of_arrival(client: httpx.AsyncClient) -> None:
    guest, account = await welcome(client, "Oona"), await signed_up(client, "Oona of the profile")
    shown, other = await profile(client, guest), await profile(client, account.guest)
    assert (shown["name"], shown["account"]) == ("Oona", False)
    assert (other["name"], other["account"]) == ("Oona of the profile", True)
    assert abs((datetime.now(UTC) - datetime.fromisoformat(shown["since"])).total_seconds()) < 3600
    assert shown["reliability"] == {"answer_time": None, "games_since_leaving": 0, "finished": None}


async def test_an_unknown_player_has_no_profile(client: httpx.AsyncClient) -> None:
    assert refused(await client.get("/api/players/nobodyatall"), 404)["code"] == "no_such_player"


async def test_reliability_is_the_share_of_games_not_left(client: httpx.AsyncClient, services: Services) -> None:
    rules, player = Rules("kingdomino", 2, None, ("must_place",)), f"stayer{time_ns()}"
    for number in range(6):
        played = random_game(rules, Random(number), fickle=0.1)
        seats = [SeatTaken(0, player, "Stayer"), SeatTaken(1, f"other{player}", "Other")]
        await store_game(services.store, f"{player}{number}", [TableOpened(rules, (None, None)), *seats], played)

    async def are_known() -> bool:
        return bool(fine(await client.get(f"/api/players/{player}/games"))["total"] == 6)

    await eventually(are_known)
    games = fine(await client.get(f"/api/players/{player}/games"))["games"]
    left = [line["seats"][0]["has_left"] for line in games]
    assert 0 < sum(left) < 6
    shown = fine(await client.get(f"/api/players/{player}"))
    assert shown["name"] == "Stayer"  # without a stored profile: the name comes from the games
    assert shown["reliability"]["finished"] == pytest.approx(1 - sum(left) / 6)
    assert shown["reliability"]["games_since_leaving"] == left.index(True)


async def test_games_are_paged_past_those_that_are_not_shown(client: httpx.AsyncClient, services: Services) -> None:
    rules, player = Rules("kingdomino", 2, None, ("must_place",)), f"pager{time_ns()}"
    played, names = random_game(rules, Random(1)), list[str]()
    for number in range(55):
        invite = "secret" if number % 2 else None
        seats = [SeatTaken(0, player, "Pager"), SeatTaken(1, f"other{player}", "Other")]
        names.append(f"{player}{number}")
        await store_game(
            services.store, names[-1], [TableOpened(rules, (None, None), invite), *seats], played, begin=number * 10**6
        )

    async def are_known() -> bool:
        return bool(fine(await client.get(f"/api/players/{player}/games"))["total"] == 55)

    await eventually(are_known)
    first = fine(await client.get(f"/api/players/{player}/games"))
    then = fine(await client.get(f"/api/players/{player}/games?start={first['next']}"))
    assert "next" not in then
    assert [line["game"] for line in first["games"] + then["games"]] == names[::2][::-1]


async def test_a_table_lists_its_players(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    shown: list[Json] = (await client.get(f"/api/games/{game}/players")).json()
    assert [(seat["name"], seat["player"]) for seat in shown] == [
        ("Guest 0", guests[0].player),
        ("Guest 1", guests[1].player),
    ]
    fine(await client.request("DELETE", "/api/me", json={}, headers=guests[0].headers))
    shown = (await client.get(f"/api/games/{game}/players")).json()
    assert [(seat["name"], seat["player"]) for seat in shown] == [("Somebody", None), ("Guest 1", guests[1].player)]


async def test_the_players_of_a_private_table_are_shown_only_to_those_who_may_see_it(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, private=True)
    refused(await client.get(f"/api/games/{game}/players"), 404)
    assert len((await client.get(f"/api/games/{game}/players", headers=guests[0].headers)).json()) == 2


async def test_a_departed_player_has_no_profile_and_no_name_in_lists(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests)
    await finished(client, guests)
    fine(await client.request("DELETE", "/api/me", json={}, headers=guests[0].headers))
    refused(await client.get(f"/api/players/{guests[0].player}"), 404)
    [line] = fine(await client.get(f"/api/players/{guests[1].player}/games"))["games"]
    assert [(seat["name"], seat["player"]) for seat in line["seats"]] == [
        ("Somebody", None),
        ("Guest 1", guests[1].player),
    ]
