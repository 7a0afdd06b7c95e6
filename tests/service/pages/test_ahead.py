"""What a shell brings along is what the API answers to the same reader, and nothing that it would refuse."""

import html
import json
import re
from typing import Any

import httpx
import pytest

from service.pages import ahead
from tests.support.api_play import KINGDOMINO, TRIBE, Guest, fine, play, post, started, welcome
from tests.support.api_play import choice as some_choice
from tests.support.api_play import offered as choices_of

PAGE = {"Accept": "text/html"}
INSERTED = re.compile(r'<script type="application/json" id="ahead">(.*?)</script>', re.DOTALL)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is, nothing is left out for that."""
    monkeypatch.setattr(ahead, "_PATIENCE", 60.0)


async def brought(client: httpx.AsyncClient, address: str, guest: Guest | None = None, **headers: str) -> Any:
    shell = await client.get(address, headers={**PAGE, **(guest.headers if guest else {}), **headers})
    assert shell.headers["cache-control"] == "private, no-cache"
    client.cookies.clear()  # the choices of one reader, which the service saves again, are not those of the next
    [data] = INSERTED.findall(shell.text)
    return json.loads(data)


async def equals_the_api(
    client: httpx.AsyncClient, address: str, guest: Guest | None = None, **headers: str
) -> list[str]:
    """The addresses that the shell answers, each as the API does."""
    answers = await brought(client, address, guest, **headers)
    for request, answer in answers.items():
        api = await client.get(request, headers={**(guest.headers if guest else {}), **headers})
        assert fine(api) == answer, request
    return sorted(answers)


async def test_a_player_gets_the_table_with_its_steps_and_moves(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, TRIBE)
    await play(client, game, guests, moves=9)
    turn = (await choices_of(client, game, guests[0]))["seat"]
    api, seq = f"/api/games/{game}", fine(await client.get(f"/api/games/{game}"))["seq"]
    expected = {"/api/session", "/api/me/games?count=200", api, f"{api}/players", f"{api}/steps?after=0&language=de"}
    for seat, guest in enumerate(guests):
        own = await equals_the_api(client, f"/game/{game}", guest, **{"Accept-Language": "de"})
        frames = {address for address in own if "/frames" in address}
        assert {*own} - frames == expected | ({f"{api}/moves?grouped=true"} if seat == turn else set())
        steps = fine(await client.get(f"{api}/steps"))
        last = max((step["seq"] for step in steps if step.get("seat") == seat), default=0)
        assert frames == ({f"{api}/frames?start={last}&end={seq - 1}"} if 0 < last < seq else set())
        calm = await equals_the_api(client, f"/game/{game}", guest, Cookie="motion=calm")
        assert not any("/frames" in address for address in calm)


async def test_a_spectator_gets_the_table_without_moves(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    await play(client, game, guests, moves=5)
    api = f"/api/games/{game}"
    seen = sorted(["/api/session", api, f"{api}/players", f"{api}/steps?after=0&language=en"])
    assert await equals_the_api(client, f"/game/{game}") == seen
    other = await welcome(client, "Nag")
    assert await equals_the_api(client, f"/game/{game}", other) == sorted([*seen, "/api/me/games?count=200"])


async def test_a_private_game_is_unknown_to_strangers(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO, private=True)
    invite = fine(await client.get(f"/api/games/{game}", headers=guests[0].headers))["invite"]
    shells = [
        (await client.get(address, headers=PAGE)).text.replace(game, "GAME").replace("nosuchgame99", "GAME")
        for address in (f"/game/{game}", "/game/nosuchgame99")
    ]
    assert shells[0] == shells[1]
    assert await equals_the_api(client, f"/game/{game}?invite=wrong") == ["/api/session"]
    invited = await equals_the_api(client, f"/game/{game}?invite={invite}")
    assert f"/api/games/{game}?invite={invite}" in invited
    assert f"/api/games/{game}" in await equals_the_api(client, f"/game/{game}", guests[1])


async def test_a_step_of_a_finished_game_comes_with_the_table_before(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    last = await play(client, game, guests)
    api = f"/api/games/{game}"
    whole = sorted(["/api/session", api, f"{api}/players", f"{api}/steps?after=0&language=en"])
    assert await equals_the_api(client, f"/game/{game}") == whole
    frames = {5: "start=4&end=5", 1: "start=1&end=1", last: f"start={last - 1}&end={last - 1}"}
    for step, query in frames.items():
        assert await equals_the_api(client, f"/game/{game}/{step}") == sorted([*whole, f"{api}/frames?{query}"])
    assert await equals_the_api(client, f"/game/{game}/{last + 9}") == whole


async def test_a_waiting_table_and_other_pages(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "Oona")
    table = fine(await client.post("/api/games", json={"rules": KINGDOMINO}, headers=guest.headers))["id"]
    assert f"/api/games/{table}" in await equals_the_api(client, f"/game/{table}", guest)
    assert await equals_the_api(client, "/puzzles/daily") == ["/api/puzzles/daily", "/api/session"]
    assert await equals_the_api(client, "/settings", guest) == ["/api/me/games?count=200", "/api/session"]
    front = await equals_the_api(client, "/")
    assert front == [
        "/api/deals/daily",
        "/api/lobby/game-of-the-day",
        *(f"/api/lobby?status={status}" for status in ("open", "over", "running")),
        "/api/puzzles/daily",
        "/api/session",
    ]
    home = await equals_the_api(client, "/", guest)
    assert home == [
        "/api/deals/daily",
        "/api/lobby/game-of-the-day",
        "/api/lobby?status=open",
        "/api/lobby?status=running",
        "/api/me/games?count=200",
        "/api/me/streak",
        "/api/puzzles/daily",
        "/api/session",
    ]


async def test_what_is_brought_is_not_brought_stale(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    first = await brought(client, f"/game/{game}", guests[0])
    offer = await choices_of(client, game, guests[0])
    fine(await post(client, game, guests[offer["seat"]], some_choice(offer), seq=offer["seq"]))
    second = await brought(client, f"/game/{game}", guests[0])
    assert second[f"/api/games/{game}"]["seq"] > first[f"/api/games/{game}"]["seq"]


async def test_an_unchanged_shell_is_not_sent_again(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, KINGDOMINO)
    first = await client.get(f"/game/{game}", headers={**PAGE, **guests[0].headers})
    tag = {"If-None-Match": first.headers["etag"]}
    again = await client.get(f"/game/{game}", headers={**PAGE, **guests[0].headers, **tag})
    assert (again.status_code, again.text) == (304, "")
    other = await client.get(f"/game/{game}", headers={**PAGE, **guests[1].headers, **tag})
    assert other.status_code == 200


async def test_nothing_that_people_write_ends_the_element(client: httpx.AsyncClient) -> None:
    guest = await welcome(client, "</script><b>Ugh")
    page = (await client.get("/", headers={**PAGE, **guest.headers})).text
    assert "<b>" not in html.unescape(page)
    assert (await brought(client, "/", guest))["/api/session"]["name"] == "</script><b>Ugh"


async def test_a_page_comes_without_what_takes_too_long(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "_PATIENCE", 0.0)
    assert await brought(client, "/") == {}
