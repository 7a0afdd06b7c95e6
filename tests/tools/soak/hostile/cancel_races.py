"""M1: one player calls the game off while the other makes the first move."""

import asyncio
from typing import Final

import httpx

from tests.support.api_play import DISCOVERY, Guest, fine, offered, opened, post, welcome
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure

RACES: Final = 1_000


async def measure(service: Stack) -> list[Figure]:
    async with httpx.AsyncClient(base_url=service.url, timeout=60) as client:
        both, moved, cancelled = await races(client, RACES)
    print(f"  {moved} first moves and {cancelled} cancellations were accepted", flush=True)
    return [Figure("races in which both were accepted", 0, both, 0, f"of {RACES}")]


async def races(client: httpx.AsyncClient, count: int) -> tuple[int, int, int]:
    """How often both were accepted, how often the move was, and how often the cancellation was."""
    guests = [await welcome(client, f"Racer {seat}") for seat in range(2)]
    both = moved = cancelled = 0
    for number in range(count):
        has_moved, is_cancelled = await _race(client, guests, cancels_first=number % 2 == 0)
        both += has_moved and is_cancelled
        moved += has_moved
        cancelled += is_cancelled
        assert has_moved or is_cancelled, "one of the two must be accepted"
    return both, moved, cancelled


async def _race(client: httpx.AsyncClient, guests: list[Guest], *, cancels_first: bool) -> tuple[bool, bool]:
    game = (await opened(client, guests[0], DISCOVERY))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=guests[1].headers))
    choices = await offered(client, game, guests[0])
    mover, other = guests[choices["seat"]], guests[1 - choices["seat"]]
    moving = post(client, game, mover, choices["moves"][0])
    cancelling = client.post(f"/api/games/{game}/cancel", headers=other.headers)
    if cancels_first:
        cancel, move = await asyncio.gather(cancelling, moving)
    else:
        move, cancel = await asyncio.gather(moving, cancelling)
    status = fine(await client.get(f"/api/games/{game}", headers=other.headers))["status"]
    assert (status == "cancelled") == cancel.is_success, "what the table shows is what was acknowledged"
    return move.is_success, cancel.is_success


ATTACK: Final = Attack(
    number="M1",
    target=f"cancel against first move, {RACES:,} races: never both",
    measure=measure,
    workers=0,
    environment={"RATE": "1e6", "BURST": "1000000"},
)
