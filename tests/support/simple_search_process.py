"""A search process without an engine: it ranks moves in the order of the rules, and misbehaves as its arguments say.

`slow:SECONDS` searches for that long, unless it is stopped; `raise` fails; `hang` never answers; `die` ends its
process; `die_once:FILE` and `raise_once:FILE` do so only if FILE does not exist, and create it. `note:FILE` writes a
line for each question, and `pid:FILE` the process that received it. `ready_when:FILE` is ready
only when FILE exists.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from domain.legal import legal
from domain.notation.positions import read_position
from puzzles.review.review import Hindsight
from puzzles.search.benefit import Benefit, own_item
from puzzles.search.budget import Choice
from service.engine.question_server import serve
from service.engine.questions import (
    Choose,
    Chosen,
    Explain,
    Explained,
    LookBack,
    LookedBack,
    Made,
    Make,
    Message,
    Mine,
    Ranked,
    TimedQuestion,
)

COMMAND = (sys.executable, "-m", "tests.support.simple_search_process")


def think(timed: TimedQuestion, is_stopped: Callable[[], bool]) -> Message:
    begin = time.perf_counter()
    for word in sys.argv[1:]:
        _misbehave(*word.partition(":")[::2], timed, is_stopped)
    question = timed.question
    if isinstance(question, Make | Mine):
        return Made([])
    if isinstance(question, LookBack):
        return LookedBack(Hindsight(question.seat, 50, 60, ""))
    position = read_position(question.position)
    steps = legal(position)
    if isinstance(question, Choose):
        return Chosen(Random(question.seed).choice(steps))
    if isinstance(question, Explain):
        gain = question.best.lead - question.other.lead
        return Explained(Benefit(gain, 0.1, question.playouts, [own_item("order", gain, 0.1)], False))
    choices = [Choice(step, -float(number), 50.0, 0.5, 0.1, question.playouts) for number, step in enumerate(steps)]
    return Ranked(choices, time.perf_counter() - begin)


def _misbehave(what: str, how: str, timed: TimedQuestion, is_stopped: Callable[[], bool]) -> None:
    match what:
        case "slow":
            end = time.perf_counter() + min(float(how), timed.seconds)
            while time.perf_counter() < end and not is_stopped():
                time.sleep(0.005)
        case "hang":
            time.sleep(1000)
        case "raise":
            raise ValueError("a cosmic ray")
        case "die":
            os._exit(7)
        case "die_once" | "raise_once":
            if not Path(how).exists():
                Path(how).touch()
                _misbehave(what.removesuffix("_once"), "", timed, is_stopped)
        case "note":
            with Path(how).open("a") as notes:
                notes.write(f"{type(timed.question).__name__} {getattr(timed.question, 'playouts', '')}\n")
        case "pid":
            with Path(how).open("a") as pids:
                pids.write(f"{os.getpid()}\n")
        case _:
            assert what == "ready_when", what


def _prepare() -> None:
    for word in sys.argv[1:]:
        what, _, how = word.partition(":")
        while what == "ready_when" and not Path(how).exists():
            time.sleep(0.005)


if __name__ == "__main__":
    serve(think, _prepare)
