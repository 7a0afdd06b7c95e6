"""H2: eight guests of eight networks ask for sixty hints each, in finished games."""

import asyncio
import time
from random import Random
from typing import Final

import httpx

from domain.notation.records import write_record
from domain.rules import Rules
from tests.support.api_hints import game_against_bots, hint_of, to_move
from tests.support.api_play import Guest, fine, post, welcome
from tests.support.play import random_game
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.bystander import Times
from tests.tools.soak.hostile.searching_games import THOUGHT, caller_from, opponent

GUESTS: Final = 8
HINTS: Final = 60
HONEST_HINTS, TURNS = 25, 12
MOST_SECONDS: Final = 3.0
_LOOK_EVERY: Final = 0.05
_WEAKER: Final = "makes flint's step"


async def measure(service: Stack) -> list[Figure]:
    async with caller_from(service, "192.0.2.1") as others:
        bot = await opponent(others, "mammoth")
        await bot.answers(1)  # everything is compiled
        calm = await _hints(others), await bot.answers(TURNS)
        attacks = [asyncio.create_task(_attack(service, number)) for number in range(GUESTS)]
        await asyncio.wait(attacks, return_when=asyncio.FIRST_COMPLETED)
        attacked = await asyncio.gather(_hints(others), bot.answers(TURNS))
        counts = await asyncio.gather(*attacks)
    print(f"  {sum(counts)} hints were asked for", flush=True)
    weaker = service.parts["worker0"].said.count(_WEAKER)
    return [
        Figure("steps of bots that were weaker than their level", 0, weaker, 0, "steps"),
        Figure("an honest hint, p95", calm[0].p95 / 1000, attacked[0].p95 / 1000, MOST_SECONDS, "s"),
        Figure("Mammoth's answer, p95", calm[1].p95 / 1000, attacked[1].p95 / 1000, MOST_SECONDS, "s"),
    ]


async def _hints(client: httpx.AsyncClient) -> Times:
    """The seconds that hints in a running game take, from the request to the last refinement."""
    times = Times()
    while len(times) < HONEST_HINTS:
        game, guest = await game_against_bots(client, "pebble")
        while (choices := await to_move(client, game, guest))["seat"] is not None and len(times) < HONEST_HINTS:
            await asyncio.sleep(THOUGHT)
            if len(choices["moves"]) > 1:
                times.append(await _hint(client, game, guest))
            fine(await post(client, game, guest, choices["moves"][0]))
    return times


async def _hint(client: httpx.AsyncClient, game: str, guest: Guest) -> float:
    begin = time.perf_counter()
    hint = await hint_of(client, game, guest)
    while hint["status"] != "done":
        await asyncio.sleep(_LOOK_EVERY)
        hint = fine(await client.get(f"/api/games/{game}/hints/{hint['hint']}", headers=guest.headers))
    return time.perf_counter() - begin


async def _attack(service: Stack, number: int) -> int:
    """How many hints a guest with a network of their own could ask for."""
    record = write_record(random_game(Rules("kingdomino", 4), Random(number)).events)
    hints = 0
    async with caller_from(service, f"198.51.100.{number}") as client:
        mallory = await welcome(client, "Mallory")
        game = fine(await client.post("/api/records", content=record, headers=mallory.headers))["id"]
        events = len(fine(await client.get(f"/api/games/{game}/events")))
        for at in range(1, events):
            answer = await client.post(f"/api/games/{game}/hints", headers=mallory.headers, params={"at": at})
            hints += answer.is_success
            if hints == HINTS or answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                break
    return hints


ATTACK: Final = Attack(
    number="H2",
    target=f"{GUESTS} guests × {HINTS} hints: bots at full strength, honest hint p95 ≤ {MOST_SECONDS} s",
    measure=measure,
)
