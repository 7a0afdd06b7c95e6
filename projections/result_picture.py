"""The result of a finished game as a picture: the territories, and beside them the points of every seat by item."""

from collections.abc import Iterator
from math import ceil
from typing import Final

from projections.picture import HEIGHT, MARGIN, PLATE, WIDTH, Drawing, Edge, Mark, number, plate, territory_marks
from projections.sheet import SheetRow
from projections.table import Table

_ICONS: Final = 60  # the width of the column with the drawings of the items
_POINTS: Final = 86  # the width of the column of a seat
_MOST_ROW: Final = 52.0  # the height of a row, if there are only a few


def result_picture(shown: Table) -> list[Mark]:
    sheet_width = _ICONS + len(shown.seats) * _POINTS
    left = WIDTH - MARGIN - sheet_width
    return [*_territories(shown, left - MARGIN), *_sheet(shown, left, sheet_width)]


def _territories(shown: Table, right: float) -> Iterator[Mark]:
    """The seats in a row, four of them in two rows."""
    count = len(shown.seats)
    columns, scale = (2, 0.75) if count == 4 else (count, 1.0 if count == 2 else 0.9)
    rows, head, gap = ceil(count / columns), PLATE * scale, MARGIN / 2
    wide = (right - MARGIN - (columns - 1) * gap) / columns
    high = (HEIGHT - 2 * MARGIN - (rows - 1) * gap) / rows - head
    size = min(wide, high)
    top = (HEIGHT - rows * (size + head) - (rows - 1) * gap) / 2
    spare = (right - MARGIN - columns * size - (columns - 1) * gap) / (columns + 1)
    for seat, shown_seat in enumerate(shown.seats):
        row, column = divmod(seat, columns)
        x = MARGIN + spare + column * (size + gap + spare)
        y = top + row * (size + head + gap)
        yield from plate(shown, seat, x, y, scale)
        yield from territory_marks(shown.rules.game, seat, shown_seat.territory, x, y + head, size)


def _sheet(shown: Table, left: float, width: float) -> Iterator[Mark]:
    items = shown.sheet or ()
    row = min(_MOST_ROW, (HEIGHT - 2 * MARGIN) / (len(items) + 2))
    top = (HEIGHT - row * (len(items) + 2)) / 2
    columns = [left + _ICONS + (seat + 1) * _POINTS for seat in range(len(shown.seats))]
    chief = "chief" if shown.rules.game == "origins" else "king"
    for seat, right in enumerate(columns):
        yield Drawing(f"{chief}-{seat}", right - row, top, 0.94 * row)
    for place, item in enumerate(items, 1):
        yield Drawing(_drawing(shown, item), left, top + (place + 0.06) * row, 0.88 * row)
        for points, right in zip(item.points, columns, strict=True):
            if points:
                yield from number(points, right, top + (place + 0.14) * row, 0.72 * row)
    end = top + (len(items) + 1) * row
    yield Edge(left, end, width + 10, row)
    for seat, right in enumerate(columns):
        yield from number(shown.seats[seat].score.total, right, end + 0.08 * row, 0.84 * row)


def _drawing(shown: Table, item: SheetRow) -> str:
    """The piece that stands for an item, since pictures contain no letters."""
    home = "hut-0" if shown.rules.game == "origins" else "castle-0"
    match item.kind:
        case "region":
            return f"terrain-{shown.rules.game}-{item.name}-1"
        case "horde":
            return "caveman-oafish_warrior"
        case "resource":
            return item.name
        case "bonus":
            return home if item.name in ("empire_of_fire", "middle_kingdom") else "domino-back"
        case _:
            return f"{item.kind}-{item.name}"
