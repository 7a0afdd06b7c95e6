"""Tables and puzzles as pictures: the drawings, their places and sizes. Pure; `service.pictures` paints them.

Pictures contain no letters: names belong in the text next to a picture.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from domain.dominoes import Domino, Square, dominoes
from domain.grid import Cell
from domain.rules import GameName, Rules
from domain.territory import Territory
from projections.frames import Frame
from projections.table import ShownSquare, ShownTerritory, Table, shown_territory, table

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 40
PLATE: Final = 76  # the height of the row with the chief and the points of a seat
_DIGIT: Final = 34 / 54  # the width of a digit of size 1


class Drawing(NamedTuple):
    """A named piece drawn in a square of this size."""

    name: str
    x: float
    y: float
    size: float


class Soil(NamedTuple):
    """A free cell."""

    x: float
    y: float
    size: float


class Edge(NamedTuple):
    """The outline of a domino."""

    x: float
    y: float
    width: float
    height: float


Mark: TypeAlias = Drawing | Soil | Edge


class Area(NamedTuple):
    """The visible cells of a territory, and the place and size at which the first of them is drawn."""

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
    """Every territory with its chief and points, and a crown for the winners."""
    count = len(shown.seats)
    column = (WIDTH - MARGIN) / count
    size = min(column - MARGIN, HEIGHT - 2 * MARGIN - PLATE)
    top = (HEIGHT - size - PLATE) / 2
    marks: list[Mark] = []
    for at, seat in enumerate(shown.seats):
        left = MARGIN / 2 + at * column + (column - size) / 2
        marks += plate(shown, at, left, top)
        marks += territory_marks(shown.rules.game, at, seat.territory, left, top + PLATE, size)
    return marks


def offer_picture(shown: Table) -> list[Mark]:
    """What the seat to move chooses from: its territory, and the line that is drafted from, with the chiefs on it."""
    size, game = HEIGHT - 2 * MARGIN, shown.rules.game
    seat = shown.seat or 0
    marks = [*territory_marks(game, seat, shown.seats[seat].territory, MARGIN, MARGIN, size)]
    line = shown.next_line or shown.line
    cell = min(160.0, size / max(1, len(line)) - 20)
    for row, slot in enumerate(line):
        x, y = size + 3 * MARGIN, HEIGHT / 2 + (row - len(line) / 2) * (cell + 20) + 10
        marks += _domino(game, dominoes(shown.rules)[slot.domino], x, y, cell)
        if slot.seat is not None:
            marks.append(Drawing(f"{_chief(game)}-{slot.seat}", x + 2 * cell + 10, y, cell))
    return marks


def film_pictures(frames: Sequence[Frame]) -> Iterator[list[Mark]]:
    """The game as a film with one picture per placed domino: the last moment before the next one, and the end."""
    for frame, after in pairwise(frames):
        if _placed(after) > _placed(frame) > 0:
            yield table_picture(table(frame))
    yield table_picture(table(frames[-1]))


def _placed(frame: Frame) -> int:
    return sum(len(land.squares) for land in frame.game.position.territories)


def puzzle_picture(rules: Rules, territory: Territory, numbers: Sequence[int]) -> list[Mark]:
    """The start of a puzzle: the territory, and the dominoes to come in their order."""
    size = HEIGHT - 2 * MARGIN
    marks = [*territory_marks(rules.game, 0, shown_territory(territory), MARGIN, MARGIN, size)]
    rows = max(1, ceil(len(numbers) / 2))
    cell = min(110.0, (size / rows - 20))
    for place, domino in enumerate(numbers):
        column, row = divmod(place, rows)
        x = size + 3 * MARGIN + column * (2 * cell + MARGIN)
        marks += _domino(rules.game, dominoes(rules)[domino], x, HEIGHT / 2 + (row - rows / 2) * (cell + 20) + 10, cell)
    return marks


def plate(shown: Table, seat: int, left: float, top: float, scale: float = 1.0) -> Iterator[Mark]:
    """The chief and the points of a seat, and a crown if it has won."""
    yield Drawing(f"{_chief(shown.rules.game)}-{seat}", left, top, 64 * scale)
    total = shown.seats[seat].score.total
    end = left + 72 * scale + len(str(total)) * _DIGIT * 54 * scale
    yield from number(total, end, top + 6 * scale, 54 * scale)
    if shown.winners is not None and seat in shown.winners:
        yield Drawing("crown", end + 20 * scale, top + 6 * scale, 52 * scale)


def _chief(game: GameName) -> str:
    return "chief" if game == "origins" else "king"


def number(value: int, right: float, top: float, size: float) -> Iterator[Mark]:
    """A number, digit by digit, that ends at `right`."""
    digits = str(value)
    for at, digit in enumerate(digits):
        yield Drawing(f"digit-{digit}", right - (len(digits) - at) * _DIGIT * size, top, size)


def territory_marks(
    game: GameName, seat: int, territory: ShownTerritory, x: float, y: float, size: float
) -> Iterator[Mark]:
    area = _area(territory, x, y, size)
    for cell in _within(area):
        yield Soil(*area.at(cell), area.cell)
    yield Drawing(f"{'hut' if game == 'origins' else 'castle'}-{seat}", *area.at((0, 0)), area.cell)
    for square, half in _halves(territory.squares):
        yield from _square(game, square, half, *area.at(square.at), area.cell)
    yield from _edges(territory.squares, area)


def _area(territory: ShownTerritory, x: float, y: float, size: float) -> Area:
    cells = [(0, 0), *(square.at for square in territory.squares)]
    left, width = _axis([x for x, _ in cells], territory.size)
    top, height = _axis([y for _, y in cells], territory.size)
    return Area(left, top, width, height, x, y, size / max(width, height))


def _axis(values: list[int], size: int) -> tuple[int, int]:
    """The first visible column (or row) and how many are visible: the occupied ones, and room to grow on both sides.

    With columns -1 to 1 occupied, a territory of size 5 shows five columns from -2. An odd rest goes to the left: with
    columns 0 and 1 occupied it shows five columns from -2, two free ones on the left and one on the right.
    """
    first, last = min(values), max(values)
    room = max(0, size - (last - first + 1))
    return first - ceil(room / 2), last - first + 1 + room


def _within(area: Area) -> Iterator[Cell]:
    return ((area.left + x, area.top + y) for y in range(area.height) for x in range(area.width))


def _halves(squares: Iterable[ShownSquare]) -> Iterator[tuple[ShownSquare, int]]:
    """Each square with its half: 0 for the first of its domino in reading order, 1 for the second."""
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


def _printed(game: GameName, square: Square, number: int, x: float, y: float, cell: float) -> Iterator[Mark]:
    """What is printed on the domino: its terrain in one of two drawings, marks, a resource."""
    terrain = f"terrain-{game}-{square.terrain}-{number % 2 + 1}"
    yield Drawing(f"volcano-{square.craters}" if square.craters else terrain, x, y, cell)
    for place in range(square.marks):
        mark = "fire-printed" if game == "origins" else "crown"
        yield Drawing(mark, x + (0.05 + place * 0.25) * cell, y + 0.05 * cell, 0.28 * cell)
    if square.resource:
        yield Drawing(square.resource, x + 0.2 * cell, y + 0.22 * cell, 0.62 * cell)


def _edges(squares: Iterable[ShownSquare], area: Area) -> Iterator[Mark]:
    """An outline around the two squares of each domino."""
    cells: dict[int, list[Cell]] = {}
    for square in squares:
        cells.setdefault(square.domino, []).append(square.at)
    for covered in cells.values():
        (left, top), (right, bottom) = min(covered), max(covered)  # a domino never lies diagonally
        yield Edge(*area.at((left, top)), (right - left + 1) * area.cell, (bottom - top + 1) * area.cell)


def _domino(game: GameName, domino: Domino, x: float, y: float, cell: float) -> Iterator[Mark]:
    yield from _printed(game, domino.a, domino.number, x, y, cell)
    yield from _printed(game, domino.b, domino.number + 1, x + cell, y, cell)
    yield Edge(x, y, 2 * cell, cell)
