"""The public form of puzzles, for downloading: one line of JSON each, as they are stored.

An answer that is not public yet is left out, and the themes with it, since they reveal much of it. The game that a
puzzle comes from is private.
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
