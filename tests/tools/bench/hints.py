"""How long one waits for a hint, and how long the review of a game takes, with all parts as processes of their own.

One thinker, as on a machine with two cores. The machine should have nothing else to do.
"""

import asyncio
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple

import httpx
import msgspec

from domain.commands import Play
from domain.decide import decide
from domain.events import Event
from domain.game import INITIAL
from domain.legal import is_choice
from domain.log import replay
from domain.notation.records import write_record
from domain.rules import Rules
from puzzles.bots.choose import choose
from puzzles.review.review import decisions
from puzzles.search.precompile import warm
from service.games.codec import encode
from service.games.seating import SeatingEvent, SeatTaken, TableOpened
from service.people.identity import People
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from tests.support.play import random_game, start
from tests.support.stack import stack
from tests.tools.bench.measure import Ratio
from tests.tools.bench.stage import NOW

HINTS = 40
LOOK_EVERY = 0.01
RULES = (
    Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony")),
    Rules("origins", 4, "discovery"),
    Rules("origins", 4, "totem"),
    Rules("origins", 4, "tribe"),
)


class Waited(NamedTuple):
    """Seconds from the question to the first ranking, and to the last."""

    first: float
    last: float


async def figures() -> list[Ratio]:
    warm(lambda _: None)  # what is compiled now, the thinker finds ready
    with tempfile.TemporaryDirectory() as directory:
        async with stack(Path(directory), THINKERS="1") as it, httpx.AsyncClient(base_url=it.url, timeout=60) as client:
            store = EventStore(it.server.url)
            try:
                return [*await _hints(client, store), *await _reviews(client, store)]
            finally:
                await store.aclose()


async def _hints(client: httpx.AsyncClient, store: EventStore) -> list[Ratio]:
    """In games of four persons who agreed to hints, at about the middle."""
    await _hint(client, *await _staged(store, RULES[0], 1000))  # the thinker may just be starting
    waited = [await _hint(client, *await _staged(store, RULES[seed % len(RULES)], seed)) for seed in range(HINTS)]
    what = f"a hint for a 4-seat game in mid-play, p95 of {HINTS}"
    return [
        Ratio(f"{what}: first ranking", _p95([wait.first for wait in waited]), unit="s", at_most=0.15),
        Ratio(f"{what}: done", _p95([wait.last for wait in waited]), unit="s", at_most=0.5),
    ]


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[18]


async def _staged(store: EventStore, rules: Rules, seed: int) -> tuple[str, dict[str, str]]:
    """A game, and the headers of the person whose turn it is."""
    games = random_game(rules, Random(seed)).games
    middle = games[len(games) // 2 :]
    end = next(game for game in middle if is_choice(game.position)).version
    events = random_game(rules, Random(seed)).events[:end]
    people = [await People(store).welcome(f"Seat {seat}") for seat in range(rules.seats)]
    table: list[SeatingEvent] = [TableOpened(rules, (None,) * rules.seats, hints=True)]
    table += [SeatTaken(seat, person.player, person.name) for seat, (person, _) in enumerate(people)]
    name = f"hint{seed}"
    await store.append(seats_log(name), 0, [msgspec.msgpack.encode(event) for event in table])
    await store.append(name, 0, [encode(event, NOW) for event in events], "start")
    seat = replay(events).position.seat
    assert seat is not None
    return name, {"Authorization": f"Bearer {people[seat][1]}"}


async def _hint(client: httpx.AsyncClient, game: str, headers: dict[str, str]) -> Waited:
    await client.get(f"/api/games/{game}", headers=headers)  # who asks for a hint has looked at the table
    begin = perf_counter()
    response = await client.post(f"/api/games/{game}/hints", headers=headers)
    assert response.status_code == httpx.codes.ACCEPTED, response.text
    path = f"/api/games/{game}/hints/{response.json()['hint']}"
    first = await _until(client, path, headers, lambda hint: bool(hint["moves"])) - begin
    last = await _until(client, path, headers, lambda hint: bool(hint["status"] == "done")) - begin
    await asyncio.sleep(0.1)
    return Waited(first, last)


async def _until(client: httpx.AsyncClient, path: str, headers: dict[str, str], holds: Callable[[Any], bool]) -> float:
    while True:
        answer = await client.get(path, headers=headers)
        now = perf_counter()
        if answer.status_code == httpx.codes.OK and holds(answer.json()):
            return now
        await asyncio.sleep(LOOK_EVERY)


async def _reviews(client: httpx.AsyncClient, store: EventStore) -> list[Ratio]:
    _, token = await People(store).welcome("Reader")
    headers = {"Authorization": f"Bearer {token}"}
    return [await _review(client, headers, rules) for rules in RULES]


async def _review(client: httpx.AsyncClient, headers: dict[str, str], rules: Rules) -> Ratio:
    events = _played(rules)
    kept = await client.post("/api/records", content=write_record(events), headers=headers)
    game, begin = kept.json()["id"], perf_counter()
    seconds = await _until(client, f"/api/games/{game}/analysis", headers, lambda _: True) - begin
    what = f"review of a 4-seat game of {rules.mode or 'Kingdomino'}, {len(decisions(events))} decisions"
    return Ratio(what, seconds, unit="s", at_most=20.0)


def _played(rules: Rules) -> list[Event]:
    """A game between bots."""
    rng = Random(1)
    events = decide(INITIAL, start(rules, rng))
    game = replay(events)
    while (seat := game.position.seat) is not None:
        following = decide(game, Play(seat, choose(game.position, "flint", rng)))
        events, game = events + following, replay(following, game)
    return events
