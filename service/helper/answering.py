"""The helper process: `python -m service.helper.answering` answers requests until its standard input ends."""

import os
import resource
import signal
import sys
from typing import BinaryIO, Final, assert_never

import msgspec

from domain.errors import BrokenRecord
from domain.log import standing
from domain.notation.reading import read_record
from domain.notation.records import write_record
from projections.frames import frames
from projections.picture import film_pictures
from projections.table import table
from service.games.timed_steps import timed_steps
from service.helper.requests import (
    LENGTH,
    Answer,
    Broken,
    Failed,
    NotText,
    PaintFilm,
    Read,
    ReadRecord,
    Request,
    WriteRecord,
    WriteSteps,
    WriteTables,
    Written,
    framed,
)
from service.pictures.painter import film
from service.runtime.compression import packed

_NICENESS: Final = 5  # the API goes first
_MOST_MEMORY: Final = 384 * 1024 * 1024  # bytes
_FILM_WIDTH: Final = 600
_PAUSE: Final = 450  # milliseconds between pictures
_LAST_PAUSE: Final = 4_000


def answer(request: Request) -> Answer:
    match request:
        case ReadRecord(text, most):
            return _read(text, most)
        case WriteRecord(events):
            return Written(write_record(events).encode())
        case WriteSteps(log, after, language):
            return Written(_packed(timed_steps(log, after, language)))
        case WriteTables(game, events, start, end, viewer):
            shown = frames(events)[start - 1 : end]
            return Written(_packed([table(frame, viewer, game) for frame in shown]))
        case PaintFilm(events):
            pictures = [*film_pictures(frames(standing(events)))]
            return Written(film(pictures, _FILM_WIDTH, _PAUSE, _LAST_PAUSE))
        case _ as never:
            assert_never(never)


def _packed(shown: object) -> bytes:
    # Successive tables and steps are alike: twice the work makes a quarter of the size.
    return packed(msgspec.json.encode(shown), effort=6)


def _read(text: str, most: int) -> Answer:
    try:
        return Read(read_record(text, most))
    except BrokenRecord as broken:
        return Broken(broken.line, broken.reason)
    except ValueError:  # a number with thousands of digits
        return NotText()


def _attempted(request: Request) -> Answer:
    try:
        return answer(request)
    except Exception as error:
        return Failed(repr(error))


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    decoder = msgspec.msgpack.Decoder(Request)
    while head := requests.read(LENGTH.size):
        answers.write(framed(_attempted(decoder.decode(requests.read(LENGTH.unpack(head)[0])))))
        answers.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the API; our input ends with it
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (_MOST_MEMORY, _MOST_MEMORY))
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not look like an answer
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
