"""The pool of search processes of a worker: priorities, deadlines and restarts.

The most urgent question goes first (`service/engine/urgency.py`). If all processes are busy, a puzzle or a review makes
room at once and starts again later: their questions are short, and the same question has the same answer.

A process is asked to stop when its time is up. If it does not, it is killed after a moment and replaced, as is one that
died. Only its question fails; after a first death even that one is given to another process. Failed questions are saved
in files, from which they can be repeated (`service/engine/search_process.py`).
"""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from service.engine.pooled_process import Lost, SearchProcess
from service.engine.questions import Answer, Case, Failed, Message, Question, Ready, TimedQuestion, purpose
from service.engine.urgency import Urgency
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings

COMMAND: Final = (sys.executable, "-m", "service.engine.search_process")
GRACE: Final = 2.0  # seconds that an answer may be late
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_ATTEMPTS: Final = 2
_MOST_SAVED: Final = 1_000

log = logging.getLogger(__name__)


class SearchFailed(Exception):
    """The search raised something, hung, or took its process with it."""


class _Request:
    """A question in the queue, and the future that its answer is set on."""

    def __init__(self, number: int, urgency: Urgency, timed: TimedQuestion) -> None:
        self.urgency = urgency
        self.timed = timed
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.attempts = 0
        self._order = (urgency, number)

    def __lt__(self, other: "_Request") -> bool:
        return self._order < other._order


class SearchPool:
    """A pool of `processes`, started by `start` or by the first question."""

    def __init__(
        self,
        processes: int,
        failed: Path,
        metrics: Metrics | None = None,
        command: Sequence[str] = COMMAND,
        *,
        grace: float = GRACE,
        most_saved: int = _MOST_SAVED,
    ) -> None:
        self._processes = processes
        self._failed = failed
        self._metrics = metrics or Metrics()
        self._command = command
        self._grace = grace
        self._most_saved = most_saved
        self._waiting: asyncio.PriorityQueue[_Request] = asyncio.PriorityQueue()
        self._numbers = count()
        self._starting = asyncio.Lock()  # one at a time, so that the others find what the first has compiled
        self._started = asyncio.Event()  # the first process, or it could not be
        self._busy: dict[SearchProcess, _Request] = {}
        self._idle = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._ending: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._employ()) for _ in range(self._processes)]

    async def aclose(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*self._ending)

    @property
    def size(self) -> int:
        """How many searches it can do at once."""
        return self._processes

    @property
    def pids(self) -> list[int]:
        """Of the processes that are searching."""
        return [process.pid for process in self._busy]

    async def started(self) -> None:
        """Returns when a process is ready, which may have to compile the engine first, or when that has failed."""
        self.start()
        await self._started.wait()

    async def think(self, question: Question, seconds: float, urgency: Urgency) -> Answer:
        """The answer after at most `seconds` of searching; raises SearchFailed. Cancelling it stops the search."""
        self.start()
        request = _Request(next(self._numbers), urgency, TimedQuestion(question, seconds))
        waiting = self._metrics.searches_waiting.labels(purpose(question))
        waiting.inc()
        try:
            self._waiting.put_nowait(request)
            self._make_room(urgency)
            return await request.answer
        finally:
            waiting.dec()

    def _make_room(self, urgency: Urgency) -> None:
        """Interrupts the least urgent search that may be started again, if it is less urgent than this."""
        patient = [
            (request.urgency, process)
            for process, request in self._busy.items()
            if request.urgency >= Urgency.ASKED and request.urgency > urgency and not process.is_interrupted
        ]
        if patient and not self._idle:
            max(patient, key=lambda search: search[0])[1].interrupt()

    async def _employ(self) -> None:
        """Runs one process after another, each until it dies. Runs until cancelled."""
        pause = _FIRST_PAUSE
        while True:
            process = SearchProcess(self._command, self._grace)
            try:
                async with self._starting:
                    await process.start()
                self._started.set()
                pause = _FIRST_PAUSE
                while True:
                    await self._next(process)
            except Lost as trouble:
                self._started.set()
                log.error("a search process was lost: %s; starting another in %.1f s", trouble, pause)
            finally:
                self._let_go(process)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _let_go(self, process: SearchProcess) -> None:
        """Ends the process in a task of its own, which cancelling the caller does not interrupt."""
        ending = asyncio.create_task(process.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _next(self, process: SearchProcess) -> None:
        self._idle += 1
        try:
            request = await self._waiting.get()
        finally:
            self._idle -= 1
        if request.answer.done():
            return  # it was cancelled while it waited
        self._busy[process] = request
        request.answer.add_done_callback(process.called_off)
        begin = perf_counter()
        try:
            message = await process.ask(request.timed)
        except Lost as lost:
            self._retry_or_fail(request, lost)
            raise
        finally:
            del self._busy[process]
            request.answer.remove_done_callback(process.called_off)
        self._settle(request, message, process.is_interrupted, perf_counter() - begin)

    def _retry_or_fail(self, request: _Request, lost: Lost) -> None:
        request.attempts += 1
        if request.attempts < _ATTEMPTS and not lost.is_late:
            self._waiting.put_nowait(request)
        else:
            self._fail(request, Failed(str(lost), ""))

    def _settle(self, request: _Request, message: Message, is_interrupted: bool, seconds: float) -> None:
        if request.answer.done():
            self._count(request, "called off")
        elif isinstance(message, Failed):
            self._fail(request, message)
        elif is_interrupted:
            self._waiting.put_nowait(request)
        else:
            assert not isinstance(message, Ready)
            self._count(request, "done")
            self._metrics.search_seconds.labels(purpose(request.timed.question)).observe(seconds)
            request.answer.set_result(message)

    def _fail(self, request: _Request, failed: Failed) -> None:
        self._count(request, "failed")
        if not request.answer.done():
            request.answer.set_exception(SearchFailed(failed.error))
        case = Case(request.timed.question, request.timed.seconds, failed.error, failed.trace)
        try:
            where = f"its position is in {_saved(self._failed, case, self._most_saved)}"
        except OSError as trouble:
            where = f"its position could not be saved: {trouble}"
        log.error("a search failed with %s; %s", failed.error, where)

    def _count(self, request: _Request, outcome: str) -> None:
        self._metrics.searches.labels(purpose(request.timed.question), outcome).inc()


def _saved(directory: Path, case: Case, most: int) -> Path:
    """The file that the case is saved in: one for each question, however often it fails. Their number is limited."""
    directory.mkdir(parents=True, exist_ok=True)
    name = sha256(msgspec.json.encode(case.question)).hexdigest()[:16]
    path = directory / f"{name}.json"
    if not path.exists() and sum(1 for _ in directory.iterdir()) >= most:
        raise OSError(f"{directory} is full; empty it")
    path.write_bytes(msgspec.json.format(msgspec.json.encode(case)))
    return path


def search_pool(settings: Settings, metrics: Metrics | None = None) -> SearchPool:
    """The pool that the settings ask for, not started yet."""
    failed = settings.failed_positions or settings.data / "failed_positions"
    return SearchPool(thinkers_wanted(settings.thinkers), failed, metrics)


def thinkers_wanted(wanted: int | None) -> int:
    """The number of processes that was asked for, or one less than there are cores."""
    return max(1, wanted if wanted is not None else (os.cpu_count() or 1) - 1)
