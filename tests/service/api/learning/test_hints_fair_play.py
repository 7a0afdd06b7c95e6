"""Fair play: nobody gets hints, or the help of a strong bot, against people who have not agreed to it."""

import httpx
import pytest

from service.services import Services
from tests.support.api_hints import request_hint, resigned
from tests.support.api_play import (
    DISCOVERY,
    RATED,
    fine,
    offered,
    opened,
    play,
    refused,
    started,
    welcome,
)
from tests.support.servers import eventually


async def test_hints_are_refused_in_a_game_between_persons(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    for guest in guests:
        assert refused(await request_hint(client, game, guest), 403)["code"] == "hints_not_agreed"


async def test_hints_are_given_between_persons_if_the_table_allows_them(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY, hints=True)
    mover = (await offered(client, game, guests[0]))["seat"]
    hint = fine(await request_hint(client, game, guests[mover]))
    problem = refused(await request_hint(client, game, guests[1 - mover]), 422)
    assert problem["code"] == "not_your_turn"
    path = f"/api/games/{game}/hints/{hint['hint']}"
    assert fine(await client.get(path, headers=guests[mover].headers)) == hint
    stranger = await welcome(client, "Stranger")
    for headers in (guests[1 - mover].headers, stranger.headers, {}):
        assert refused(await client.get(path, headers=headers), 403)["code"] == "not_your_hint"


async def test_open_table_shows_whether_hints_are_allowed(client: httpx.AsyncClient, worker_beside: Services) -> None:
    guest = await welcome(client, "Oona")
    table = await opened(client, guest, DISCOVERY, hints=True)
    assert table["hints"]
    assert fine(await client.get(f"/api/games/{table['id']}"))["hints"]
    assert not (await opened(client, guest, DISCOVERY))["hints"]

    async def is_listed() -> bool:
        lines = fine(await client.get("/api/lobby"))["games"]
        return any(line["game"] == table["id"] and line["has_hints"] for line in lines)

    await eventually(is_listed)


async def test_a_rated_game_is_played_without_hints(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    body = {"rules": DISCOVERY, "rated": True, "hints": True}
    answer = await client.post("/api/games", json=body, headers=guest.headers)
    assert refused(answer, 422)["code"] == "hints_rated"
    game, guest = await resigned(client, **RATED)
    assert refused(await request_hint(client, game, guest), 403)["code"] == "hints_rated"


async def test_hints_are_given_once_only_bots_are_left_as_opponents(client: httpx.AsyncClient) -> None:
    game, guest = await resigned(client)
    fine(await request_hint(client, game, guest))


async def test_a_fork_cannot_be_used_to_get_hints_for_a_game_between_persons(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = (await offered(client, game, guests[0]))["seq"]
    seat = (await offered(client, game, guests[0]))["seat"]
    body = {"at": newest, "seat": seat}
    fork = fine(await client.post(f"/api/games/{game}/fork", json=body, headers=guests[0].headers))["id"]
    assert refused(await request_hint(client, fork, guests[0]), 403)["code"] == "hints_not_agreed"
    record = (await client.get(f"/api/games/{game}/record")).text
    kept = fine(await client.post("/api/records", content=record, headers=guests[0].headers))["id"]
    assert refused(await request_hint(client, kept, guests[0]), 403)["code"] == "not_seated"
    assert refused(await client.get(f"/api/games/{kept}/analysis"), 409)["code"] == "not_over"
    await play(client, game, guests)
    fine(await request_hint(client, fork, guests[0]))


async def test_a_record_cannot_be_used_to_get_hints_for_a_game_between_persons(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = (await offered(client, game, guests[0]))["seq"]
    record = (await client.get(f"/api/games/{game}/record")).text.replace("player 1 -", "player 1 flint")
    kept = fine(await client.post("/api/records", content=record, headers=guests[0].headers))["id"]
    body = {"at": newest, "seat": 0}
    fork = fine(await client.post(f"/api/games/{kept}/fork", json=body, headers=guests[0].headers))["id"]
    assert refused(await request_hint(client, fork, guests[0]), 403)["code"] == "hints_not_agreed"


@pytest.mark.parametrize("level", ["mammoth", "volcano"])
async def test_a_strong_bot_cannot_be_used_to_get_hints_for_a_game_between_persons(
    client: httpx.AsyncClient, level: str
) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = (await offered(client, game, guests[0]))["seq"]
    fork = fine(await client.post(f"/api/games/{game}/fork", json={"at": newest}, headers=guests[0].headers))["id"]
    body = {"at": newest, "seat": 1, "bot": level}
    for name in (game, fork):
        answer = await client.post(f"/api/games/{name}/fork", json=body, headers=guests[0].headers)
        assert refused(answer, 403)["code"] == "bot_would_help"
    await play(client, game, guests)
    fine(await client.post(f"/api/games/{game}/fork", json=body, headers=guests[0].headers))
