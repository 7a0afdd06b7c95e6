"""What notices cost a move, beside a worker that does everything else for moves too. The processes are those of a real
service: the API reads the feeds and hears the bells.

Processor time depends on what else the machine does, even that of one process: a worker that runs beside it empties the
caches. So the calls of functions are counted as well, which nothing else changes.

MOVES= and RATE= choose smaller numbers.
"""

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter, process_time
from typing import Final, Literal, TypeAlias

import msgspec

from domain.commands import Play
from service.local_valkey.server import Embedded
from service.people.credentials import new_player
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.runtime.shutdown import cancel_all
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.notice_worlds import NoticeWorld
from tests.support.play import random_move
from tests.tools.bench.measure import Ratio

MOVES: Final = int(os.environ.get("MOVES", "2000"))  # of each kind
RATE: Final = float(os.environ.get("RATE", "100"))  # moves a second
_WARMING: Final = 100  # moves: what the worker has missed while it was stopped is done by then
_Order: TypeAlias = Literal["on", "off"]
_TURNS: Final[tuple[_Order, ...]] = ("off", "on", "on", "off") * 3  # games get longer, for both alike
_COUNTED: Final = MOVES // 4


class _Spent(msgspec.Struct):
    """On moves."""

    calls: int = 0  # of functions, by the task that handles the moves
    all_calls: int = 0  # by all tasks of the API, until the next move is chosen
    times: list[float] = msgspec.field(default_factory=list)  # seconds of the processor, as all below
    api: float = 0.0  # all of it, without what the measuring itself takes
    worker: float = 0.0
    server: float = 0.0


async def figures() -> list[object]:
    with tempfile.TemporaryDirectory() as directory:
        async with Embedded(Path(directory)) as server, AsyncExitStack() as stack:
            store = EventStore(server.url, patience=60)
            bench = _Bench(NoticeWorld(store, ManualClock(wall_clock())), server.pid)
            await bench.open(round(5 * RATE))
            orders: tuple[_Order, ...] = ("off", "on")
            workers = {order: await stack.enter_async_context(_worker(server.url, order)) for order in orders}
            spent = await bench.compare(workers)
            await store.aclose()
    on, off = spent["on"], spent["off"]
    return [
        Ratio(
            "calls of functions by a move with notices on", on.calls / _COUNTED, off.calls / _COUNTED, "", at_most=1.05
        ),
        Ratio("the same, by all that the API does", on.all_calls / _COUNTED, off.all_calls / _COUNTED, ""),
        Ratio("processor time of it, the fastest fifth", _fastest(on.times), _fastest(off.times), "s"),
        *(
            Ratio(f"{of} for each move, with notices on", getattr(on, part) / MOVES, getattr(off, part) / MOVES, "s")
            for part, of in (("api", "all that the API does"), ("worker", "a worker"), ("server", "Valkey"))
        ),
    ]


def _fastest(seconds: list[float]) -> float:
    return quantiles(seconds, n=5)[0]


class _Bench:
    def __init__(self, world: NoticeWorld, server: int) -> None:
        self._world = world
        self._server = server  # its process
        self._games: list[str] = []
        self._rng = Random(1)

    async def open(self, count: int) -> None:
        for _ in range(count):
            self._games.append(await self._world.table(*(Person(new_player(), seat) for seat in ("a", "b"))))

    async def compare(self, workers: dict[_Order, Process]) -> dict[_Order, _Spent]:
        services = self._world.services
        reading = asyncio.create_task(services.feeds.keep_running())
        hearing = asyncio.create_task(services.bells.run(services.personal_streams, services.streams))
        spent: dict[_Order, _Spent] = {order: _Spent() for order in workers}
        for order in _TURNS:
            for other, worker in workers.items():
                worker.send_signal(signal.SIGCONT if other == order else signal.SIGSTOP)
            await self._play(_WARMING, _Spent())
            await self._measure(spent[order], workers[order].pid)
            await self._play(_share(_COUNTED), spent[order], is_counted=True)
        for worker in workers.values():
            worker.send_signal(signal.SIGCONT)
        await cancel_all([reading, hearing])
        return spent

    async def _measure(self, spent: _Spent, worker: int) -> None:
        begin = process_time(), _used(worker), _used(self._server)
        own = await self._play(_share(MOVES), spent)
        spent.api += process_time() - begin[0] - own
        spent.worker += _used(worker) - begin[1]
        spent.server += _used(self._server) - begin[2]

    async def _play(self, count: int, spent: _Spent, *, is_counted: bool = False) -> float:
        """At a steady rate. Returns the processor time that went into choosing the moves."""
        services, begin, own, played = self._world.services, perf_counter(), 0.0, 0
        while played < count:
            sys.setprofile(None)
            choosing = process_time()
            game, self._world.clock.now = self._rng.choice(self._games), wall_clock()
            state = await services.live.current(game)
            if state.position.seat is None:
                self._games.remove(game)
                continue
            play = Play(state.position.seat, random_move(state, self._rng))
            own += process_time() - choosing
            if is_counted:
                sys.setprofile(partial(_count, spent, asyncio.current_task()))
            await asyncio.sleep(max(0.0, begin + played / RATE - perf_counter()))
            busy = process_time()
            await services.commands.handle(game, play)
            if not is_counted:
                spent.times.append(process_time() - busy)
            played += 1
        await asyncio.sleep(1 / RATE)
        sys.setprofile(None)
        return own


def _share(moves: int) -> int:
    """Of one turn: half of them are of each kind."""
    return 2 * moves // len(_TURNS)


def _count(spent: _Spent, mover: object, _frame: object, event: str, _about: object) -> None:
    if event in ("call", "c_call"):
        spent.all_calls += 1
        spent.calls += asyncio.current_task() is mover


def _used(process: int) -> float:
    """Seconds of the processor that all threads of a process have used."""
    times = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(path.read_text(encoding="ascii").split()[0]) for path in times) / 1e9


@asynccontextmanager
async def _worker(url: str, order: _Order) -> AsyncIterator[Process]:
    words = (sys.executable, "-m", "tests.support.follower_process", url, order)
    process = await asyncio.create_subprocess_exec(*words, stdout=PIPE)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    try:
        yield process
    finally:
        process.kill()
        await process.communicate()
