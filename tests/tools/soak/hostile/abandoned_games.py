"""C1: one guest opens forty games with bots that search; leaves them all, or stays in all of them."""

from typing import Final

import httpx

from tests.support.api_play import Json, welcome
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.bystander import Times
from tests.tools.soak.hostile.searching_games import caller_from, opponent

GAMES: Final = 40
QUICK_TURNS, LONG_TURNS = 40, 20
MOST_SECONDS: Final = 0.3  # for the answer of a bot that needs no search
_TABLE: Final[Json] = {
    "rules": {"game": "origins", "mode": "tribe", "seats": 4},
    "seats": [{"bot": "volcano"}] * 3,
    "successor": "volcano",
}


async def measure(service: Stack) -> list[Figure]:
    async with caller_from(service, "192.0.2.1") as others:
        quick, long = await opponent(others, "pebble"), await opponent(others, "volcano")
        await long.answers(1)  # everything is compiled
        calm = await quick.answers(QUICK_TURNS), await long.answers(LONG_TURNS)
        figures = []
        for leaves in (True, False):
            await _attack(service, leaves=leaves)
            attacked = await quick.answers(QUICK_TURNS), await long.answers(LONG_TURNS)
            figures += _figures("games that all have left" if leaves else "games in which one stays", calm, attacked)
    return figures


def _figures(what: str, calm: tuple[Times, Times], attacked: tuple[Times, Times]) -> list[Figure]:
    quick, before = calm[0].p95 / 1000, calm[1].p95 / 1000
    return [
        Figure(f"{what}: others' Pebble, p95", quick, attacked[0].p95 / 1000, MOST_SECONDS, "s"),
        Figure(f"{what}: others' Volcano, p95", before, attacked[1].p95 / 1000, 3 * before, "s"),
    ]


async def _attack(service: Stack, *, leaves: bool) -> None:
    async with caller_from(service, "198.51.100.1") as client:
        mallory = await welcome(client, "Mallory")
        games = [game for _ in range(GAMES) if (game := await _opened(client, mallory.headers))]
        for game in games if leaves else ():
            await client.post(f"/api/games/{game}/resign", headers=mallory.headers)
    print(f"  {len(games)} games were opened", flush=True)
    assert games


async def _opened(client: httpx.AsyncClient, headers: dict[str, str]) -> str | None:
    """A new game, unless there is a limit on them."""
    answer = await client.post("/api/games", json=_TABLE, headers=headers)
    return str(answer.json()["id"]) if answer.is_success else None


ATTACK: Final = Attack(
    number="C1",
    target=f"{GAMES} Volcano games by one guest: others' Pebble p95 ≤ {MOST_SECONDS} s, others' Volcano ≤ 3 × idle",
    measure=measure,
)
