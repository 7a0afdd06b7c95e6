"""How many puzzles are accepted in a minute, with all that is put aside on the way: time of one core."""

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from time import process_time

from puzzles.making.candidates import KINDS, Kind
from puzzles.making.make import made
from tests.tools.bench.measure import Ratio

COUNTS = (5, 6)  # dominoes
PUZZLES = 600
TARGET = 1000


def figures() -> Iterator[Ratio]:
    for kind in KINDS:
        next(made(Random(1), [kind], COUNTS))  # compiles what has to be compiled
    what = f"puzzles accepted in a minute, 5 to 6 dominoes, greedy gap ≥ 3, one core, all {len(KINDS)} kinds"
    yield Ratio(what, _speed(KINDS, PUZZLES), unit="/min", at_least=TARGET)
    for kind in KINDS:
        yield Ratio(f"the same, {kind}", _speed([kind], PUZZLES // len(KINDS)), unit="/min")


def _speed(kinds: Sequence[Kind], count: int) -> float:
    begin = process_time()
    accepted = list(islice(made(Random(2), kinds, COUNTS), count))
    assert min(puzzle.answer.optimum - puzzle.answer.greedy for puzzle in accepted) >= 3
    return 60 * count / (process_time() - begin)
