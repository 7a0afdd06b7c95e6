"""A process that thinks: questions come in by its standard input, answers go out by its standard output.

A message is its length in four bytes, and then msgpack. One question at a time; while it is being thought about, an
empty message, or the end of the input, stops it: what has been found so far is the answer. So a thinker never outlives
the worker that asks it, not even one that was killed.

A question holds a position as text, and nothing else of its game: whatever is hidden stays hidden from the search. Only
what is asked of whole games holds one, which is over then.

`python -m service.engine.search_process FILE` repeats a failed question from the file that was saved then.
"""

import logging
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from random import Random
from struct import Struct
from time import perf_counter
from traceback import format_exc
from typing import Final, TypeAlias, assert_never

import msgspec

from domain.commands import Step
from domain.decide import step_events
from domain.events import Event, Player
from domain.notation.positions import read_position, write_position
from domain.pieces import Level
from domain.position import Position
from puzzles.review.review import Hindsight, Judged, Review
from puzzles.search.budget import Choice

LENGTH: Final = Struct("<I")
_INPUT: Final = 0
_NICENESS: Final = 5  # web requests and the log's server go first


class Rank(msgspec.Struct, frozen=True, tag="rank"):
    """Which moves are best?"""

    position: str
    playouts: int
    seed: int


class Compare(msgspec.Struct, frozen=True, tag="compare"):
    """Which move is best, and how good is the one that was played?"""

    position: str
    playouts: int
    seed: int
    played: Step


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Which step does a bot of this level take?"""

    position: str
    level: Level
    seed: int


class Make(msgspec.Struct, frozen=True, tag="make"):
    """Which puzzles can be made in the time there is?"""

    seed: int


class Mine(msgspec.Struct, frozen=True, tag="mine"):
    """Which puzzles are in a finished game, where these seats lost most?"""

    game: str
    events: list[Event]
    seats: list[int]
    decisions: list[Judged]
    most: int


class LookBack(msgspec.Struct, frozen=True, tag="look_back"):
    """What could this seat have scored with what it took, in a game that is over?"""

    events: list[Event]
    seat: int


Question: TypeAlias = Rank | Compare | Choose | Make | Mine | LookBack


class Asked(msgspec.Struct, frozen=True):
    question: Question
    seconds: float  # to think


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """Everything is compiled."""


class Ranked(msgspec.Struct, frozen=True, tag="ranked"):
    choices: list[Choice]  # best first
    seconds: float  # that it took


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    step: Step


class Made(msgspec.Struct, frozen=True, tag="made"):
    puzzles: list[str]  # each a line of JSON


class LookedBack(msgspec.Struct, frozen=True, tag="looked_back"):
    hindsight: Hindsight


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    error: str
    trace: str


class Case(msgspec.Struct, frozen=True):
    """A question that failed, as it is saved."""

    question: Question
    seconds: float
    error: str
    trace: str = ""


Answer: TypeAlias = Ranked | Chosen | Made | LookedBack
Message: TypeAlias = Ready | Answer | Failed
Think: TypeAlias = Callable[[Asked, Callable[[], bool]], Message]  # the second says whether to stop


def shown(position: Position) -> str:
    """The position as a question holds it. Names do not matter, and are nobody's business in a file."""
    players = tuple(Player("", player.bot) for player in position.players)
    return write_position(msgspec.structs.replace(position, players=players))


def answer(asked: Asked, is_stopped: Callable[[], bool]) -> Message:
    """The answer within the time allowed, or earlier when it is stopped. This is the door to the engine."""
    begin, question = perf_counter(), asked.question

    def is_over() -> bool:
        return perf_counter() - begin > asked.seconds or is_stopped()

    if isinstance(question, Make | Mine):
        return Made(list(_made(question, is_over)))
    if isinstance(question, LookBack):
        return LookedBack(_hindsight(question, is_over))
    return _about_a_position(question, is_over, begin)


