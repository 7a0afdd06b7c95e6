"""Lobby, my games, players and leaderboards over HTTP, with background tasks of a worker."""

import httpx
import pytest

from service.services import Services
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    RATED,
    Guest,
    Json,
    account,
    fine,
    opened,
    play,
    refused,
    started,
    welcome,
)
from tests.support.servers import eventually


@pytest.fixture(autouse=True)
async def services(worker_beside: Services) -> Services:
    return worker_beside


async def listed(client: httpx.AsyncClient, path: str, game: str, guest: Guest | None = None) -> Json:
    """The line of a game in a list, once it has appeared."""
    lines: list[Json] = []

    async def is_there() -> bool:
        answer = fine(await client.get(path, headers=guest.headers if guest else {}))
        lines[:] = [line for line in answer["games"] if line["game"] == game]
        return bool(lines)

    await eventually(is_there)
    return lines[0]


async def test_an_open_table_is_in_the_lobby_until_it_is_full(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    table = await opened(client, ann, DISCOVERY)
    line = await listed(client, "/api/lobby", table["id"])
    assert [seat["name"] for seat in line["seats"]] == ["Ann", None]
    fine(await client.post(f"/api/games/{table['id']}/join", headers=ben.headers))
    assert (await listed(client, "/api/lobby?status=running", table["id"]))["turn"] is not None
    assert table["id"] not in [line["game"] for line in fine(await client.get("/api/lobby"))["games"]]


@pytest.mark.parametrize("private", [False, True])
async def test_a_rematch_is_listed_only_for_those_who_played(client: httpx.AsyncClient, private: bool) -> None:
    game, (ann, ben) = await started(client, KINGDOMINO, private=private)
    await play(client, game, [ann, ben])
    again = fine(await client.post(f"/api/games/{game}/rematch", headers=ann.headers))["id"]
    await listed(client, "/api/me/games", again, ann)
    line = await listed(client, "/api/me/games", again, ben)
    assert [(seat["name"], seat["kept_for"]) for seat in line["seats"]] == [(None, ben.player), ("Guest 0", None)]
    stranger = await welcome(client, "Stranger")
    for path in ("/api/lobby", "/api/me/games"):
        assert again not in (await client.get(path, headers=stranger.headers)).text
    joined = await client.post(f"/api/games/{again}/join", headers=ben.headers)
    assert fine(joined)["status"] == "running"
    line = await listed(client, "/api/me/games", again, ben)
    if not private:
        line = await listed(client, "/api/lobby?status=running", again)
        assert [seat["kept_for"] for seat in line["seats"]] == [None, None]


async def test_my_games_lists_only_the_games_of_the_caller(client: httpx.AsyncClient) -> None:
    game, (ann, ben) = await started(client, KINGDOMINO)
    await listed(client, "/api/me/games", game, ann)
    await listed(client, "/api/me/games", game, ben)
    other = await welcome(client, "Cleo")
    nothing = fine(await client.get("/api/me/games", headers=other.headers))
    assert (nothing["total"], nothing["games"]) == (0, [])
    refused(await client.get("/api/me/games"), 401)


async def test_a_finished_game_counts_for_both_and_between_them(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests)
    ann, ben = guests
    line = await listed(client, f"/api/players/{ann.player}/games", game)
    best = [seat["player"] for seat in line["seats"] if seat["rank"] == 1]
    profile = fine(await client.get(f"/api/players/{ann.player}"))
    assert profile["results"]["kingdomino played"] == 1
    assert profile["results"].get("kingdomino won", 0) == int(best == [ann.player])
    assert profile["reliability"]["games_since_leaving"] == 1
    versus = fine(await client.get(f"/api/players/{ann.player}/versus/{ben.player}"))
    swapped = fine(await client.get(f"/api/players/{ben.player}/versus/{ann.player}"))
    assert (versus["first"], versus["second"]) == (swapped["second"], swapped["first"])
    assert versus["played"] == 1
    assert fine(await client.get("/api/counts"))["kingdomino over"] >= 1


async def test_a_private_game_is_in_the_history_only_for_its_player(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, private=True)
    await play(client, game, guests)
    ann, ben = guests
    history = f"/api/players/{ann.player}/games"
    assert (await listed(client, history, game, ann))["is_private"]
    assert fine(await client.get(history))["games"] == []
    assert fine(await client.get(history, headers=ben.headers))["games"] == []


async def test_a_listed_game_shows_its_clock(client: httpx.AsyncClient) -> None:
    clock = {"type": "days", "days": 3}
    table = await opened(client, await welcome(client, "Ann"), DISCOVERY, clock=clock)
    assert (await listed(client, "/api/lobby", table["id"]))["clock"] == clock


async def test_a_rated_game_gives_ratings_that_are_provisional_at_first(
    client: httpx.AsyncClient, services: Services
) -> None:
    game, people = await started(client, KINGDOMINO, **RATED)
    await play(client, game, people)

    async def is_rated() -> bool:
        await services.ratings.take_in()
        return bool(await services.ratings.history(people[0].player))

    await eventually(is_rated)
    profile = fine(await client.get(f"/api/players/{people[0].player}"))
    assert profile["provisional"] == {"kingdomino": True}
    assert people[0].player not in (await client.get("/api/leaderboards/kingdomino")).text


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"rated": True}, "rated_needs_clock"),
        ({**RATED, "private": True}, "rated_is_public"),
    ],
)
async def test_a_rated_game_needs_a_clock_and_a_public_table(client: httpx.AsyncClient, terms: Json, code: str) -> None:
    person = await account(client, "Ann")
    answer = await client.post("/api/games", json={"rules": DISCOVERY, **terms}, headers=person.headers)
    assert refused(answer, 422)["code"] == code


async def test_guests_neither_open_nor_join_rated_games(client: httpx.AsyncClient) -> None:
    guest, person = await welcome(client, "Ann"), await account(client, "Ben")
    answer = await client.post("/api/games", json={"rules": DISCOVERY, **RATED}, headers=guest.headers)
    assert refused(answer, 422)["code"] == "rated_needs_account"
    game = (await opened(client, person, DISCOVERY, **RATED))["id"]
    answer = await client.post(f"/api/games/{game}/join", headers=guest.headers)
    assert refused(answer, 422)["code"] == "rated_needs_account"


async def test_a_game_that_somebody_leaves_in_the_first_rounds_is_not_rated(client: httpx.AsyncClient) -> None:
    game, (ann, ben) = await started(client, KINGDOMINO, **RATED)
    fine(await client.post(f"/api/games/{game}/resign", headers=ben.headers))
    fine(await client.post(f"/api/games/{game}/claim", headers=ann.headers))
    line = await listed(client, f"/api/players/{ann.player}/games", game)
    assert line["is_rated"]
    assert line["is_left_early"]
