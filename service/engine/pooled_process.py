"""A search process as the pool sees it: starts it, asks it, interrupts it, ends it."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from service.engine.questions import LENGTH, STOP, Answer, Message, TimedQuestion, framed
from service.runtime.shutdown import stop_process

_PATIENCE: Final = 600.0  # for the first compilation
_DECODER: Final[msgspec.msgpack.Decoder[Message]] = msgspec.msgpack.Decoder(Message)


class Lost(Exception):
    """A process that died, or had to be given up."""

    def __init__(self, problem: str, *, is_late: bool = False) -> None:
        super().__init__(problem)
        self.is_late = is_late


class SearchProcess:
    """Answers one question at a time."""

    def __init__(self, command: Sequence[str], grace: float) -> None:
        self._command = command
        self._grace = grace
        self._process: asyncio.subprocess.Process | None = None
        self.is_interrupted = False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Returns when it is ready; raises Lost."""
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        except OSError as trouble:
            raise Lost(f"it could not be started: {trouble}") from trouble
        await self._received(_PATIENCE)

    async def ask(self, timed: TimedQuestion) -> Message:
        """Its answer; raises Lost."""
        self.is_interrupted = False
        self._send(framed(timed))
        return await self._received(timed.seconds + self._grace)

    def interrupt(self) -> None:
        """Makes it answer with the best result so far."""
        self.is_interrupted = True
        self._send(STOP)

    def called_off(self, answer: asyncio.Future[Answer]) -> None:
        if answer.cancelled():
            self.interrupt()

    async def end(self) -> None:
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            await stop_process(self._process, "thinker", self._grace)
            await self._process.communicate()  # reads its output to the end, so that no pipe stays open

    def _send(self, message: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(message)

    async def _received(self, patience: float) -> Message:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(patience):
                head = await self._process.stdout.readexactly(LENGTH.size)
                return _DECODER.decode(await self._process.stdout.readexactly(*LENGTH.unpack(head)))
        except TimeoutError as late:
            raise Lost(f"process {self.pid} does not answer", is_late=True) from late
        except (asyncio.IncompleteReadError, ConnectionError) as dead:
            raise Lost(f"process {self.pid} died") from dead
