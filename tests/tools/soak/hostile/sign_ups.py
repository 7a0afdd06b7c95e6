"""H1: one guest signs up over many connections, while somebody else signs in with the right password."""

import asyncio
import time
from typing import Final

import httpx

from tests.support.api_play import Guest, fine, welcome
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.bystander import ADDRESS, Times

CONNECTIONS: Final = 60
SIGN_INS: Final = 20
MOST: Final = 1_000.0  # ms
_EVERY: Final = CONNECTIONS / 50  # seconds: inside the limit on requests
_BETWEEN: Final = 0.25  # seconds from one right sign-in to the next: inside the limit of the one who signs in, too
_OONA: Final = {"name": "Oona of the lake", "password": "a stone, a fish and a fire"}
_NAMES: Final = ("Flint", "Nag", "Nag of the hill")  # reserved, and free


async def measure(service: Stack) -> list[Figure]:
    elsewhere = httpx.AsyncHTTPTransport(local_address=ADDRESS)
    async with (
        httpx.AsyncClient(base_url=service.url, timeout=60, limits=httpx.Limits(max_connections=CONNECTIONS)) as client,
        httpx.AsyncClient(base_url=service.url, timeout=60, transport=elsewhere) as oona,
    ):
        guest = await welcome(oona, "Passing by")
        fine(await oona.post("/api/account", json=_OONA, headers=guest.headers))
        calm, calm_refused = await _sign_ins(oona)
        attacker = await welcome(client, "Ugh")
        attackers = [asyncio.create_task(_sign_up(client, attacker, number)) for number in range(CONNECTIONS)]
        await asyncio.sleep(1)
        attacked, refused = await _sign_ins(oona)
        for task in attackers:
            task.cancel()
        await asyncio.gather(*attackers, return_exceptions=True)
    return [
        Figure("right sign-ins refused", calm_refused, refused, 0, f"of {SIGN_INS}"),
        Figure("sign-in, p95", calm.p95, attacked.p95, MOST, "ms"),
    ]


async def _sign_ins(client: httpx.AsyncClient) -> tuple[Times, int]:
    times, refused = Times(), 0
    for _ in range(SIGN_INS):
        client.cookies.clear()  # as a device that was never seen before
        begin = time.perf_counter()
        refused += not (await client.post("/api/session", json=_OONA)).is_success
        times.append(time.perf_counter() - begin)
        await asyncio.sleep(_BETWEEN)
    return times, refused


async def _sign_up(client: httpx.AsyncClient, guest: Guest, number: int) -> None:
    while True:
        body = {"name": _NAMES[number % len(_NAMES)], "password": f"two stones and {number} fires"}
        await client.post("/api/account", json=body, headers=guest.headers)
        await asyncio.sleep(_EVERY)


ATTACK: Final = Attack(
    number="H1",
    target=f"{CONNECTIONS} connections on sign-up: {SIGN_INS} of {SIGN_INS} right sign-ins accepted, p95 ≤ 1 s",
    measure=measure,
    workers=0,
)
