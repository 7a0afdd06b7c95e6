"""Asks the helper process, one thing at a time; it is started by the first request and replaced when it fails.

A thread talks to it, so that the event loop never waits. The process ends with its standard input, so it cannot outlive
ours.
"""

import asyncio
import logging
import select
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final

import msgspec

from domain.errors import BrokenRecord, Reason
from domain.events import Event
from service.helper.requests import LENGTH, Answer, Broken, Failed, NotText, Read, ReadRecord, Request, Written, framed
from service.runtime.refusal import Refused

COMMAND: Final = (sys.executable, "-m", "service.helper.answering")
BUSY: Final = Reason("helper_busy", "", "Much is being prepared at the moment: try again in a few seconds.")
FAILED: Final = Reason("helper_failed", "", "This could not be prepared: try again later, or something shorter.")
_MOST_WAITING: Final = 20
_PAUSE: Final = 5  # seconds
_LONGEST: Final = 30.0  # seconds for one request; a film takes two
_DECODER: Final[msgspec.msgpack.Decoder[Answer]] = msgspec.msgpack.Decoder(Answer)

log = logging.getLogger(__name__)


class Helper:
    def __init__(self, command: Sequence[str] = COMMAND, *, seconds: float = _LONGEST) -> None:
        self._command = command
        self._seconds = seconds
        self._thread = ThreadPoolExecutor(1, "helper")
        self._places = threading.BoundedSemaphore(_MOST_WAITING)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """Of the process, if it was started."""
        return self._process.pid if self._process is not None else None

    async def written(self, request: Request) -> bytes:
        """What is painted or written; raises Refused if too much is waiting, or if it failed."""
        answer = await self._answer(request)
        assert isinstance(answer, Written)
        return answer.data

    async def read(self, text: str, most: int) -> list[Event]:
        """The log of a game in text notation; raises BrokenRecord, ValueError, or Refused as `written` does."""
        answer = await self._answer(ReadRecord(text, most))
        if isinstance(answer, Broken):
            raise BrokenRecord(answer.line, answer.reason)
        if isinstance(answer, NotText):
            raise ValueError("a number in this text is too long")
        assert isinstance(answer, Read)
        return answer.events

    async def _answer(self, request: Request) -> Answer:
        if not self._places.acquire(blocking=False):
            raise Refused(BUSY, "too_many", retry_after=_PAUSE)
        future = self._thread.submit(self._ask, framed(request))
        future.add_done_callback(lambda _: self._places.release())
        answer = await asyncio.wrap_future(future)
        if isinstance(answer, Failed):
            log.error("the helper failed with a request for %s: %s", type(request).__name__, answer.error)
            raise Refused(FAILED, "too_many", retry_after=_PAUSE)
        return answer

    def _ask(self, message: bytes) -> Answer:
        process = self._running()
        try:
            assert process.stdin is not None
            process.stdin.write(message)
            deadline = monotonic() + self._seconds
            [length] = LENGTH.unpack(_received(process, LENGTH.size, deadline))
            return _DECODER.decode(_received(process, length, deadline))
        except (OSError, EOFError, ValueError) as error:
            _end(process)
            return Failed(repr(error))

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            if self._process is not None:
                _end(self._process)
            self._process = subprocess.Popen(self._command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def close(self) -> None:
        """End the process without waiting for its work."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()
        self._thread.shutdown(wait=True)  # it waits for a process that is dead
        if self._process is not None:
            _end(self._process)


def _received(process: subprocess.Popen[bytes], count: int, deadline: float) -> bytes:
    """Exactly `count` bytes; raises EOFError if the process ends before, TimeoutError if they come too late."""
    assert process.stdout is not None
    data, poll = bytearray(), select.poll()
    poll.register(process.stdout, select.POLLIN)
    while len(data) < count:
        if not poll.poll(max(0.0, deadline - monotonic()) * 1_000):
            raise TimeoutError
        more = process.stdout.read(count - len(data))
        if not more:
            raise EOFError
        data += more
    return bytes(data)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
