"""The puzzles that are there from the first second, whether or not anything can be made."""

from functools import cache
from importlib import resources
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from puzzles.puzzle import Puzzle, from_json, to_json

FILE: Final = "puzzles.ndjson"
_DRAWN: Final = 6  # times as many are made as are kept, so that they can be easy and hard


@cache
def stock() -> tuple[Puzzle, ...]:
    """All of them, the easiest first."""
    lines = resources.files("puzzles.shipped.catalogue").joinpath(FILE).read_bytes().splitlines()
    return tuple(map(from_json, lines))


def write(path: Path, rng: Random, of_a_kind: int = 10) -> None:
    """Makes the stock anew, as many of each kind from easy to hard, and writes it to a file."""
    # Here, because the compiler behind it takes a second to come, and readers do without.
    from puzzles.making.candidates import KINDS
    from puzzles.making.make import made

    chosen: list[Puzzle] = []
    for kind in KINDS:
        drawn = sorted(islice(made(rng, [kind]), of_a_kind * _DRAWN), key=_ease)
        chosen += drawn[_DRAWN // 2 :: _DRAWN]
    path.write_bytes(b"".join(to_json(puzzle) + b"\n" for puzzle in sorted(chosen, key=_ease)))


def _ease(puzzle: Puzzle) -> float:
    return puzzle.difficulty
