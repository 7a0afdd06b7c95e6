"""The puzzles that are shipped with the code, so that there are some before any can be made."""

from functools import cache
from importlib import resources
from typing import Final

from puzzles.puzzle import Puzzle, from_json

FILE: Final = "puzzles.ndjson"


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """All of them, the easiest first."""
    lines = resources.files("puzzles.shipped.catalogue").joinpath(FILE).read_bytes().splitlines()
    return tuple(map(from_json, lines))
