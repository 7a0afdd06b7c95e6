"""POST /api/games/{id}/sideline: other moves in a finished game, on its own deal, and nothing is stored."""

import httpx
import msgspec
import pytest

from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    TRIBE,
    Guest,
    Json,
    choice,
    fine,
    play,
    refused,
    started,
)


async def tried(client: httpx.AsyncClient, game: str, at: int, moves: Json = (), **query: str) -> httpx.Response:
    return await client.post(f"/api/games/{game}/sideline", json={"at": at, "moves": list(moves)}, params=query)


async def over(client: httpx.AsyncClient, rules: Json, **more: Json) -> tuple[str, list[Guest], list[Json]]:
    """A finished game with its offers, each at an event where a seat chose."""
    game, guests = await started(client, rules, **more)
    offers: list[Json] = []

    async def note(offer: Json) -> None:
        offers.append(offer)

    await play(client, game, guests, meanwhile=note)
    return game, guests, offers


@pytest.mark.parametrize("rules", [TRIBE, KINGDOMINO | {"seats": 3}], ids=["tribe", "kingdomino"])
async def test_a_side_line_is_played_to_its_end_move_by_move(client: httpx.AsyncClient, rules: Json) -> None:
    game, guests, offers = await over(client, rules)
    events = (await client.get(f"/api/games/{game}/events")).content
    at, seat = offers[10]["seq"], offers[10]["seat"]
    line = fine(await tried(client, game, at))
    assert (line["at"], line["seat"], line["seq"], line["moves"], line["frames"]) == (at, seat, at, [], [])
    assert line["choices"] == offers[10]
    while line["choices"] is not None:
        moves = [*line["moves"], choice(line["choices"])]
        before, line = line, fine(await tried(client, game, at, moves))
        assert line["moves"][: len(moves)] == moves
        assert line["choices"] is None or line["choices"]["seat"] == seat
        assert [frame["seq"] for frame in line["frames"]] == list(range(before["seq"] + 1, line["seq"] + 1))
        assert [step["seq"] for step in line["steps"]] == list(range(at + 1, line["seq"] + 1))
        assert line["steps"][: len(before["steps"])] == before["steps"]
    assert line["frames"][-1]["status"] == "over"
    assert (await client.get(f"/api/games/{game}/events")).content == events
    assert fine(await client.get("/api/me/games", headers=guests[0].headers))["games"] == []


async def test_the_same_dominoes_come_as_in_the_game(client: httpx.AsyncClient) -> None:
    game, _, offers = await over(client, DISCOVERY)
    at = next(offer["seq"] for offer in offers if offer["step"] == "draft")

    def lines(steps: list[Json]) -> list[Json]:
        return [step["text"] for step in steps if step["type"] == "line_revealed"]

    whole = fine(await client.get(f"/api/games/{game}/steps"))
    line = fine(await tried(client, game, at))
    while line["choices"] is not None:
        line = fine(await tried(client, game, at, [*line["moves"], line["choices"]["moves"][-1]]))
    assert lines(line["steps"]) == lines(whole[at:])


async def test_equal_moves_get_equal_answers(client: httpx.AsyncClient) -> None:
    game, _, offers = await over(client, TRIBE)
    at, move = offers[6]["seq"], offers[6]["moves"][0]
    assert fine(await tried(client, game, at, [move])) == fine(await tried(client, game, at, [move]))


async def test_its_steps_are_in_the_readers_language(client: httpx.AsyncClient) -> None:
    game, _, offers = await over(client, KINGDOMINO)
    at, move = offers[3]["seq"], offers[3]["moves"][0]
    english, german = [
        fine(await tried(client, game, at, [move], language=language))["steps"] for language in ("en", "de")
    ]
    assert [step["text"] for step in english] != [step["text"] for step in german]


async def test_a_side_line_is_compressed_for_clients_that_accept_gzip(client: httpx.AsyncClient) -> None:
    game, _, offers = await over(client, KINGDOMINO)
    body = {"at": offers[3]["seq"], "moves": offers[3]["moves"][:1]}
    path = f"/api/games/{game}/sideline"
    plain = await client.post(path, json=body, headers={"Accept-Encoding": "identity"})
    packed = await client.post(path, json=body, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < len(plain.content) / 2


async def test_an_illegal_move_is_refused_as_in_a_game(client: httpx.AsyncClient) -> None:
    game, _, offers = await over(client, KINGDOMINO)
    at = next(offer["seq"] for offer in offers if offer["step"] == "place")
    problem = refused(await tried(client, game, at, [{"type": "fire", "at": [1, 0]}]), 422)
    assert problem["code"]
    last = fine(await client.get(f"/api/games/{game}"))["seq"]
    assert refused(await tried(client, game, last), 422)["code"] == "nothing_to_hint"


async def test_a_move_after_the_end_is_refused(client: httpx.AsyncClient) -> None:
    game, _, offers = await over(client, KINGDOMINO)
    at = offers[-1]["seq"]
    line = fine(await tried(client, game, at, [choice(offers[-1])]))
    assert line["choices"] is None
    problem = refused(await tried(client, game, at, [*line["moves"], {"type": "pass"}]), 422)
    assert problem["code"] == "over"


async def test_a_running_game_has_no_side_lines(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    seq = await play(client, game, guests, moves=3)
    assert refused(await tried(client, game, seq), 409)["code"] == "not_over"


async def test_an_unknown_event_has_no_side_lines(client: httpx.AsyncClient) -> None:
    game, _, _ = await over(client, KINGDOMINO)
    for at in (0, -1, 100_000):
        assert refused(await tried(client, game, at), 404)["code"] == "no_such_event"
    refused(await tried(client, "nosuchgame", 3), 404)
    refused(await tried(client, game, 3, [{"type": "pass"}] * 401), 400)


async def test_a_private_game_is_tried_only_by_those_who_may_see_it(client: httpx.AsyncClient) -> None:
    game, guests, offers = await over(client, KINGDOMINO, private=True)
    refused(await tried(client, game, offers[3]["seq"]), 404)
    body = msgspec.json.encode({"at": offers[3]["seq"]})
    fine(await client.post(f"/api/games/{game}/sideline", content=body, headers=guests[1].headers))
