"""Puzzles for everybody to take along, one line of JSON each, as they are stored.

Where an answer is not public yet it is left out, and with it the themes, for they tell much of it. Which game a puzzle
comes from is nobody's business.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from puzzles.puzzle import Puzzle, StoredPuzzle, stored

_PRIVATE: Final = ("game", "seat", "seq")
_SECRET: Final = ("answer", "themes")


def dump(puzzles: Iterable[tuple[Puzzle, bool]]) -> Iterator[bytes]:
    """Puzzles, each with whether its answer is public."""
    encoder = msgspec.json.Encoder()
    for puzzle, is_public in puzzles:
        yield encoder.encode(_shown(stored(puzzle), is_public)) + b"\n"


def _shown(puzzle: StoredPuzzle, is_public: bool) -> dict[str, object]:
    hidden = _PRIVATE if is_public else _PRIVATE + _SECRET
    fields = msgspec.to_builtins(puzzle)
    return {**{name: fields[name] for name in fields if name not in hidden}, "answer_is_public": is_public}
