"""N1: guests send notices to receivers that never answer, and change them as quickly as they may."""

import asyncio
import time
from collections import Counter
from typing import Final

import httpx

from tests.support.api_play import Guest, fine, welcome
from tests.support.receivers import HANG, Receiver, receiving
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.bystander import Times
from tests.tools.soak.hostile.searching_games import caller_from

GUESTS: Final = 5
TRIALS: Final = 6
_PAUSE: Final = 5.2  # seconds between two trials of a webhook


async def measure(service: Stack) -> list[Figure]:
    async with (
        caller_from(service, "192.0.2.1") as others,
        caller_from(service, "198.51.100.1") as attacker,
        receiving() as honest,
        receiving(HANG) as hanging,
    ):
        other = await welcome(others, "Somebody else")
        hook = await _hook(others, other, honest.url)
        calm = await _trials(others, other, hook, honest)
        guests = [await welcome(attacker, "Mallory") for _ in range(GUESTS)]
        answers = Counter[int]()
        attacking = [asyncio.create_task(_attack(attacker, guest, hanging.url, answers)) for guest in guests]
        await asyncio.sleep(2 * _PAUSE)
        attacked = await _trials(others, other, hook, honest)
        for task in attacking:
            task.cancel()
        await asyncio.gather(*attacking, return_exceptions=True)
    print(f"  {dict(answers)} answers to the attackers, {len(hanging.requests)} requests to what hangs", flush=True)
    return [Figure("somebody else's webhook", calm.at(1), attacked.at(1), max(2 * calm.at(1), 1_000), "ms")]


async def _hook(client: httpx.AsyncClient, guest: Guest, url: str) -> str:
    body = {"url": url, "shape": "json"}
    id: str = fine(await client.post("/api/me/webhooks", json=body, headers=guest.headers))["id"]
    return id


async def _trials(client: httpx.AsyncClient, guest: Guest, hook: str, receiver: Receiver) -> Times:
    """How long it takes until a trial has arrived."""
    times = Times()
    for _ in range(TRIALS):
        count, begin = len(receiver.requests), time.perf_counter()
        fine(await client.post(f"/api/me/webhooks/{hook}/test", headers=guest.headers))
        while len(receiver.requests) == count and time.perf_counter() - begin < 60:
            await asyncio.sleep(0.01)
        times.append(time.perf_counter() - begin)
        await asyncio.sleep(_PAUSE)
    return times


async def _attack(client: httpx.AsyncClient, guest: Guest, url: str, answers: Counter[int]) -> None:
    while True:
        body = {"url": url, "shape": "json"}
        answer = await client.post("/api/me/webhooks", json=body, headers=guest.headers)
        answers[answer.status_code] += 1
        if not answer.is_success:
            await asyncio.sleep(0.2)
            continue
        hook = answer.json()["id"]
        await client.post(f"/api/me/webhooks/{hook}/test", headers=guest.headers)
        await asyncio.sleep(0.3)
        await client.delete(f"/api/me/webhooks/{hook}", headers=guest.headers)


ATTACK: Final = Attack(
    number="N1",
    target=f"{GUESTS} guests with receivers that hang: others' webhooks arrive in 1 s",
    measure=measure,
    environment={"PRIVATE_TARGETS": "true"},
)
