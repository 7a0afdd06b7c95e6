"""How somebody plays, what they have achieved, favourites, and what can be taken along."""

import csv
import io

import httpx
import pytest

from puzzles.review.review import Judged, Review
from service.lists.skill import Rating
from service.personal.achievements import achievements
from service.services import Services
from tests.support.api_play import KINGDOMINO, Guest, fine, play, refused, started
from tests.support.servers import eventually


@pytest.fixture(autouse=True)
async def services(worker_beside: Services) -> Services:
    return worker_beside


def judged(seq: int, seat: int, step: str, lost: float, number: int | None) -> Judged:
    return Judged(seq, seat, step, "1", "2", 10.0, 10.0 - lost, 0.5, round=number)  # type: ignore[arg-type]


async def reviewed(client: httpx.AsyncClient, services: Services, *, private: bool = False) -> tuple[str, list[Guest]]:
    """A finished game, in which seat 0 lost 3 points by a draft, nothing by another and 1 by a placement."""
    game, guests = await started(client, KINGDOMINO, private=private)
    await play(client, game, guests)
    made = [
        judged(9, 0, "draft", 3.0, 1),
        judged(12, 0, "place", 1.0, 2),
        judged(13, 1, "place", 7.0, 2),
        judged(15, 0, "draft", 0.0, None),
    ]
    await services.reviews.keep(game, Review(2, made, [9]))

    async def is_listed() -> bool:
        listed = fine(await client.get("/api/me/games?status=over", headers=guests[0].headers))
        return bool(listed["total"])

    await eventually(is_listed)
    return game, guests


async def test_choices_cost_by_kind_and_round(client: httpx.AsyncClient, services: Services) -> None:
    _, (oona, _) = await reviewed(client, services)
    [shown] = fine(await client.get(f"/api/players/{oona.player}/play"))
    assert shown == {
        "pool": "kingdomino",
        "games": 1,
        "all": {"choices": 3, "mean": 1.33},
        "skills": {"draft": {"choices": 2, "mean": 1.5}, "placement": {"choices": 1, "mean": 1.0}},
        "rounds": [{"choices": 1, "mean": 3.0, "round": 1}, {"choices": 1, "mean": 1.0, "round": 2}],
    }
    fine(await client.request("DELETE", "/api/me", headers=oona.headers))
    for path in ("play", "achievements", "ratings", "ratings.csv", "games.csv"):
        answer = await client.get(f"/api/players/{oona.player}/{path}")
        assert refused(answer, 404)["code"] == "no_such_player"


async def test_private_games_are_ones_own(client: httpx.AsyncClient, services: Services) -> None:
    game, (oona, ben) = await reviewed(client, services, private=True)
    for path in ("play", "games.csv"):
        address = f"/api/players/{oona.player}/{path}"
        own, others = await client.get(address, headers=oona.headers), await client.get(address, headers=ben.headers)
        assert len(own.text) > len(others.text)
        assert game not in others.text
    assert fine(await client.get(f"/api/players/{oona.player}/play", headers=ben.headers)) == []


async def test_games_and_ratings_are_tables(client: httpx.AsyncClient, services: Services) -> None:
    game, (oona, _) = await reviewed(client, services)
    answer = await client.get(f"/api/players/{oona.player}/games.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    [row] = csv.DictReader(io.StringIO(answer.text))
    assert (row["game"], row["mode"], row["seats"], row["opponents"]) == (game, "kingdomino", "2", "Guest 1")
    ratings = await client.get(f"/api/players/{oona.player}/ratings.csv")
    assert ratings.text.strip() == "at,game,mode,mean,uncertainty,rating"
    assert fine(await client.get(f"/api/players/{oona.player}/ratings")) == []


async def test_favourites_are_a_list(client: httpx.AsyncClient, services: Services) -> None:
    game, (oona, ben) = await reviewed(client, services)
    fine(await client.patch(f"/api/me/games/{game}", json={"is_starred": True}, headers=oona.headers))
    for guest, expected in ((oona, [game]), (ben, [])):
        listed = fine(await client.get("/api/me/games?status=starred", headers=guest.headers))
        assert [line["game"] for line in listed["games"]] == expected
        assert listed["total"] == len(expected)


async def test_achievements_say_how_far_one_has_come(client: httpx.AsyncClient, services: Services) -> None:
    _, (oona, _) = await reviewed(client, services)
    shown = {it["name"]: it for it in fine(await client.get(f"/api/players/{oona.player}/achievements"))}
    assert shown["to_the_end"] == {"name": "to_the_end", "have": 1, "need": 100}
    assert shown["puzzle_streak"]["have"] == shown["unaided"]["have"] == 0


def test_achievements_are_reached() -> None:
    results = {"kingdomino won": 2, "kingdomino played": 90, "kingdomino left": 1, "origins-tribe played": 20}
    few = Rating(25.0, 5.0, 30, pool="kingdomino", opponents=2)
    enough = Rating(25.0, 5.0, 10, pool="origins-tribe", opponents=5)
    have = {it.name: it.have for it in achievements(results, [few], 40, 3)}
    assert have == {"every_mode": 1, "to_the_end": 100, "on_the_board": 9, "puzzle_streak": 30, "unaided": 3}
    assert achievements(results, [few, enough], 0, 0)[2].have == 10
