"""A few puzzles of every kind, made once for all tests."""

from functools import cache
from itertools import islice
from random import Random

from puzzles.making.candidates import KINDS
from puzzles.making.make import made
from puzzles.puzzle import Puzzle

EACH = 4


@cache
def samples() -> tuple[Puzzle, ...]:
    return tuple(puzzle for kind in KINDS for puzzle in islice(made(Random(7), [kind]), EACH))
