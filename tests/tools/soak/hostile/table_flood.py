"""H3: one guest opens tables as fast as the service lets them."""

import asyncio
import time
from typing import Final

import httpx

from tests.support.api_play import DISCOVERY, fine, opened, welcome
from tests.support.servers import eventually
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.searching_games import caller_from

OTHERS: Final = 20
SECONDS: Final = 15.0


async def measure(service: Stack) -> list[Figure]:
    async with caller_from(service, "192.0.2.1") as others, caller_from(service, "198.51.100.1") as attacker:
        tables = {await _open(service, f"203.0.113.{number}") for number in range(OTHERS)}

        async def all_are_listed() -> bool:
            return tables <= await _first_page(others)

        await eventually(all_are_listed)
        calm = OTHERS - len(tables & await _first_page(others))
        tried, made = await _flood(attacker)
        missing = OTHERS - len(tables & await _first_page(others))
    print(f"  {tried} tables were asked for, {made} opened", flush=True)
    return [Figure("tables of others that left the first page", calm, missing, 0, "tables")]


async def _open(service: Stack, address: str) -> str:
    """The table of a guest who comes from this address."""
    async with caller_from(service, address) as client:
        return str((await opened(client, await welcome(client, "Host"), DISCOVERY))["id"])


async def _first_page(client: httpx.AsyncClient) -> set[str]:
    return {line["game"] for line in fine(await client.get("/api/lobby"))["games"]}


async def _flood(client: httpx.AsyncClient) -> tuple[int, int]:
    mallory = await welcome(client, "Mallory")
    tried = made = 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        answer = await client.post("/api/games", json={"rules": DISCOVERY}, headers=mallory.headers)
        tried, made = tried + 1, made + answer.is_success
        await asyncio.sleep(0 if answer.is_success else 0.05)
    return tried, made


ATTACK: Final = Attack(
    number="H3",
    target="one guest opening tables as fast as allowed: the lobby's first page still shows everybody else's",
    measure=measure,
)
