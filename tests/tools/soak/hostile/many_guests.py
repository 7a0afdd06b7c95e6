"""H5: fifty guests of one address send as many requests as the service answers."""

import asyncio
import time
from typing import Final

import httpx

from tests.support.api_play import DISCOVERY, Guest, opened, welcome
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.bystander import bystander
from tests.tools.soak.hostile.searching_games import caller_from

GUESTS: Final = 50
SECONDS: Final = 20.0
_PATHS: Final = ("steps", "events", "record", "frames")


async def measure(service: Stack) -> list[Figure]:
    async with caller_from(service, "192.0.2.1") as others, caller_from(service, "198.51.100.1") as attacker:
        other = await welcome(others, "Somebody else")
        game = (await opened(others, other, DISCOVERY, seats=[{"bot": "pebble"}]))["id"]
        guests = [await welcome(attacker, "Mallory") for _ in range(GUESTS)]
        path = f"/api/games/{game}"
        async with bystander(service.port, path, other.token) as calm:
            await asyncio.sleep(SECONDS)
        async with bystander(service.port, path, other.token) as attacked:
            counts = await asyncio.gather(*(_ask(attacker, guest, path) for guest in guests))
    print(f"  {sum(counts)} requests of the attackers were answered", flush=True)
    return [Figure("somebody else's table, p95", calm.p95, attacked.p95, 2 * calm.p95, "ms")]


async def _ask(client: httpx.AsyncClient, guest: Guest, path: str) -> int:
    answered, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        for part in _PATHS:
            answer = await client.get(f"{path}/{part}", headers=guest.headers)
            answered += answer.is_success
            if answer.status_code == httpx.codes.TOO_MANY_REQUESTS:
                await asyncio.sleep(0.2)  # an attacker gains nothing by asking sooner
    return answered


ATTACK: Final = Attack(
    number="H5",
    target=f"{GUESTS} guests of one address: others' p95 ≤ 2 × idle",
    measure=measure,
    environment={"GUESTS": "1000"},  # they have come over hours
)
