"""The windows in which a territory may end: size × size cells with the hut somewhere inside (O3)."""

from collections.abc import Iterator

import msgspec

from domain.dominoes import Square
from domain.grid import SYMMETRIES, Cell, Symmetry, bounds
from domain.territory import Territory
from puzzles.search.exact.cells import STRIDE


class Window(msgspec.Struct, frozen=True, order=True):
    """A window by how many of its rows lie above the hut and how many of its columns left of it."""

    above: int
    before: int
    size: int

    @property
    def hut(self) -> int:
        return self.number((0, 0))

    @property
    def is_centred(self) -> bool:
        return self.above == self.before == self.size // 2

    def number(self, cell: Cell) -> int:
        return (cell[1] + self.above) * STRIDE + cell[0] + self.before

    def cell(self, number: int) -> Cell:
        return number % STRIDE - self.before, number // STRIDE - self.above

    def cells(self) -> Iterator[int]:
        return (row * STRIDE + column for row in range(self.size) for column in range(self.size))

    def turned(self, turn: Symmetry) -> "Window":
        """The window to which a symmetry about the hut takes this one."""
        last = self.size - 1
        corners = [turn(corner) for corner in ((-self.before, -self.above), (last - self.before, last - self.above))]
        return Window(-min(y for _, y in corners), -min(x for x, _ in corners), self.size)


def windows(territory: Territory) -> list[Window]:
    """Every window in which the territory may end, those around the hut first."""
    left, top, right, bottom = bounds(territory.squares)
    size = territory.size
    possible = [
        Window(above, before, size) for above in range(-top, size - bottom) for before in range(-left, size - right)
    ]
    return sorted(possible, key=lambda window: (abs(window.above - size // 2) + abs(window.before - size // 2), window))


def different_windows(territory: Territory) -> list[Window]:
    """The same, but only one of those that symmetries of the territory take to each other."""
    seen: set[Window] = set()
    different: list[Window] = []
    turns = symmetries(territory)
    for window in windows(territory):
        if window not in seen:
            different.append(window)
            seen.update(window.turned(turn) for turn in turns)
    return different


def symmetries(territory: Territory) -> list[Symmetry]:
    """The turns and mirrorings after which the territory looks the same."""
    seen = {cell: _face(square) for cell, square in territory.squares.items()}
    return [turn for turn in SYMMETRIES if {turn(cell): face for cell, face in seen.items()} == seen]


def _face(square: Square) -> Square:
    """What one sees of a square: not to which domino it belongs."""
    return msgspec.structs.replace(square, domino=0)
