"""A search process: answers the questions of a worker with the compiled engine.

`python -m service.engine.search_process FILE` repeats a failed question from the file in which it was saved.
"""

import logging
import os
import sys
from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final, assert_never

import msgspec

from domain.notation.positions import read_position
from domain.step_events import step_events
from puzzles.bots.choose import choose
from puzzles.making.candidates import KINDS, candidates
from puzzles.making.from_games import mined
from puzzles.making.make import made, make
from puzzles.puzzle import to_json
from puzzles.review.hindsight import USUAL, hindsight
from puzzles.review.review import Hindsight, Review
from puzzles.search.best import best_moves
from puzzles.search.budget import Budget
from puzzles.search.compare import compared
from puzzles.search.explain import explain
from puzzles.search.precompile import warm
from service.engine.question_server import serve
from service.engine.questions import (
    Case,
    Choose,
    Chosen,
    Compare,
    Explain,
    Explained,
    LookBack,
    LookedBack,
    Made,
    Make,
    Message,
    Mine,
    Rank,
    Ranked,
    TimedQuestion,
)
from service.runtime.logging_setup import configure_logging
from service.runtime.settings import settings

_NICENESS: Final = 5  # web requests and the server of the log go first


def answer(timed: TimedQuestion, is_stopped: Callable[[], bool]) -> Message:
    """The answer within the time allowed, or earlier when the search is stopped."""
    begin, question = perf_counter(), timed.question

    def is_over() -> bool:
        return perf_counter() - begin > timed.seconds or is_stopped()

    if isinstance(question, Make | Mine):
        return Made(list(_made(question, is_over)))
    if isinstance(question, LookBack):
        return LookedBack(_hindsight(question, is_over))
    return _about_a_position(question, is_over, begin)


def _about_a_position(
    question: Rank | Compare | Explain | Choose, is_over: Callable[[], bool], begin: float
) -> Message:
    position = read_position(question.position)
    match question:
        case Rank(_, playouts, seed):
            choices = best_moves(position, Budget(playouts, is_over), Random(seed))
            return Ranked(choices, perf_counter() - begin)
        case Compare(_, playouts, seed, played):
            choices = compared(position, played, Budget(playouts, is_over), Random(seed))
            return Ranked(choices, perf_counter() - begin)
        case Explain(_, playouts, seed, best, other):
            return Explained(explain(position, best, other, Budget(playouts, is_over), Random(seed)))
        case Choose(_, level, seed):
            step = choose(position, level, Random(seed), is_over)
            step_events(position, step)  # a step that the rules refuse is a failure, not the bot's move
            return Chosen(step)
        case _ as never:
            assert_never(never)


def _made(question: Make | Mine, is_over: Callable[[], bool]) -> Iterator[str]:
    """The puzzles as lines of JSON."""
    if isinstance(question, Make):
        drafts = candidates(Random(question.seed))
    else:
        review = Review(0, question.decisions, [])
        drafts = mined(question.events, review, question.game, question.seats)
    in_time = takewhile(lambda _: not is_over(), drafts)
    puzzles = (puzzle for candidate in in_time if (puzzle := make(candidate)) is not None)
    return (to_json(puzzle).decode() for puzzle in islice(puzzles, question.most))


def _hindsight(question: LookBack, is_over: Callable[[], bool]) -> Hindsight:
    return hindsight(question.events, question.seat, msgspec.structs.replace(USUAL, should_stop=is_over))


def main() -> None:
    """Compiles what has to be compiled, then answers until the input ends."""
    os.nice(_NICENESS)
    configure_logging(settings())
    serve(answer, _prepare)


def _prepare() -> None:
    warm(logging.getLogger("service.engine.search_process").info)
    for kind in KINDS:  # what making puzzles needs beyond the search
        next(made(Random(0), [kind]))


def _repeat(path: Path) -> None:
    """Asks a failed question again."""
    case = msgspec.json.decode(path.read_bytes(), type=Case)
    print(f"It failed with {case.error}")
    print(answer(TimedQuestion(case.question, case.seconds), lambda: False))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _repeat(Path(sys.argv[1]))
    else:
        main()
