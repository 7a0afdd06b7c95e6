"""The processes of a worker that think: who is asked next, how long they may take, and what if they fail.

The most urgent question goes first: hints, for which somebody waits, before moves of bots, those before reviews, and
puzzles last. If all are busy, a puzzle or a review makes room at once and is begun again later: their questions are
short, and the same question has the same answer.

A thinker is asked to stop when its time is up. One that does not is killed after a moment and replaced; so is one that
died. Only its question fails, unless it died for the first time: then another is asked. What failed is saved with its
position in a file, from which it can be asked again (`service/engine/search_process.py`).
"""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from hashlib import sha256
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from service.engine.search_process import LENGTH, Answer, Asked, Case, Failed, Message, Question, Ready
from service.runtime.metrics import Metrics
from service.runtime.shutdown import stop_process

COMMAND: Final = (sys.executable, "-m", "service.engine.search_process")
GRACE: Final = 2.0  # seconds that an answer may be late
_PATIENCE: Final = 600.0  # for the first compilation
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_ATTEMPTS: Final = 2
_MOST_SAVED: Final = 1_000
_DECODER: Final[msgspec.msgpack.Decoder[Message]] = msgspec.msgpack.Decoder(Message)

log = logging.getLogger(__name__)


class Urgency(IntEnum):
    """The lower, the sooner."""

    HINT = 0
    BOT = 1
    REVIEW = 2
    PUZZLE = 3

    @property
    def label(self) -> str:
        return self.name.lower()


class SearchFailed(Exception):
    """The search raised something, hung, or took its process with it."""


class _Errand:
    """A question, and whoever waits for its answer."""

    def __init__(self, number: int, urgency: Urgency, asked: Asked) -> None:
        self.urgency = urgency
        self.asked = asked
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.attempts = 0
        self._order = (urgency, number)

    def __lt__(self, other: "_Errand") -> bool:
        return self._order < other._order


class Thinkers:
    """So many processes. They are started by `start`, or by the first question."""

    def __init__(
        self, processes: int, failed: Path, metrics: Metrics | None = None, command: Sequence[str] = COMMAND
    ) -> None:
        self._processes = processes
        self._failed = failed
        self._metrics = metrics or Metrics()
        self._command = command
        self._waiting: asyncio.PriorityQueue[_Errand] = asyncio.PriorityQueue()
        self._numbers = count()
        self._starting = asyncio.Lock()  # one after the other: what the first compiles, the others find ready
        self._busy: dict[_Process, _Errand] = {}
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
    def pids(self) -> list[int]:
        """Of those that think at the moment."""
        return [process.pid for process in self._busy]

    async def think(self, question: Question, seconds: float, urgency: Urgency) -> Answer:
        """The answer, after at most so many seconds of thinking; raises SearchFailed. If cancelled, it stops."""
        self.start()
        errand = _Errand(next(self._numbers), urgency, Asked(question, seconds))
        waiting = self._metrics.searches_waiting.labels(urgency.label)
        waiting.inc()
        try:
            self._waiting.put_nowait(errand)
            self._make_room(urgency)
            return await errand.answer
        finally:
            waiting.dec()

    def _make_room(self, urgency: Urgency) -> None:
        """The least urgent of those that may be begun again gives way, if it is less urgent than this."""
        patient = [
            (errand.urgency, process)
            for process, errand in self._busy.items()
            if errand.urgency >= Urgency.REVIEW and errand.urgency > urgency and not process.is_interrupted
        ]
        if patient and not self._idle:
            max(patient, key=lambda one: one[0])[1].interrupt()

    async def _employ(self) -> None:
        """One process after the other, for ever: each until it dies."""
        pause = _FIRST_PAUSE
        while True:
            process = _Process(self._command)
            try:
                async with self._starting:
                    await process.start()
                pause = _FIRST_PAUSE
                while True:
                    await self._next(process)
            except _Lost as trouble:
                log.error("a thinker was lost: %s; starting another in %.1f s", trouble, pause)
            finally:
                self._let_go(process)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _let_go(self, process: "_Process") -> None:
        """It ends by itself from here on: nobody waits for it, and nobody can interrupt that."""
        ending = asyncio.create_task(process.end())
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _next(self, process: "_Process") -> None:
        self._idle += 1
        try:
            errand = await self._waiting.get()
        finally:
            self._idle -= 1
        if errand.answer.done():
            return  # whoever asked has gone away
        self._busy[process] = errand
        errand.answer.add_done_callback(process.called_off)
        begin = perf_counter()
        try:
            message = await process.ask(errand.asked)
        except _Lost as lost:
            self._retry_or_fail(errand, lost)
            raise
        finally:
            del self._busy[process]
            errand.answer.remove_done_callback(process.called_off)
        self._settle(errand, message, process.is_interrupted, perf_counter() - begin)

    def _retry_or_fail(self, errand: _Errand, lost: "_Lost") -> None:
        errand.attempts += 1
        if errand.attempts < _ATTEMPTS and not lost.is_late:
            self._waiting.put_nowait(errand)
        else:
            self._fail(errand, Failed(str(lost), ""))

    def _settle(self, errand: _Errand, message: Message, is_interrupted: bool, seconds: float) -> None:
        if errand.answer.done():
            self._count(errand, "called off")
        elif isinstance(message, Failed):
            self._fail(errand, message)
        elif is_interrupted:
            self._waiting.put_nowait(errand)
        else:
            assert not isinstance(message, Ready)
            self._count(errand, "done")
            self._metrics.search_seconds.labels(errand.urgency.label).observe(seconds)
            errand.answer.set_result(message)

    def _fail(self, errand: _Errand, failed: Failed) -> None:
        self._count(errand, "failed")
        if not errand.answer.done():
            errand.answer.set_exception(SearchFailed(failed.error))
        case = Case(errand.asked.question, errand.asked.seconds, failed.error, failed.trace)
        try:
            where = f"its position is in {_saved(self._failed, case)}"
        except OSError as trouble:
            where = f"its position could not be saved: {trouble}"
        log.error("a search failed with %s; %s", failed.error, where)

    def _count(self, errand: _Errand, outcome: str) -> None:
        self._metrics.searches.labels(errand.urgency.label, outcome).inc()


