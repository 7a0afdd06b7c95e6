"""M7: some work for one worker, and eight times as much for eight, each with a search process that only sleeps."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from domain.rules import Rules
from service.assembly import Services, assemble
from service.games.seating import TableOpened
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.runtime.shutdown import TETHER
from service.store.event_store import EventStore
from service.worker.bot_turns import bot_to_move
from service.worker.readiness import is_ready
from tests.support.servers import eventually
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure

WORKERS: Final = 8
GAMES: Final = 16  # for each worker
SECONDS: Final = 1.0  # of each search
MOST: Final = 1.1  # times as long
_TABLE: Final = TableOpened(Rules("kingdomino", 4), (None, "volcano", "volcano", "volcano"))


async def measure(service: Stack) -> list[Figure]:
    services = assemble(EventStore(service.server.url), wall_clock)
    times = []
    for count in (1, WORKERS):
        async with _workers(service, services.store, count):
            times.append(await _seconds(services, count * GAMES))
    await services.aclose()
    alone, together = times
    print(f"  so {WORKERS} workers do {WORKERS * alone / together:.1f} times the work of one", flush=True)
    return [Figure(f"{GAMES} games of one worker, {WORKERS * GAMES} of {WORKERS}", alone, together, MOST * alone, "s")]


@asynccontextmanager
async def _workers(service: Stack, store: EventStore, count: int) -> AsyncIterator[None]:
    environment = {**os.environ, TETHER: "stdin", "REDIS_URL": service.server.url, "PUZZLES": "0", "REVIEWS": "asked"}
    words = (sys.executable, "-m", "tests.support.sleeping_worker", str(SECONDS))
    pipe = asyncio.subprocess.PIPE
    workers = [await asyncio.create_subprocess_exec(*words, env=environment, stdin=pipe) for _ in range(count)]
    try:
        for worker in workers:
            await eventually(lambda pid=worker.pid: is_ready(store, pid))  # type: ignore[misc]
        yield
    finally:
        for worker in workers:
            worker.terminate()
        await asyncio.gather(*(worker.wait() for worker in workers))


async def _seconds(services: Services, count: int) -> float:
    """How long it takes until a person is to move in each of `count` new games."""
    begin = time.perf_counter()
    opened = [services.tables.open(_TABLE, Person(f"oona {number}", "Oona")) for number in range(count)]
    games = [game for game, _ in await asyncio.gather(*opened)]

    async def all_have_moved() -> bool:
        return all([await _is_persons_turn(services, game) for game in games])

    await eventually(all_have_moved, seconds=600)
    return time.perf_counter() - begin


async def _is_persons_turn(services: Services, game: str) -> bool:
    return bot_to_move(await services.live.current(game)) is None


ATTACK: Final = Attack(
    number="M7",
    target=f"{WORKERS} workers do {WORKERS} times the work of one",
    measure=measure,
    workers=0,
)
