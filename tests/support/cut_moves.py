"""People who play against a bot while each of their moves is cut off on its way: it happens once, and none is lost."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import httpx
from playwright.async_api import Request

from tests.support.browser_person import Person
from tests.support.browser_play import Player
from tests.support.cut_connections import Cut, CuttingProxy
from tests.support.servers import LONGEST_WAIT

RULES: Final = {"game": "kingdomino", "seats": 2}
BROKEN: Final = ("net::ERR_",)
_LOOK_AGAIN: Final = 5  # moves after which the page is compared with a new one, besides the end of each game
_SHOWN: Final = """() => ["main .board .territory", ".controls output", ".lines", ".others, .beside"].map(
  (name) => document.querySelector(name)?.textContent + [...document.querySelectorAll(`${name} .square`)].map(
    (square) => square.getAttribute("transform")).sort())"""


def choices_in(log: Iterable[Any]) -> Counter[str]:
    """What seat 0 has chosen in this game, by domino."""
    kinds = {"domino_placed": "place", "domino_drafted": "draft"}
    events = (entry["event"] for entry in log)
    return Counter(
        f"{kinds[event['type']]} {event['domino']}" for event in events if event["type"] in kinds and event["seat"] == 0
    )


def choices_of(moves: Iterable[Any]) -> set[str]:
    kinds = {"place": "place", "draft": "draft", "claim": "draft"}
    return {f"{kinds[move['type']]} {move['domino']}" for move in moves if move["type"] in kinds}


def check(log: Iterable[Any], moves: Iterable[Any]) -> None:
    """Each of these moves has happened once."""
    happened = choices_in(log)
    assert not (lost := choices_of(moves) - set(happened)), f"lost: {lost}"
    assert set(happened.values()) <= {1}, happened


async def plays_in_the_browser(person: Person, proxy: CuttingProxy, cuts: Iterable[Cut]) -> int:
    """Plays by clicks, cutting each move off, in as many games as it takes; gives the number of moves."""
    person.expects(*BROKEN)
    posted: dict[str, Any] = {}

    def note(request: Request) -> None:
        if request.method == "POST" and "/moves?" in request.url:
            posted[request.headers["idempotency-key"]] = json.loads(request.post_data or "")

    person.page.on("request", note)
    player, total = Player(person), 0
    is_over = True
    for cut in cuts:
        if is_over:
            await person.opens("/")
            await person.page.locator(".quick select").first.select_option("kingdomino")
            await person.page.locator(".quick button").click()
            player.offer = None
            await player.look()
        assert player.offer
        proxy.cut = cut
        await player.act(player.offer)
        is_over = (await player.look()).is_over
        has_moved, proxy.cut = proxy.cut is None, None  # else the click only chose something
        total += has_moved
        if is_over or (has_moved and not total % _LOOK_AGAIN):
            await proxy.passes()
            await _is_true(person, posted)
            player.offer = None
            is_over = (await player.look()).is_over
    await proxy.passes()
    if not is_over:
        await _is_true(person, posted)
    return total


async def _is_true(person: Person, posted: dict[str, Any]) -> None:
    """The log has each move once, and the page shows what a new one shows."""
    log = await person.page.evaluate("async (game) => (await fetch(`/api/games/${game}/events`)).json()", person.game)
    check(log, posted.values())
    posted.clear()
    assert not await person.texts(".notice.error")
    shown = await person.page.evaluate(_SHOWN)
    await person.page.reload()
    await person.until(f"(shown) => JSON.stringify(({_SHOWN})()) === JSON.stringify(shown)", shown)


async def plays_by_the_api(url: str, proxy: CuttingProxy, cuts: Iterable[Cut]) -> int:
    """The same as a program does it: it repeats a request under its key until it has the answer."""
    total = 0
    async with (
        httpx.AsyncClient(base_url=url, timeout=LONGEST_WAIT) as direct,
        httpx.AsyncClient(base_url=proxy.url, timeout=LONGEST_WAIT) as cut_off,
    ):
        guest = (await direct.post("/api/guests", json={})).json()
        for client in (direct, cut_off):
            client.headers["authorization"] = f"Bearer {guest['token']}"
        game, moves = "", list[Any]()
        for number, cut in enumerate(cuts):
            offered = await _next_turn(direct, game) if game else None
            if not offered:
                game = (await direct.post("/api/games", json={"rules": RULES, "seats": [{"bot": "pebble"}]})).json()[
                    "id"
                ]
                moves = []
                offered = await _next_turn(direct, game)
            assert offered
            moves.append(offered["moves"][0])
            proxy.cut = cut
            await _repeated(cut_off, game, offered, f"key{number}")
            assert proxy.cut is None
            total += 1
            check((await direct.get(f"/api/games/{game}/events")).json(), moves)
    return total


async def _next_turn(client: httpx.AsyncClient, game: str) -> Any:
    """The moves of seat 0, once it is to move; None if the game is over."""
    while True:
        offered = (await client.get(f"/api/games/{game}/moves")).json()
        if offered["step"] == "over":
            return None
        if offered.get("seat") == 0:
            return offered
        await asyncio.sleep(0.01)


async def _repeated(client: httpx.AsyncClient, game: str, offered: Any, key: str) -> None:
    while True:
        try:
            answer = await client.post(
                f"/api/games/{game}/moves",
                params={"seq": offered["seq"]},
                json=offered["moves"][0],
                headers={"Idempotency-Key": key},
            )
        except httpx.TransportError:
            await asyncio.sleep(0.01)  # in a tunnel each attempt ends at once
            continue
        assert answer.is_success, answer.text
        return