def _saved(directory: Path, case: Case) -> Path:
    """The file that the case is saved in: one for each question, however often it fails, and not without end."""
    directory.mkdir(parents=True, exist_ok=True)
    name = sha256(msgspec.json.encode(case.question)).hexdigest()[:16]
    path = directory / f"{name}.json"
    if not path.exists() and sum(1 for _ in directory.iterdir()) >= _MOST_SAVED:
        raise OSError(f"{directory} is full; empty it")
    path.write_bytes(msgspec.json.format(msgspec.json.encode(case)))
    return path


class _Lost(Exception):
    """A process that died, or had to be given up."""

    def __init__(self, problem: str, *, is_late: bool = False) -> None:
        super().__init__(problem)
        self.is_late = is_late


class _Process:
    """One thinker."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self.is_interrupted = False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Returns when it is ready; raises _Lost."""
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        except OSError as trouble:
            raise _Lost(f"it could not be started: {trouble}") from trouble
        await self._received(_PATIENCE)

    async def ask(self, asked: Asked) -> Message:
        """What it answers; raises _Lost."""
        self.is_interrupted = False
        self._send(msgspec.msgpack.encode(asked))
        return await self._received(asked.seconds + GRACE)

    def interrupt(self) -> None:
        """It will answer with what it has."""
        self.is_interrupted = True
        self._send(b"")

    def called_off(self, answer: asyncio.Future[Answer]) -> None:
        if answer.cancelled():
            self.interrupt()

    async def end(self) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await stop_process(self._process, "thinker", GRACE)
            await self._process.communicate()  # to the end of what it said, so that nothing stays open

    def _send(self, message: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(LENGTH.pack(len(message)) + message)

    async def _received(self, patience: float) -> Message:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                head = await self._process.stdout.readexactly(LENGTH.size)
                return _DECODER.decode(await self._process.stdout.readexactly(*LENGTH.unpack(head)))
        except TimeoutError as late:
            raise _Lost(f"process {self.pid} does not answer", is_late=True) from late
        except (asyncio.IncompleteReadError, ConnectionError) as dead:
            raise _Lost(f"process {self.pid} died") from dead


def thinkers_wanted(asked: int | None) -> int:
    """So many processes as were asked for, or one for every core but one."""
    return max(1, asked if asked is not None else (os.cpu_count() or 1) - 1)
