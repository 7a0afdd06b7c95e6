"""M7: eight workers do eight times the work of one, each with a search process that only sleeps.

How often bots search before the person's first turn depends on the deal. So what is compared is the time of a worker
for each search that was made.

Eight workers on two real cores wait for a core now and then, which says nothing about workers that have one each. So
the one that they are compared with works at the same time: it has a store and games of its own, and shares nothing with
them but the machine. How much they keep the cores busy is compared apart: if more of them made each other work more,
the one would become slower with them, and only that would show it.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from domain.events import DominoDrafted
from domain.rules import Rules
from service.assembly import assemble
from service.games.codec import decode_all
from service.games.seating import TableOpened
from service.local_valkey.server import Embedded
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.runtime.shutdown import TETHER
from service.services import Services
from service.worker.bot_turns import bot_to_move
from service.worker.readiness import is_ready
from tests.support.servers import LONGEST_WAIT, eventually, patient_store
from tests.support.stack import Stack
from tests.tools.soak.hostile.attack import Attack, Figure

WORKERS: Final = 8
GAMES: Final = 16  # for each worker
SECONDS: Final = 1.0  # of each search
MOST: Final = 1.1  # times as long
MOST_WORK: Final = 1.5  # times as much processor time: eight that all did everything would need eight times
_TABLE: Final = TableOpened(Rules("kingdomino", 4), (None, "volcano", "volcano", "volcano"))


class Spent(NamedTuple):
    """What workers needed for each search."""

    seconds: float  # of one worker
    processor: float  # seconds of all workers


async def measure(service: Stack) -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with (
            Embedded(Path(folder)) as apart,
            _workers(apart, 1) as lone_worker,
            _workers(service.server, WORKERS) as sharing,
        ):
            alone, together = await asyncio.gather(_spent(apart, lone_worker), _spent(service.server, sharing))
    print(
        f"  so {WORKERS} workers do {WORKERS * alone.seconds / together.seconds:.1f} times the work of one", flush=True
    )
    which = f"a search of one worker apart, and of {WORKERS} that share {WORKERS * GAMES} games at the same time"
    ms, of_one, of_all = 1_000, alone.processor, together.processor
    return [
        Figure(which, alone.seconds, together.seconds, MOST * alone.seconds, "s"),
        Figure("processor time of a search, the same", ms * of_one, ms * of_all, ms * MOST_WORK * of_one, "ms"),
    ]


async def _spent(server: Embedded, pids: Sequence[int]) -> Spent:
    services, count = assemble(patient_store(server.url), wall_clock), len(pids)
    await services.store.prepare()
    before = _processor_time(pids)
    seconds, searches = await _played(services, count * GAMES)
    processor = _processor_time(pids) - before
    await services.aclose()
    print(f"  {count} workers: {searches} searches in {seconds:.1f} s, {processor:.1f} s of processors", flush=True)
    return Spent(count * seconds / searches, processor / searches)


def _processor_time(pids: Sequence[int]) -> float:
    """Seconds that these processes and those that they have started have used so far."""
    ticks = 0
    for pid in pids:
        for stat in (Path(f"/proc/{each}/stat") for each in (pid, *_started_by(pid))):
            fields = stat.read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _started_by(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@asynccontextmanager
async def _workers(server: Embedded, count: int) -> AsyncIterator[list[int]]:
    wishes = {"REDIS_URL": server.url, "PATIENCE": f"{LONGEST_WAIT}", "PUZZLES": "0", "REVIEWS": "asked"}
    environment = {**os.environ, TETHER: "stdin", **wishes}
    store = patient_store(server.url)
    words = (sys.executable, "-m", "tests.support.sleeping_worker", str(SECONDS))
    pipe = asyncio.subprocess.PIPE
    workers = [await asyncio.create_subprocess_exec(*words, env=environment, stdin=pipe) for _ in range(count)]
    try:
        for worker in workers:
            await eventually(lambda pid=worker.pid: is_ready(store, pid))  # type: ignore[misc]
        yield [worker.pid for worker in workers]
    finally:
        for worker in workers:
            worker.terminate()
        await asyncio.gather(*(worker.wait() for worker in workers))
        await store.aclose()


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
