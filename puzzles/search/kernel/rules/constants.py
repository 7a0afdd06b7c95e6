"""Numbers for the words of the rules, and what can be worked out once: the dominoes, and the cells around each cell."""

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.dominoes import Square, dominoes
from domain.grid import Cell
from domain.pieces import CAVEMEN, RESOURCES, TOTEM_POINTS, WARRIOR_POWER, Caveman, Terrain
from domain.rules import Rules
from puzzles.search.kernel.rules.bits import CELLS, REACH, STRIDE, WORDS

Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int8]

# The terrains that carry resources have the numbers of their resources; a volcano has the last.
ORIGINS: Final[tuple[Terrain, ...]] = ("grassland", "lake", "jungle", "quarry", "desert", "volcano")
KINGDOMINO: Final[tuple[Terrain, ...]] = ("wheat", "forest", "lake", "grassland", "swamp", "mine")
TERRAINS: Final = len(ORIGINS)
VOLCANO: Final = ORIGINS.index("volcano")

# Cavemen are numbered from 1 (0 is none). Warriors come last: their numbers are those with the fourth bit.
TRIBE: Final[tuple[Caveman, ...]] = tuple(CAVEMEN)
HUNTER, FISHER, GATHERER, SCULPTOR, PAINTER, FIRE_LADY, SHAMAN, WARRIOR = range(1, 9)
assert TRIBE[WARRIOR - 1 :] == tuple(WARRIOR_POWER)
assert tuple(WARRIOR_POWER.values()) == (1, 2, 3)
PILE: Final = sum(CAVEMEN.values())

TOTEM_WORTH: Final[Numbers] = np.array([TOTEM_POINTS[kind] for kind in RESOURCES], np.int8)

# The three boxes, and for each square of a domino its terrain, printed marks, craters and whether it has a resource.
BOX_OF_KINGDOMINO, BOX_OF_ORIGINS, BARE_BOX = range(3)
TERRAIN, MARKS, CRATERS, RESOURCE = range(4)


def box_number(rules: Rules) -> int:
    if rules.game == "kingdomino":
        return BOX_OF_KINGDOMINO
    return BOX_OF_ORIGINS if rules.has_resources else BARE_BOX


def _square(terrains: tuple[Terrain, ...], square: Square) -> tuple[int, int, int, int]:
    return terrains.index(square.terrain), square.marks, square.craters, square.resource is not None


def _boxes() -> Numbers:
    boxes = np.zeros((3, 49, 2, 4), np.int8)
    for rules in (Rules("kingdomino", 4), Rules("origins", 4, "tribe"), Rules("origins", 4, "discovery")):
        terrains = KINGDOMINO if rules.game == "kingdomino" else ORIGINS
        for number, domino in dominoes(rules).items():
            boxes[box_number(rules), number] = _square(terrains, domino.a), _square(terrains, domino.b)
    return boxes


SQUARES: Final[Numbers] = _boxes()


def cell_number(cell: Cell) -> int:
    return (cell[1] + REACH) * STRIDE + cell[0] + REACH


def cell_at(number: int) -> Cell:
    return int(number) % STRIDE - REACH, int(number) // STRIDE - REACH


def board(cells: Iterable[Cell]) -> Words:
    words = [0] * WORDS
    for cell in cells:
        number = cell_number(cell)
        words[number >> 6] |= 1 << (number & 63)
    return np.array(words, np.uint64)


_SPAN: Final = range(-REACH, REACH + 1)
_GRID: Final = [(x, y) for y in _SPAN for x in _SPAN]


def _stripes(axis: int) -> Words:
    """For each first and last column (axis 0) or row (axis 1), counted from 0, the cells between them."""
    stripes = np.zeros((len(_SPAN), len(_SPAN), WORDS), np.uint64)
    for low in _SPAN:
        for high in _SPAN:
            stripes[low + REACH, high + REACH] = board(cell for cell in _GRID if low <= cell[axis] <= high)
    return stripes


COLUMNS: Final[Words] = _stripes(0)
ROWS: Final[Words] = _stripes(1)


def _squares_around(reach: int) -> Words:
    """For each cell the others within this many steps, diagonal ones included."""
    near = np.zeros((CELLS, WORDS), np.uint64)
    for x, y in _GRID:
        span = range(-reach, reach + 1)
        cells = [(x + dx, y + dy) for dx in span for dy in span if dx or dy]
        near[cell_number((x, y))] = board(cell for cell in cells if max(map(abs, cell)) <= REACH)
    return near


AROUND: Final[Words] = np.stack([_squares_around(reach) for reach in range(4)])
