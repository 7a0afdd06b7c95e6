"""Territories drawn as text, so that a test shows the board it speaks of.

One row of squares per line, the squares apart by blanks:

    .          nothing yet
    hut        the hut; `castle` means the same. Every drawing has one, and it is the cell (0, 0)
    D G L J Q  desert, grassland, lake, jungle, quarry; Kingdomino has W F L G S M: wheat, forest, lake,
               grassland, swamp, mine. L and G mean the same in both, so the drawing need not name its game
    G1         one printed fire, or crown
    V2         a volcano of two craters
    Gr         the square carries its resource: a mammoth on grassland, fish, mushroom, flint on L, J, Q
    J*2        a token of two fires
    D+hunter   a caveman

In this order: `L1r*2+fisher` would be a lake with one of each. Drawn squares belong to no domino (number 0).
"""

import re
from typing import Final, cast

from domain.dominoes import Square
from domain.grid import Cell
from domain.pieces import CAVEMEN, Caveman, Resource, Terrain
from domain.territory import Territory

_SQUARE: Final = re.compile(r"([A-Z])(\d?)(r?)(?:\*(\d))?(?:\+(\w+))?")
_HUTS: Final = ("hut", "castle")
_TERRAINS: Final[dict[str, Terrain]] = {
    "D": "desert",
    "G": "grassland",
    "L": "lake",
    "J": "jungle",
    "Q": "quarry",
    "V": "volcano",
    "W": "wheat",
    "F": "forest",
    "S": "swamp",
    "M": "mine",
}
_RESOURCES: Final[dict[str, Resource]] = {"G": "mammoth", "L": "fish", "J": "mushroom", "Q": "flint"}


def territory(drawing: str, size: int = 5) -> Territory:
    """The territory of this drawing."""
    drawn = {
        (x, y): text
        for y, row in enumerate(line for line in drawing.splitlines() if line.strip())
        for x, text in enumerate(row.split())
    }
    [(left, top)] = [cell for cell, text in drawn.items() if text in _HUTS]
    squares: dict[Cell, Square] = {
        (x - left, y - top): _square(text) for (x, y), text in drawn.items() if text not in (*_HUTS, ".")
    }
    return Territory(size, squares)


def _square(text: str) -> Square:
    match = _SQUARE.fullmatch(text)
    if match is None or match[5] not in (None, *CAVEMEN):
        raise ValueError(f"{text} is no square")
    letter, number = match[1], int(match[2] or 0)
    marks, craters = (0, number) if letter == "V" else (number, 0)
    resource = _RESOURCES[letter] if match[3] else None
    caveman = cast(Caveman | None, match[5])
    return Square(0, _TERRAINS[letter], marks, craters, resource, int(match[4] or 0), caveman)
