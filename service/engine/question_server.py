"""The loop of a search process: questions come in by standard input, answers go out by standard output.

One question at a time. While it is being answered, an empty message or the end of the input stops the search, which
then answers with what it has found so far. So a search process never outlives its worker, even if that was killed.
"""

import os
import select
import signal
import sys
from collections.abc import Callable
from traceback import format_exc
from typing import Final, TypeAlias

import msgspec

from service.engine.questions import LENGTH, Failed, Message, Ready, TimedQuestion, framed

Answerer: TypeAlias = Callable[[TimedQuestion, Callable[[], bool]], Message]  # the second tells whether to stop

_INPUT: Final = 0


def serve(answer: Answerer, prepare: Callable[[], object]) -> None:
    """Answers questions until the input ends; says that it is ready once `prepare` has returned."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker; our input ends with it
    output = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not look like an answer
    prepare()
    _send(output, Ready())
    decoder = msgspec.msgpack.Decoder(TimedQuestion)
    while (message := _received()) is not None:
        if message:
            _send(output, _attempted(answer, decoder.decode(message)))


def _attempted(answer: Answerer, question: TimedQuestion) -> Message:
    try:
        return answer(question, _has_input)
    except Exception as error:
        return Failed(repr(error), format_exc())


def _has_input() -> bool:
    """Whether another message is waiting, or the input has ended."""
    return bool(select.select([_INPUT], [], [], 0)[0])


def _received() -> bytes | None:
    """The next message; None when there are no more."""
    head = _read(LENGTH.size)
    return None if head is None else _read(LENGTH.unpack(head)[0])


def _read(count: int) -> bytes | None:
    """Exactly `count` bytes, unbuffered: `_has_input` must see whatever follows them."""
    data = b""
    while len(data) < count:
        more = os.read(_INPUT, count - len(data))
        if not more:
            return None
        data += more
    return data


def _send(output: int, message: Message) -> None:
    data = framed(message)
    while data:
        data = data[os.write(output, data) :]
