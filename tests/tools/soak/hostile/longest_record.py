"""C2, H6: films, steps and records of the longest records that are accepted, and importing more of them."""

import asyncio
from itertools import cycle
from pathlib import Path
from typing import Final

import httpx

from domain.notation.records import write_record
from domain.undo import LONGEST
from tests.support.api_play import DISCOVERY, Guest, started, welcome
from tests.support.long_games import long_game
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure
from tests.tools.soak.hostile.bystander import bystander

RECORDS: Final = 120
CONNECTIONS: Final = 8
SECONDS: Final = 20.0
MOST_RESIDENT: Final = 400.0  # MB
_PATHS: Final = ("steps", "steps?language=de", "record", "events", "frames?start=400", "picture?at=300", "film")


async def measure(service: Stack) -> list[Figure]:
    pid = service.parts["api"].pid
    async with httpx.AsyncClient(base_url=service.url, timeout=60) as client:
        game, [other, _] = await started(client, DISCOVERY)
        path = f"/api/games/{game}"
        before = resident(pid)
        async with bystander(service.port, path, other.token) as calm:
            await asyncio.sleep(SECONDS)
        async with bystander(service.port, path, other.token) as attacked:
            peak = await _attack(service, SECONDS)
    return [
        Figure("resident memory of the API with its helpers", before, peak, MOST_RESIDENT, "MB"),
        Figure("somebody else's table, p95", calm.p95, attacked.p95, 2 * calm.p95, "ms"),
    ]


class Mallory:
    """Imports the longest records, and asks for everything that is made of them over many connections."""

    def __init__(self, client: httpx.AsyncClient, guest: Guest) -> None:
        self._client = client
        self._guest = guest
        self._texts = cycle([write_record(long_game(LONGEST, seed)) for seed in range(4)])
        self.kept: list[str] = []

    async def imports(self, most: int = RECORDS) -> None:
        while len(self.kept) < most:
            answer = await self._client.post("/api/records", content=next(self._texts), headers=self._guest.headers)
            if answer.is_success:
                self.kept.append(answer.json()["id"])

    async def asks(self, number: int) -> None:
        while True:
            for record in self.kept[number::CONNECTIONS] or [*self.kept]:
                for path in _PATHS:
                    await self._client.get(f"/api/games/{record}/{path}")
            await asyncio.sleep(0.01)


async def _attack(service: Stack, seconds: float) -> float:
    """The highest resident memory in MB meanwhile."""
    memory = Memory(service.parts["api"].pid)
    async with httpx.AsyncClient(base_url=service.url, timeout=60) as client:
        mallory = Mallory(client, await welcome(client, "Mallory"))
        await mallory.imports(most=1)  # so that there is something to ask for
        work = [mallory.imports(), memory.watch(), *(mallory.asks(number) for number in range(CONNECTIONS))]
        tasks = [asyncio.create_task(each) for each in work]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    failures = [result for result in results if isinstance(result, Exception)]
    assert not failures, failures
    assert mallory.kept, "no record was imported"
    return memory.peak


class Memory:
    """The highest resident memory of a process and its children, in MB."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self.peak = 0.0

    async def watch(self) -> None:
        while True:
            self.peak = max(self.peak, resident(self._pid))
            await asyncio.sleep(0.05)


def resident(pid: int) -> float:
    """Resident memory of a process and its children, in MB."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [child for thread in threads for child in thread.read_text().split()]
    return sum(_resident(number) for number in [str(pid), *children])


def _resident(pid: str) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0.0)


ATTACK: Final = Attack(
    number="C2",
    target=f"films, steps and records of the longest record: resident ≤ {MOST_RESIDENT:.0f} MB, others' p95 ≤ 2 × idle",
    measure=measure,
    workers=0,
)
