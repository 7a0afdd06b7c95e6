"""Asking the others over HTTP. The rules are in tests/service/games/test_consent.py."""

import httpx

from tests.support.api_play import (
    KINGDOMINO,
    Guest,
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


async def ask(client: httpx.AsyncClient, game: str, guest: Guest, wish: Json) -> httpx.Response:
    return await client.post(f"/api/games/{game}/questions", json=wish, headers=guest.headers)


async def answer(client: httpx.AsyncClient, game: str, guest: Guest, how: str) -> httpx.Response:
    return await client.post(f"/api/games/{game}/questions/{how}", headers=guest.headers)


async def table(client: httpx.AsyncClient, game: str, guest: Guest) -> Json:
    return fine(await client.get(f"/api/games/{game}", headers=guest.headers))


async def answered_turn(client: httpx.AsyncClient) -> tuple[str, list[Guest], int, int]:
    """A game of two in which a turn was answered: whose it was, and who has answered."""
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests, moves=4)  # the claims
    first = (await offered(client, game, guests[0]))["seat"]
    while (choices := await offered(client, game, guests[0]))["seat"] == first:
        fine(await post(client, game, guests[first], choice(choices)))
    fine(await post(client, game, guests[1 - first], choice(choices)))
    return game, guests, first, 1 - first


async def test_a_turn_is_taken_back_by_consent(client: httpx.AsyncClient) -> None:
    game, guests, asker, other = await answered_turn(client)
    seq = (await table(client, game, guests[asker]))["seq"]
    may = fine(await client.get(f"/api/games/{game}/questions", headers=guests[asker].headers))
    assert (may["undo"], may["call_off"], may["draw_bot"], may["again"]) == ([other], [other], [], None)
    etag = (await client.get(f"/api/games/{game}", headers=guests[other].headers)).headers["etag"]
    waiting = fine(await ask(client, game, guests[asker], {"type": "undo"}))
    assert waiting["seq"] == seq
    [question] = waiting["questions"]
    assert (question["kind"], question["seat"], question["voters"]) == ("undo", asker, [other])
    seen = await client.get(f"/api/games/{game}", headers={**guests[other].headers, "if-none-match": etag})
    assert fine(seen)["questions"] == [question]
    assert "questions" not in fine(await client.get(f"/api/games/{game}")), "nobody else sees it"
    agreed = fine(await answer(client, game, guests[other], "undo/agree"))
    assert agreed == {"seq": seq + 1, "questions": []}
    shown = await table(client, game, guests[asker])
    assert shown["seat"] == asker
    assert "questions" not in shown
    events = fine(await client.get(f"/api/games/{game}/events"))
    assert events[-1]["event"]["agreed"] == [other]


async def test_a_question_is_refused_or_taken_back(client: httpx.AsyncClient) -> None:
    game, guests, asker, other = await answered_turn(client)
    fine(await ask(client, game, guests[asker], {"type": "undo"}))
    assert fine(await answer(client, game, guests[other], "undo/close"))["questions"] == []
    assert refused(await answer(client, game, guests[other], "undo/agree"), 422)["code"] == "not_asked"
    assert refused(await ask(client, game, guests[asker], {"type": "call_off"}), 422)["code"] == "ask_later"
    assert fine(await client.get(f"/api/games/{game}/questions", headers=guests[asker].headers))["again"]
    fine(await ask(client, game, guests[other], {"type": "call_off"}))
    assert fine(await answer(client, game, guests[other], "call_off/close"))["questions"] == []


async def test_a_game_is_called_off_and_another_bot_is_drawn(client: httpx.AsyncClient) -> None:
    game, guests, asker, other = await answered_turn(client)
    fine(await client.post(f"/api/games/{game}/resign", headers=guests[other].headers))
    wish = {"type": "draw_bot", "seat": other, "level": "mammoth"}
    assert fine(await ask(client, game, guests[asker], wish))["questions"] == []
    assert (await table(client, game, guests[asker]))["seats"][other]["bot"] == "mammoth"
    fine(await ask(client, game, guests[asker], {"type": "call_off"}))
    assert (await table(client, game, guests[asker]))["status"] == "cancelled"


async def test_only_those_at_the_table_ask(client: httpx.AsyncClient) -> None:
    game, _, _, _ = await answered_turn(client)
    stranger = await welcome(client, "Oona")
    refused(await ask(client, game, stranger, {"type": "undo"}), 403)
    refused(await client.get(f"/api/games/{game}/questions", headers=stranger.headers), 403)
    refused(await answer(client, game, stranger, "undo/agree"), 403)
    refused(await answer(client, game, stranger, "tea/agree"), 400)
    waiting = (await opened(client, stranger, KINGDOMINO))["id"]
    assert refused(await ask(client, waiting, stranger, {"type": "call_off"}), 422)["code"] == "seats_open"
