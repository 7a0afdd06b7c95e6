"""A territory as text: its dominoes as they were placed, then what changed on them.

`*2d6` is a token of two fires on d6, `-c4` a resource gone from c4, `+hunter@d5` a caveman on d5.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, cast

from msgspec.structs import replace

from domain.commands import PlaceDomino
from domain.dominoes import Dominoes, Square
from domain.errors import Reason, Unreadable
from domain.grid import CENTRE, Cell, neighbours, reading_order
from domain.notation.cells import CELL, cell_name, read_cell
from domain.notation.moves import read_move, write_move
from domain.pieces import CAVEMEN, Caveman
from domain.territory import Territory, change, place

NOT_OF_A_TERRITORY: Final = Reason("not_of_a_territory", "", "{word!r} is not part of a territory")
NOT_ON_FREE_CELLS: Final = Reason("not_on_free_cells", "", "{word!r} does not lie on two free cells side by side")
NO_SQUARE: Final = Reason("no_square", "", "there is no square at {cell}")

_FIRE: Final = re.compile(rf"\*([1-3])({CELL})")
_GONE: Final = re.compile(rf"-({CELL})")
_CAVEMAN: Final = re.compile(rf"\+({'|'.join(CAVEMEN)})@({CELL})")


def write_territory(box: Dominoes, territory: Territory) -> list[str]:
    return [*_placements(box, territory), *_changes(box, territory)]


def _placements(box: Dominoes, territory: Territory) -> Iterator[str]:
    cells: dict[int, list[Cell]] = {}
    for cell in sorted(territory.squares, key=reading_order):
        cells.setdefault(territory.squares[cell].domino, []).append(cell)
    for number, (first, second) in sorted(cells.items()):
        # If both squares look the same, the first in reading order counts as the domino's first square.
        is_first = _is_printed(territory.squares[first], box[number].a)
        yield write_move(PlaceDomino(number, first, second) if is_first else PlaceDomino(number, second, first))


def _is_printed(square: Square, printed: Square) -> bool:
    return (square.terrain, square.marks, square.craters) == (printed.terrain, printed.marks, printed.craters)


def _changes(box: Dominoes, territory: Territory) -> Iterator[str]:
    for cell in sorted(territory.squares, key=reading_order):
        square = territory.squares[cell]
        if square.fire:
            yield f"*{square.fire}{cell_name(cell)}"
        elif square.caveman:
            yield f"+{square.caveman}@{cell_name(cell)}"
        elif not square.resource and _printed(box, square).resource:
            yield f"-{cell_name(cell)}"


def _printed(box: Dominoes, square: Square) -> Square:
    domino = box[square.domino]
    return domino.a if _is_printed(square, domino.a) else domino.b


def read_territory(box: Dominoes, size: int, words: Iterable[str]) -> Territory:
    """The territory written as `words`; raises Unreadable."""
    territory = Territory(size)
    for word in words:
        territory = _with(box, territory, word)
    return territory


def _with(box: Dominoes, territory: Territory, word: str) -> Territory:
    if match := _FIRE.fullmatch(word):
        return _changed(territory, match[2], resource=None, fire=int(match[1]))
    if match := _GONE.fullmatch(word):
        return _changed(territory, match[1], resource=None)
    if match := _CAVEMAN.fullmatch(word):
        return _changed(territory, match[2], resource=None, caveman=cast(Caveman, match[1]))
    move = read_move(word)
    if not isinstance(move, PlaceDomino) or move.domino not in box:
        raise Unreadable(NOT_OF_A_TERRITORY.about(word=word))
    if move.b not in neighbours(move.a) or {move.a, move.b} & {CENTRE, *territory.squares}:
        raise Unreadable(NOT_ON_FREE_CELLS.about(word=word))
    return place(territory, box[move.domino], move.a, move.b)


def _changed(territory: Territory, cell: str, **changes: object) -> Territory:
    at = read_cell(cell)
    if at not in territory.squares:
        raise Unreadable(NO_SQUARE.about(cell=cell))
    return change(territory, {at: replace(territory.squares[at], **changes)})
