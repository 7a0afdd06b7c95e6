"""N2: guests leave all their turns in many games to plans that search."""

import asyncio
from collections import Counter
from typing import Final

import httpx

from tests.support.api_play import Guest, welcome
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.bystander import Times
from tests.tools.soak.hostile.searching_games import RULES, Opponent, caller_from, opponent

GUESTS: Final = 4
GAMES: Final = 20  # of each: as many as a guest may have
TURNS: Final = 12
_MOST: Final = 3.0  # seconds
_PLAN: Final = {"choosing": "mammoth", "placing": "mammoth"}


async def measure(service: Stack) -> list[Figure]:
    async with caller_from(service, "192.0.2.1") as others:
        bots = [await opponent(others, level) for level in ("mammoth", "pebble")]
        await bots[0].answers(1)  # everything is compiled
        calm = await _answers(bots)
        made = Counter[int]()
        attacks = [asyncio.create_task(_attack(service, number, made)) for number in range(GUESTS)]
        await asyncio.sleep(10)  # until all their games are open
        attacked = await _answers(bots)
        for attack in attacks:
            attack.cancel()
        await asyncio.gather(*attacks, return_exceptions=True)
    print(f"  answers to plans: {dict(made)}", flush=True)
    return [
        Figure(f"{name}'s answer, p95", before.p95 / 1000, after.p95 / 1000, max(_MOST, 3 * before.p95 / 1000), "s")
        for name, before, after in zip(("Mammoth", "Pebble"), calm, attacked, strict=True)
    ]


async def _answers(bots: list[Opponent]) -> list[Times]:
    return await asyncio.gather(*(bot.answers(TURNS) for bot in bots))


async def _attack(service: Stack, number: int, made: Counter[int]) -> None:
    async with caller_from(service, f"198.51.100.{number}") as client:
        guest = await welcome(client, "Mallory")
        games = [await _game(client, guest) for _ in range(GAMES)]
        while True:
            for at, game in enumerate(games):
                answer = await client.put(f"/api/games/{game}/plan", json=_PLAN, headers=guest.headers)
                made[answer.status_code] += 1
                if answer.status_code == httpx.codes.CONFLICT:  # the game is over
                    games[at] = await _game(client, guest)
                elif not answer.is_success:
                    await asyncio.sleep(0.2)


async def _game(client: httpx.AsyncClient, guest: Guest) -> str:
    while True:
        answer = await client.post(
            "/api/games", json={"rules": RULES, "seats": [{"bot": "pebble"}]}, headers=guest.headers
        )
        if answer.is_success:
            game: str = answer.json()["id"]
            return game
        await asyncio.sleep(1)


ATTACK: Final = Attack(
    number="N2",
    target=f"{GUESTS} guests with plans in {GAMES} games: others' bots answer in {_MOST:g} s",
    measure=measure,
)
