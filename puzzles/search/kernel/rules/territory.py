"""One seat's territory: which placements a domino has (O3), and what laying a square changes."""

from typing import TypeAlias

from puzzles.search.kernel.rules.bits import (
    HUT_BOARD,
    STRIDE,
    Board,
    beside,
    bit,
    both,
    count,
    eastward,
    either,
    northward,
    nth,
    number,
    southward,
    westward,
)
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import COLUMNS, MARKS, RESOURCE, ROWS, SQUARES, TERRAIN
from puzzles.search.kernel.rules.layout import (
    BOTTOM,
    GOODS,
    LEFT,
    MARK_HIGH,
    MARK_LOW,
    OPEN,
    RIGHT,
    TAKEN,
    TOP,
    State,
    land,
)
from puzzles.search.kernel.rules.moves import EAST, NORTH, SOUTH, WEST, first_cell, placement_move, second_cell
from puzzles.search.kernel.rules.regions import join

# For each direction in which the second square lies from the first, the cells where the first may go.
Fits: TypeAlias = tuple[Board, Board, Board, Board]


@compiled
def openings(state: State, seat: int, terrain: int) -> Board:
    """The open cells on which a square of this terrain would meet the hut or its own kind."""
    return both(beside(either(land(state, seat, terrain), HUT_BOARD)), land(state, seat, OPEN))


@compiled
def fits(state: State, seat: int, domino: int) -> Fits:
    """O3: both squares on open cells, one of them at an opening for its terrain.

    That each is within reach of the territory by itself is enough: two cells side by side never make it grow to
    both sides at once.
    """
    squares = SQUARES[state.dominoes, domino]
    free = land(state, seat, OPEN)
    a = openings(state, seat, number(squares[0, TERRAIN]))
    b = openings(state, seat, number(squares[1, TERRAIN]))
    return (
        either(both(a, westward(free)), both(free, westward(b))),
        either(both(a, northward(free)), both(free, northward(b))),
        either(both(a, eastward(free)), both(free, eastward(b))),
        either(both(a, southward(free)), both(free, southward(b))),
    )


@compiled
def ways(open_cells: Fits) -> int:
    """How many placements there are."""
    return count(open_cells[EAST]) + count(open_cells[SOUTH]) + count(open_cells[WEST]) + count(open_cells[NORTH])


@compiled
def way(open_cells: Fits, which: int) -> int:
    """The placement of this number, counted from 0."""
    towards = count(open_cells[EAST])
    if which < towards:
        return placement_move(nth(open_cells[EAST], which), EAST)
    which -= towards
    towards = count(open_cells[SOUTH])
    if which < towards:
        return placement_move(nth(open_cells[SOUTH], which), SOUTH)
    which -= towards
    towards = count(open_cells[WEST])
    if which < towards:
        return placement_move(nth(open_cells[WEST], which), WEST)
    return placement_move(nth(open_cells[NORTH], which - towards), NORTH)


@compiled
def lay(state: State, seat: int, domino: int, placement: int) -> None:
    squares = SQUARES[state.dominoes, domino]
    a, b = first_cell(placement), second_cell(placement)
    _lay_square(state, seat, a, squares[0])
    _lay_square(state, seat, b, squares[1])
    _stretch(state, seat, a, b)


@compiled
def _lay_square(state: State, seat: int, cell: int, square: State) -> None:
    boards, word, mask = state.land[seat], cell >> 6, bit(cell)
    boards[square[TERRAIN], word] |= mask
    boards[TAKEN, word] |= mask
    if square[MARKS] & 1:
        boards[MARK_LOW, word] |= mask
    if square[MARKS] & 2:
        boards[MARK_HIGH, word] |= mask
    if square[RESOURCE]:
        boards[GOODS, word] |= mask
    join(state, seat, cell, number(square[TERRAIN]), number(square[MARKS]))


@compiled
def _stretch(state: State, seat: int, a: int, b: int) -> None:
    """Bring the bounds and the open cells up to date."""
    box = state.box[seat]
    box[LEFT] = min(box[LEFT], min(a % STRIDE, b % STRIDE))
    box[RIGHT] = max(box[RIGHT], max(a % STRIDE, b % STRIDE))
    box[TOP] = min(box[TOP], min(a, b) // STRIDE)
    box[BOTTOM] = max(box[BOTTOM], max(a, b) // STRIDE)
    open_up(state, seat)


@compiled
def open_up(state: State, seat: int) -> None:
    """The open cells: those the territory can still reach within its size, and that are free."""
    box, span = state.box[seat], state.size - 1
    columns = COLUMNS[box[RIGHT] - span, box[LEFT] + span]
    rows = ROWS[box[BOTTOM] - span, box[TOP] + span]
    for word in range(3):
        state.land[seat, OPEN, word] = columns[word] & rows[word] & ~state.land[seat, TAKEN, word]
