"""The territory of a seat: where dominoes fit (O3), and its regions (O7)."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

import msgspec

from domain.dominoes import Domino, Square
from domain.errors import Reason
from domain.grid import CENTRE, Bounds, Cell, bounds, groups, neighbours, within
from domain.pieces import Terrain

Placement = tuple[Cell, Cell]  # where a domino's first and second square go
MarkedCells = tuple[tuple[Cell, int], ...]  # cells, each with the marks of its square

APART: Final = Reason("apart", "O3", "The two squares of a domino must lie side by side.")
OCCUPIED: Final = Reason("occupied", "O3", "A domino goes on free cells only.")
TOO_LARGE: Final = Reason("too_large", "O3", "The territory would grow beyond {size} × {size} cells.")
NO_MATCH: Final = Reason(
    "no_match", "O3", "At least one square must touch the hut or castle, or a square of its own terrain."
)


class Territory(msgspec.Struct, frozen=True, gc=False):
    """The squares placed so far; the hut at (0, 0) is not among them."""

    size: int
    squares: dict[Cell, Square] = {}

    @property
    def is_complete(self) -> bool:
        return len(self.squares) == self.size * self.size - 1

    @property
    def is_centred(self) -> bool:
        """O14: the bounding box is size × size and the hut is its centre; holes are allowed."""
        half = self.size // 2
        return bounds(self.squares) == Bounds(-half, -half, half, half)


class Region(msgspec.Struct, frozen=True):
    terrain: Terrain
    cells: tuple[Cell, ...]
    marks: int  # printed fires or crowns, plus the fires of tokens


def place(territory: Territory, domino: Domino, a: Cell, b: Cell) -> Territory:
    return Territory(territory.size, {**territory.squares, a: domino.a, b: domino.b})


def change(territory: Territory, squares: dict[Cell, Square]) -> Territory:
    """The territory with these squares replaced."""
    return Territory(territory.size, {**territory.squares, **squares})


def misfit(territory: Territory, domino: Domino, a: Cell, b: Cell) -> Reason | None:
    """Why `domino` cannot be placed with its first square on `a` and its second on `b`, or None if it can."""
    if b not in neighbours(a):
        return APART
    if not (_is_free(territory, a) and _is_free(territory, b)):
        return OCCUPIED
    reach = _reach(territory)
    if not (within(reach, a) and within(reach, b)):
        return TOO_LARGE.about(size=territory.size)
    if not (_meets(territory, a, domino.a.terrain) or _meets(territory, b, domino.b.terrain)):
        return NO_MATCH
    return None


def _is_free(territory: Territory, cell: Cell) -> bool:
    return cell != CENTRE and cell not in territory.squares


def _meets(territory: Territory, cell: Cell, terrain: Terrain) -> bool:
    for near in neighbours(cell):
        if near == CENTRE:
            return True
        square = territory.squares.get(near)
        if square is not None and square.terrain == terrain:
            return True
    return False


def placements(territory: Territory, domino: Domino) -> Iterator[Placement]:
    """Every placement of `domino`, each once, lazily and in no particular order."""
    squares, reach = territory.squares, _reach(territory)
    tried: set[Cell] = set()  # cells where the first square matches: every placement with it there was generated
    for a in _openings(territory, domino.a.terrain):
        if within(reach, a):
            tried.add(a)
            for b in neighbours(a):
                if b != CENTRE and b not in squares and within(reach, b):
                    yield a, b
    for b in _openings(territory, domino.b.terrain):
        if within(reach, b):
            for a in neighbours(b):
                if a != CENTRE and a not in squares and a not in tried and within(reach, a):
                    yield a, b


def _openings(territory: Territory, terrain: Terrain) -> Iterator[Cell]:
    """The free cells where a square of `terrain` would touch the hut or its own terrain."""
    squares = territory.squares
    seen = {CENTRE}
    for cell in chain(reversed(squares), (CENTRE,)):  # what was placed last is at the border, where cells are free
        if cell == CENTRE or squares[cell].terrain == terrain:
            for near in neighbours(cell):
                if near not in squares and near not in seen:
                    seen.add(near)
                    yield near


def _reach(territory: Territory) -> Bounds:
    """The cells that a square can lie on without making the territory too large. The two of a domino are neighbours, so
    they never extend it on opposite sides: each can be asked for by itself."""
    left, top, right, bottom = bounds(territory.squares)
    more = territory.size - 1
    return Bounds(right - more, bottom - more, left + more, top + more)


def holes(territory: Territory) -> frozenset[Cell]:
    """The free cells within reach that nothing can be laid on any more: none of their neighbours is free and within
    reach. They all lie inside the bounding box, because beyond it free cells lie side by side."""
    squares, box, reach = territory.squares, bounds(territory.squares), _reach(territory)

    def is_open(cell: Cell) -> bool:
        return cell not in squares and cell != CENTRE and within(reach, cell)

    inside = ((x, y) for y in range(box.top, box.bottom + 1) for x in range(box.left, box.right + 1))
    free = (cell for cell in inside if cell not in squares and cell != CENTRE)
    return frozenset(cell for cell in free if not any(map(is_open, neighbours(cell))))


def regions(territory: Territory) -> Iterator[Region]:
    """O7: the edge-connected areas of one terrain. The hut belongs to none of them."""
    for terrain, marked in marked_cells(territory):
        yield from regions_of(terrain, marked)


def marked_cells(territory: Territory) -> list[tuple[Terrain, MarkedCells]]:
    """The cells of each terrain, with their marks: on these alone its regions depend."""
    by_terrain: dict[Terrain, list[tuple[Cell, int]]] = {}
    for cell, square in territory.squares.items():
        by_terrain.setdefault(square.terrain, []).append((cell, square.marks + square.fire))
    return [(terrain, tuple(by_terrain[terrain])) for terrain in sorted(by_terrain)]


def regions_of(terrain: Terrain, marked: MarkedCells) -> Iterator[Region]:
    marks_on = dict(marked)
    for cells in groups(marks_on):
        yield Region(terrain, cells, sum(marks_on[cell] for cell in cells))


def marks(square: Square) -> int:
    """The printed fires or crowns, or the fires of a token: a square never has both (O5)."""
    return square.marks + square.fire
