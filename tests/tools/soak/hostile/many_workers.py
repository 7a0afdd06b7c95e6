"""M7: some work for one worker, and eight times as much for eight, each with a search process that only sleeps.

How often bots search before the person's first turn depends on the deal. So what is compared is the time of a worker
for each search that was made.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from domain.events import DominoDrafted
from domain.rules import Rules
from service.assembly import assemble
from service.games.codec import decode_all
from service.games.seating import TableOpened
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.runtime.shutdown import TETHER
from service.services import Services
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
            seconds, searches = await _played(services, count * GAMES)
            print(f"  {count} workers: {searches} searches for {count * GAMES} games in {seconds:.1f} s", flush=True)
            times.append(count * seconds / searches)
    await services.aclose()
    alone, together = times
    print(f"  so {WORKERS} workers do {WORKERS * alone / together:.1f} times the work of one", flush=True)
    what = f"a search of one worker with {GAMES} games, and of {WORKERS} with {WORKERS * GAMES}"
    return [Figure(what, alone, together, MOST * alone, "s")]


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


async def _played(services: Services, count: int) -> tuple[float, int]:
    """How long it takes until a person is to move in each of `count` new games, and how many searches that needs."""
    begin = time.perf_counter()
    opened = [services.tables.open(_TABLE, Person(f"oona {number}", "Oona")) for number in range(count)]
    games = [game for game, _ in await asyncio.gather(*opened)]
    print(f"  {count} tables were opened in {time.perf_counter() - begin:.1f} s", flush=True)
    waiting = list(games)

    async def all_have_moved() -> bool:
        while waiting and await _is_persons_turn(services, waiting[-1]):  # and stays it: looking costs next to nothing
            waiting.pop()
        return not waiting

    await eventually(all_have_moved, seconds=600)
    seconds = time.perf_counter() - begin
    events = [stamped.event for game in games for stamped in decode_all(await services.store.read(game))]
    return seconds, sum(isinstance(event, DominoDrafted) for event in events)


async def _is_persons_turn(services: Services, game: str) -> bool:
    return bot_to_move(await services.live.current(game)) is None


ATTACK: Final = Attack(
    number="M7",
    target=f"{WORKERS} workers do {WORKERS} times the work of one",
    measure=measure,
    workers=0,
)
