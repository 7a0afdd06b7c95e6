"""Tables and puzzles as pictures: which drawing goes where, and how large. Pure; `service.pictures` paints them.

There are no letters in them: names belong to the text beside a picture.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from domain.dominoes import Domino, Square, dominoes
from domain.grid import Cell
from domain.rules import GameName, Rules
from domain.territory import Territory
from projections.frames import Frame
from projections.table import ShownSeat, ShownSquare, ShownTerritory, Table, shown_territory, table

WIDTH: Final = 1200
HEIGHT: Final = 630
_MARGIN: Final = 40
_PLATE: Final = 76  # the height of a seat's chief and points
_DIGIT: Final = 34  # the width of one


class Drawing(NamedTuple):
    """A piece, by its name, in a square of this size."""

    name: str
    x: float
    y: float
    size: float


class Soil(NamedTuple):
    """A square that is free."""

    x: float
    y: float
    size: float


class Edge(NamedTuple):
    """The rim of a domino."""

    x: float
    y: float
    width: float
    height: float


Mark: TypeAlias = Drawing | Soil | Edge


class Area(NamedTuple):
    """The cells that are shown of a territory, and where the first of them is drawn how large."""

    left: int
    top: int
    width: int
    height: int
    x: float
    y: float
    cell: float

    def at(self, cell: Cell) -> tuple[float, float]:
        return self.x + (cell[0] - self.left) * self.cell, self.y + (cell[1] - self.top) * self.cell


def table_picture(shown: Table) -> list[Mark]:
    """Every territory with its chief and points; a crown for those who have won."""
    count = len(shown.seats)
    column = (WIDTH - _MARGIN) / count
    size = min(column - _MARGIN, HEIGHT - 2 * _MARGIN - _PLATE)
    top = (HEIGHT - size - _PLATE) / 2
    marks: list[Mark] = []
    for number, seat in enumerate(shown.seats):
        left = _MARGIN / 2 + number * column + (column - size) / 2
        won = shown.winners is not None and number in shown.winners
        marks += _plate(shown.rules.game, number, seat, left, top, is_winner=won)
        marks += _territory(shown.rules.game, number, seat.territory, left, top + _PLATE, size)
    return marks


def film_pictures(frames: Sequence[Frame]) -> Iterator[list[Mark]]:
    """The game as it was built, a picture for each domino: the one before the next is placed, and the last."""
    for frame, after in pairwise(frames):
        if _placed(after) > _placed(frame) > 0:
            yield table_picture(table(frame))
    yield table_picture(table(frames[-1]))


def _placed(frame: Frame) -> int:
    return sum(len(land.squares) for land in frame.game.position.territories)


def puzzle_picture(rules: Rules, territory: Territory, numbers: Sequence[int]) -> list[Mark]:
    """How a puzzle begins: the territory, and the dominoes to come in their order."""
    size = HEIGHT - 2 * _MARGIN
    marks = [*_territory(rules.game, 0, shown_territory(territory), _MARGIN, _MARGIN, size)]
    rows = max(1, -(-len(numbers) // 2))
    cell = min(110.0, (size / rows - 20))
    for place, number in enumerate(numbers):
        column, row = divmod(place, rows)
        x = size + 3 * _MARGIN + column * (2 * cell + _MARGIN)
        marks += _domino(rules.game, dominoes(rules)[number], x, HEIGHT / 2 + (row - rows / 2) * (cell + 20) + 10, cell)
    return marks


def _plate(game: GameName, number: int, seat: ShownSeat, left: float, top: float, *, is_winner: bool) -> Iterator[Mark]:
    yield Drawing(f"{'chief' if game == 'origins' else 'king'}-{number}", left, top, 64)
    digits = str(seat.score.total)
    for at, digit in enumerate(digits):
        yield Drawing(f"digit-{digit}", left + 72 + at * _DIGIT, top + 6, 54)
    if is_winner:
        yield Drawing("crown", left + 92 + len(digits) * _DIGIT, top + 6, 52)


def _territory(game: GameName, seat: int, territory: ShownTerritory, x: float, y: float, size: float) -> Iterator[Mark]:
    area = _area(territory, x, y, size)
    for cell in _within(area):
        yield Soil(*area.at(cell), area.cell)
    yield Drawing(f"{'hut' if game == 'origins' else 'castle'}-{seat}", *area.at((0, 0)), area.cell)
    for square, half in _halves(territory.squares):
        yield from _square(game, square, half, *area.at(square.at), area.cell)
    yield from _edges(territory.squares, area)


def _area(territory: ShownTerritory, x: float, y: float, size: float) -> Area:
    cells = [(0, 0), *(square.at for square in territory.squares)]
    (left, width), (top, height) = (_axis([cell[axis] for cell in cells], territory.size) for axis in (0, 1))
    return Area(left, top, width, height, x, y, size / max(width, height))


def _axis(values: list[int], size: int) -> tuple[int, int]:
    """Where it begins and how long it is, as far as the territory can still grow, half of that on each side."""
    length = max(values) - min(values) + 1
    missing = max(0, size - length)
    return min(values) - -(-missing // 2), length + missing


def _within(area: Area) -> Iterator[Cell]:
    return ((area.left + x, area.top + y) for y in range(area.height) for x in range(area.width))


def _halves(squares: Iterable[ShownSquare]) -> Iterator[tuple[ShownSquare, int]]:
    """Each square, and whether it is the second of its domino."""
    seen: set[int] = set()
    for square in squares:
        yield square, int(square.domino in seen)
        seen.add(square.domino)


def _square(game: GameName, square: ShownSquare, half: int, x: float, y: float, cell: float) -> Iterator[Mark]:
    yield from _printed(game, square, square.domino + half, x, y, cell)
    if square.caveman:
        yield Drawing(f"caveman-{square.caveman}", x + 0.1 * cell, y + 0.12 * cell, 0.8 * cell)
    if square.fire:
        yield Drawing(f"fire-token-{square.fire}", x + 0.18 * cell, y + 0.18 * cell, 0.64 * cell)


def _printed(
    game: GameName, square: ShownSquare | Square, number: int, x: float, y: float, cell: float
) -> Iterator[Mark]:
    """What is on the domino itself: its ground in one of two drawings, marks, a resource."""
    terrain = f"terrain-{game}-{square.terrain}-{number % 2 + 1}"
    yield Drawing(f"volcano-{square.craters}" if square.craters else terrain, x, y, cell)
    for place in range(square.marks):
        mark = "fire-printed" if game == "origins" else "crown"
        yield Drawing(mark, x + (0.05 + place * 0.25) * cell, y + 0.05 * cell, 0.28 * cell)
    if square.resource:
        yield Drawing(square.resource, x + 0.2 * cell, y + 0.22 * cell, 0.62 * cell)


def _edges(squares: Iterable[ShownSquare], area: Area) -> Iterator[Mark]:
    cells: dict[int, list[Cell]] = {}
    for square in squares:
        cells.setdefault(square.domino, []).append(square.at)
    for found in cells.values():
        (left, top), (right, bottom) = (tuple(map(end, zip(*found, strict=True))) for end in (min, max))
        yield Edge(*area.at((left, top)), (right - left + 1) * area.cell, (bottom - top + 1) * area.cell)


def _domino(game: GameName, domino: Domino, x: float, y: float, cell: float) -> Iterator[Mark]:
    yield from _printed(game, domino.a, domino.number, x, y, cell)
    yield from _printed(game, domino.b, domino.number + 1, x + cell, y, cell)
    yield Edge(x, y, 2 * cell, cell)
