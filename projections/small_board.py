"""A territory in letters, as small boards in lists show it."""

from typing import Final

from domain.grid import CENTRE, bounds
from domain.pieces import Terrain
from domain.territory import Territory

_HOME: Final = "*"  # the hut or castle
_FREE: Final = "."
_LETTERS: Final[dict[Terrain, str]] = {
    "desert": "d",
    "grassland": "g",
    "lake": "l",
    "jungle": "j",
    "quarry": "q",
    "volcano": "v",
    "wheat": "w",
    "forest": "f",
    "swamp": "s",
    "mine": "m",
}


def small_board(territory: Territory) -> str:
    """The rows from the top, divided by `/`: a letter for the terrain of each square, a capital where fires or crowns
    are. What is not built is shown only as far as the territory reaches."""
    squares, box = territory.squares, bounds(territory.squares)
    written = {at: _letter(square.terrain, square.marks + square.fire) for at, square in squares.items()}
    written[CENTRE] = _HOME
    columns = range(box.left, box.right + 1)
    return "/".join("".join(written.get((x, y), _FREE) for x in columns) for y in range(box.top, box.bottom + 1))


def _letter(terrain: Terrain, marks: int) -> str:
    return _LETTERS[terrain].upper() if marks else _LETTERS[terrain]
