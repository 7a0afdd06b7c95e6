"""Guessing the next move of a game that one watches: a secret until the end, then right or wrong."""

import httpx

from tests.support.api_play import KINGDOMINO, Guest, Json, choice, fine, offered, play, post, refused, started, welcome


async def guesses(client: httpx.AsyncClient, game: str, guest: Guest, seq: int, move: Json) -> httpx.Response:
    return await client.put(f"/api/games/{game}/guesses", json={"seq": seq, "move": move}, headers=guest.headers)


async def shown(client: httpx.AsyncClient, game: str, guest: Guest) -> Json:
    return fine(await client.get(f"/api/games/{game}/guesses", headers=guest.headers))


async def until(client: httpx.AsyncClient, game: str, guests: list[Guest], step: str) -> Json:
    while (choices := await offered(client, game, guests[0]))["step"] != step:
        fine(await post(client, game, guests[choices["seat"]], choice(choices)))
    return choices


async def test_who_was_right_is_said_when_the_game_is_over(client: httpx.AsyncClient) -> None:
    game, players = await started(client, KINGDOMINO)
    oona, ben = await welcome(client, "Oona"), await welcome(client, "Ben")
    choices = await until(client, game, players, "draft")
    played, other = choice(choices), next(move for move in choices["moves"] if move != choice(choices))
    fine(await guesses(client, game, oona, choices["seq"], other))
    fine(await guesses(client, game, oona, choices["seq"], played))
    own = fine(await guesses(client, game, ben, choices["seq"], other))
    assert own == {"own": [{"seq": choices["seq"], "move": other, "right": None}], "people": []}
    fine(await post(client, game, players[choices["seat"]], played))
    for guest in players:
        assert await shown(client, game, guest) == {"own": [], "people": []}
    await play(client, game, players)
    over = await shown(client, game, oona)
    assert over["own"] == [{"seq": choices["seq"], "move": played, "right": True}]
    assert [(who["name"], who["right"], who["guesses"]) for who in over["people"]] == [("Oona", 1, 1), ("Ben", 0, 1)]


async def test_guesses_that_cannot_be_are_refused(client: httpx.AsyncClient) -> None:
    game, players = await started(client, KINGDOMINO)
    oona = await welcome(client, "Oona")
    choices = await until(client, game, players, "draft")
    seq, move = choices["seq"], choices["moves"][0]
    assert refused(await guesses(client, game, players[0], seq, move), 403)["code"] == "guess_seated"
    assert refused(await guesses(client, game, oona, seq - 1, move), 409)["code"] == "moved"
    assert refused(await guesses(client, game, oona, seq, {"type": "draft", "domino": 99}), 422)["code"]
    assert refused(await guesses(client, game, oona, seq, {"type": "undo"}), 400)
    await play(client, game, players)
    assert refused(await guesses(client, game, oona, seq, move), 422)["code"] == "over"


async def test_guesses_go_with_the_person(client: httpx.AsyncClient) -> None:
    game, players = await started(client, KINGDOMINO)
    oona = await welcome(client, "Oona")
    choices = await until(client, game, players, "draft")
    fine(await guesses(client, game, oona, choices["seq"], choices["moves"][0]))
    assert list(fine(await client.get("/api/me/export", headers=oona.headers))["guesses"]) == [game]
    fine(await client.request("DELETE", "/api/me", headers=oona.headers))
    await play(client, game, players)
    assert (await shown(client, game, players[0]))["people"] == []
