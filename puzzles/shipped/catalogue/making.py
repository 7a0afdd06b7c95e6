"""Makes the catalogue of shipped puzzles."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from puzzles.making.candidates import KINDS
from puzzles.making.make import made
from puzzles.puzzle import Puzzle, to_json

_DRAWN: Final = 6  # puzzles made for each one kept, so that there are easy and hard ones to choose from


def write_catalogue(path: Path, rng: Random, of_a_kind: int = 10) -> None:
    """Makes `of_a_kind` puzzles of each kind, from easy to hard, and writes them to a file."""
    chosen: list[Puzzle] = []
    for kind in KINDS:
        drawn = sorted(islice(made(rng, [kind]), of_a_kind * _DRAWN), key=_difficulty)
        chosen += drawn[_DRAWN // 2 :: _DRAWN]
    path.write_bytes(b"".join(to_json(puzzle) + b"\n" for puzzle in sorted(chosen, key=_difficulty)))


def _difficulty(puzzle: Puzzle) -> float:
    return puzzle.difficulty
