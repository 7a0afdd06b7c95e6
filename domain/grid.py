"""Cells and distances on an unbounded grid: geometry only, nothing about dominoes or scores.

x grows to the right, y grows downward, the hut (castle) stands at (0, 0).
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]

Symmetry: TypeAlias = Callable[[Cell], Cell]

CENTRE: Final[Cell] = (0, 0)

# The eight symmetries of a square: rotations and reflections. The first is the identity.
SYMMETRIES: Final[tuple[Symmetry, ...]] = (
    lambda cell: cell,
    lambda cell: (-cell[0], cell[1]),
    lambda cell: (cell[0], -cell[1]),
    lambda cell: (-cell[0], -cell[1]),
    lambda cell: (cell[1], cell[0]),
    lambda cell: (-cell[1], cell[0]),
    lambda cell: (cell[1], -cell[0]),
    lambda cell: (-cell[1], -cell[0]),
)


class Bounds(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with `cell`."""
    x, y = cell
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def around(cell: Cell) -> Iterator[Cell]:
    """The eight cells that share an edge or a corner with `cell`."""
    x, y = cell
    return ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


def distance(start: Cell, end: Cell) -> int:
    """The number of steps between two cells when diagonal steps are allowed."""
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def bounds(cells: Iterable[Cell]) -> Bounds:
    """The smallest box around `cells` and the hut."""
    left = top = right = bottom = 0
    for x, y in cells:
        if x < left:
            left = x
        elif x > right:
            right = x
        if y < top:
            top = y
        elif y > bottom:
            bottom = y
    return Bounds(left, top, right, bottom)


def within(box: Bounds, cell: Cell) -> bool:
    left, top, right, bottom = box
    x, y = cell
    return left <= x <= right and top <= y <= bottom


def groups(cells: Collection[Cell]) -> Iterator[tuple[Cell, ...]]:
    """The edge-connected groups of `cells`, ordered by their first cells, each in reading order."""
    waiting = set(cells)
    for start in sorted(cells, key=reading_order):
        if start not in waiting:
            continue
        waiting.remove(start)
        group = [start]
        for cell in group:
            for near in neighbours(cell):
                if near in waiting:
                    waiting.remove(near)
                    group.append(near)
        yield tuple(sorted(group, key=reading_order))


def reading_order(cell: Cell) -> Cell:
    """The sort key for reading order: row by row from the top, each row from the left."""
    return cell[1], cell[0]