def _about_a_position(question: Rank | Compare | Choose, is_over: Callable[[], bool], begin: float) -> Message:
    # Here, because the compiler that they import takes a second to come: the worker does without it.
    from puzzles.bots.levels import choose
    from puzzles.search.best import best_moves
    from puzzles.search.budget import Budget
    from puzzles.search.compare import compared

    position = read_position(question.position)
    match question:
        case Rank(_, playouts, seed):
            found = best_moves(position, Budget(playouts, is_over), Random(seed))
            return Ranked(found, perf_counter() - begin)
        case Compare(_, playouts, seed, played):
            found = compared(position, played, Budget(playouts, is_over), Random(seed))
            return Ranked(found, perf_counter() - begin)
        case Choose(_, level, seed):
            step = choose(position, level, Random(seed), is_over)
            step_events(position, step)  # what the rules refuse is a failure, and not the bot's move
            return Chosen(step)
        case _ as never:
            assert_never(never)


def _made(question: Make | Mine, is_over: Callable[[], bool]) -> Iterator[str]:
    from puzzles.making.candidates import candidates
    from puzzles.making.from_games import mined
    from puzzles.making.make import make
    from puzzles.puzzle import to_json

    if isinstance(question, Make):
        found, most = candidates(Random(question.seed)), None
    else:
        review = Review(0, question.decisions, [])
        found, most = mined(question.events, review, question.game, question.seats), question.most
    promising = takewhile(lambda _: not is_over(), found)
    made = (puzzle for candidate in promising if (puzzle := make(candidate)) is not None)
    return (to_json(puzzle).decode() for puzzle in islice(made, most))


def _hindsight(question: LookBack, is_over: Callable[[], bool]) -> Hindsight:
    from puzzles.review.hindsight import USUAL, hindsight

    return hindsight(question.events, question.seat, msgspec.structs.replace(USUAL, should_stop=is_over))


def main() -> None:
    """Compile what has to be compiled, then answer until the input ends."""
    from service.runtime.logging_setup import configure_logging
    from service.runtime.settings import settings

    os.nice(_NICENESS)
    configure_logging(settings())
    serve(answer, _prepare)


def _prepare() -> None:
    from puzzles.making.candidates import KINDS
    from puzzles.making.make import made
    from puzzles.search.precompile import warm

    warm(logging.getLogger("service.engine.search_process").info)
    for kind in KINDS:  # what making puzzles needs beyond the search
        next(made(Random(0), [kind]))


def serve(think: Think, prepare: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker; our input ends with it
    output = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not look like an answer
    prepare()
    _send(output, Ready())
    decoder = msgspec.msgpack.Decoder(Asked)
    while (message := _received()) is not None:
        if message:
            _send(output, _attempted(think, decoder.decode(message)))


def _attempted(think: Think, asked: Asked) -> Message:
    try:
        return think(asked, _is_called)
    except Exception as error:
        return Failed(repr(error), format_exc())


def _is_called() -> bool:
    """Whether somebody wants something else, or nobody is there any more."""
    return bool(select.select([_INPUT], [], [], 0)[0])


def _received() -> bytes | None:
    """The next message; None when there are no more."""
    head = _read(LENGTH.size)
    return None if head is None else _read(LENGTH.unpack(head)[0])


def _read(count: int) -> bytes | None:
    """Byte by byte as many as are asked for and none more: what waits in the input must be seen to wait there."""
    data = b""
    while len(data) < count:
        more = os.read(_INPUT, count - len(data))
        if not more:
            return None
        data += more
    return data


def _send(output: int, message: Message) -> None:
    data = msgspec.msgpack.encode(message)
    data = LENGTH.pack(len(data)) + data
    while data:
        data = data[os.write(output, data) :]


def _again(path: Path) -> None:
    case = msgspec.json.decode(path.read_bytes(), type=Case)
    print(f"It failed with {case.error}")
    print(answer(Asked(case.question, case.seconds), lambda: False))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _again(Path(sys.argv[1]))
    else:
        main()
