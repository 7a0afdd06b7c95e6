"""The survey of one territory: the value of covering each open cell, whatever covers it.

Almost all that makes a placement good or bad is a sum over its two squares, so each cell is looked at once and not
once for every placement. Only two squares of the same terrain have to be looked at together.
"""

from typing import Any, Final, TypeAlias

import numpy as np

from domain.rules import Rules
from puzzles.search.kernel.policy.network import INNER, KINDS, OUTER, SHAPES, SIGHTS, learnt
from puzzles.search.kernel.policy.weights import (
    BLOCK_MARKS,
    BLOCK_SQUARES,
    CENTRE,
    CONTACT,
    CROWN,
    END,
    END_EARLY,
    FIRES,
    HOLE,
    HOLE_EARLY,
    JOIN,
    ROOM,
    STRETCH,
    STYLES,
    THOUGHTFUL,
    WEIGHTS,
    weights,
)
from puzzles.search.kernel.rules.bits import (
    CELLS,
    HUT,
    STRIDE,
    Board,
    beside,
    both,
    count,
    eastward,
    either,
    first,
    has,
    is_empty,
    northward,
    number,
    rest,
    southward,
    westward,
    without,
)
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import COLUMNS, ROWS, TERRAINS, VOLCANO, Words
from puzzles.search.kernel.rules.layout import (
    BOTTOM,
    LEFT,
    MARGIN,
    OPEN,
    RIGHT,
    TAKEN,
    TOP,
    State,
    land,
)
from puzzles.search.kernel.rules.regions import region_of
from puzzles.search.outlook import outlook_of

Sketch: TypeAlias = Any  # a record of SKETCH

SKETCH: Final = np.dtype(
    [
        ("weights", "f8", (WEIGHTS,)),
        ("squares_due", "f8", (TERRAINS,)),  # of each terrain, that will probably come to this seat
        ("marks_due", "f8", (TERRAINS,)),
        ("side", "f8", (CELLS,)),  # what covering a cell is worth whatever covers it
        ("one", "f8", (CELLS,)),  # what the first square of a domino is worth there
        ("other", "f8", (CELLS,)),  # and the second
        ("goods", "f8", (4, 3)),  # what one resource less, the same, one more of each kind is worth
        ("base", "f8"),  # what the open cells cost as they are
        ("ahead", "f8"),  # the share of the game that lies ahead
        ("cells", "i2", (CELLS,)),
        ("beside", "i1", (CELLS, 4)),  # the regions at the four sides of a cell, or 0
        ("cell_count", "i8"),
        ("target", "i2", (49,)),  # squares on which a fire may land
        ("target_size", "f8", (49,)),  # what each fire is worth there
        ("target_cost", "f8", (49,)),  # what burns
        ("target_count", "i8"),
        ("offer", "i1", (11,)),  # where each caveman is available
        ("shield", "u8", (6, 3)),  # cells around cavemen that count something; see stores.py
        ("plan", "i2", (49,)),  # where a domino is planned to go, chosen when it was drafted
        ("plan_stamp", "i8", (49,)),  # of which game and territory that was
        ("game", "i8"),
        # The outlook; see outlook.py. Its layers, what they look at, and what they make of it.
        ("first", "f4", SHAPES[0]),
        ("second", "f4", SHAPES[1]),
        ("third", "f4", SHAPES[2]),
        ("sights", "f4", (SIGHTS,)),
        ("inner", "f4", (INNER,)),
        ("outer", "f4", (OUTER,)),
        ("sides", "i8", (49,)),  # open cells beside each region
        ("joined", "i8", (3, KINDS)),  # squares, marks and points of the regions of each terrain beside a cell
    ],
    align=True,
)


def new_sketches(rules: Rules) -> Any:
    """Scratch memory for surveys, for each style of play, with the weights for these rules."""
    sketches = np.zeros(STYLES, SKETCH)
    sketches["weights"] = weights(rules)
    sketches["first"], sketches["second"], sketches["third"] = learnt(outlook_of(rules))
    sketches["game"] = 1  # no plan is stamped with it, although all stamps are empty
    return sketches


def new_sketch(rules: Rules) -> Sketch:
    """The same for thoughtful play alone."""
    return new_sketches(rules)[THOUGHTFUL]


def _neighbours() -> Words:
    near = np.zeros((CELLS, 3), np.uint64)
    for cell in range(CELLS):
        for step in (-STRIDE, -1, 1, STRIDE):
            if 0 <= cell + step < CELLS:
                near[cell, (cell + step) >> 6] |= np.uint64(1 << ((cell + step) & 63))
    return near


BESIDE: Final[Words] = _neighbours()
# The territory with the hut in its centre, by its size.
HOMES: Final[Words] = np.stack([COLUMNS[6 - half, 6 + half] & ROWS[6 - half, 6 + half] for half in range(4)])


@compiled
def survey(state: State, seat: int, sketch: Sketch) -> None:
    """Look at a territory before weighing placements on it."""
    free, taken = land(state, seat, OPEN), land(state, seat, TAKEN)
    area, in_middle = playground(state, seat)
    expect(state, sketch)
    lone, pairs = ends(area)
    hole = sketch.weights[HOLE] + sketch.ahead * sketch.weights[HOLE_EARLY]
    end = sketch.weights[END] + sketch.ahead * sketch.weights[END_EARLY]
    sketch.base = -hole * count(without(area, beside(area))) - end * count(lone)
    edge = both(beside(taken), free)
    waiting = either(edge, both(beside(edge), free))
    cell_count = 0
    while not is_empty(waiting):
        cell = first(waiting)
        waiting = rest(waiting)
        sketch.cells[cell_count] = cell
        cell_count += 1
        worth = _sides(state, seat, sketch, area, cell) - _cover(area, lone, pairs, cell, hole, end)
        if in_middle and not has(area, cell):
            worth -= sketch.weights[CENTRE]
        sketch.side[cell] = worth - sketch.weights[STRETCH] * _stretches(state, seat, cell)
    sketch.cell_count = cell_count


@compiled
def playground(state: State, seat: int) -> tuple[Board, bool]:
    """The open cells that a seat plans to cover, and whether they are limited to keep the hut in the centre."""
    free, taken = land(state, seat, OPEN), land(state, seat, TAKEN)
    words = HOMES[state.size >> 1]
    home = (words[0], words[1], words[2])
    in_middle = state.centre_bonus > 0 and is_empty(without(taken, home))
    return (both(free, home) if in_middle else free), in_middle


@compiled
def expect(state: State, sketch: Sketch) -> None:
    """What will probably still come to a seat: its share of the unseen dominoes that will be drawn."""
    lines = max(state.rounds - state.round - 1, 0)
    unseen = 48 - state.drawn
    share = lines * (2 if state.seats == 2 else 1) / unseen if unseen > 0 else 0.0
    fires = sketch.weights[FIRES] * state.left_marks[VOLCANO] if state.dominoes > 0 else 0.0
    for terrain in range(TERRAINS):
        sketch.squares_due[terrain] = share * state.left_squares[terrain]
        sketch.marks_due[terrain] = share * (state.left_marks[terrain] + fires)
    if state.dominoes > 0:
        sketch.marks_due[VOLCANO] = 0.0
    sketch.ahead = (state.rounds - state.round) / state.rounds


@compiled
def ends(area: Board) -> tuple[Board, Board]:
    """The cells of an area with one neighbour in it, and those with two: four boards added up bit by bit."""
    east, west, south, north = eastward(area), westward(area), southward(area), northward(area)
    across, down = _odd(east, west), _odd(south, north)
    low = _odd(across, down)
    full = _odd(_odd(both(east, west), both(south, north)), both(across, down))
    more = either(either(both(east, west), both(south, north)), both(across, down))
    return both(area, without(low, more)), both(area, without(full, low))


@compiled
def _odd(board: Board, other: Board) -> Board:
    return board[0] ^ other[0], board[1] ^ other[1], board[2] ^ other[2]


@compiled
def _cover(area: Board, lone: Board, pairs: Board, cell: int, hole: float, end: float) -> float:
    """What covering a cell changes for the open cells beside it, less what the cell itself cost.

    A cell with one open neighbour becomes a hole when that is covered, one with two comes to have one. The other
    square of the domino is such a neighbour too, but is covered itself: taking off what the cell would cost it
    makes the sum over both squares right.
    """
    if not has(area, cell):
        return 0.0
    words = BESIDE[cell]
    near = (words[0], words[1], words[2])
    cost = (hole - end) * count(both(near, lone)) + end * count(both(near, pairs))
    if has(lone, cell):
        return cost - end - (hole - end)
    if has(pairs, cell):
        return cost - end
    return cost - (hole if is_empty(both(near, area)) else 0.0)


@compiled
def _sides(state: State, seat: int, sketch: Sketch, area: Board, cell: int) -> float:
    """The four sides of a cell: what is closed there, and which region is beside it."""
    worth = 0.0
    for side in range(4):
        near = cell + (-STRIDE if side == 0 else -1 if side == 1 else 1 if side == 2 else STRIDE)
        square = number(state.label[seat, MARGIN + near])
        region = 0
        if square != 0:
            region = region_of(state, seat, square)
            worth += sketch.weights[CONTACT] - block(state, seat, sketch, region)
        elif near == HUT or not has(area, near):
            worth += sketch.weights[CONTACT]
        sketch.beside[cell, side] = region
    return worth


@compiled
def block(state: State, seat: int, sketch: Sketch, region: int) -> float:
    """What it costs to close one side of a region."""
    terrain = state.kind[seat, region]
    marks = sketch.weights[BLOCK_MARKS] * state.region_marks[seat, region] * sketch.squares_due[terrain]
    squares = sketch.weights[BLOCK_SQUARES] * state.region_size[seat, region] * sketch.marks_due[terrain]
    return float(0.25 * (marks + squares))


@compiled
def _stretches(state: State, seat: int, cell: int) -> int:
    box, x, y = state.box[seat], cell % STRIDE, cell // STRIDE
    return int(x < box[LEFT]) + int(x > box[RIGHT]) + int(y < box[TOP]) + int(y > box[BOTTOM])


@compiled
def square_worth(state: State, seat: int, sketch: Sketch, cell: int, terrain: int, marks: int) -> float:
    """What a square of this terrain is worth on a cell."""
    near = sketch.beside[cell]
    worth, size, total, before = sketch.side[cell], 1, marks, 0
    for side in range(4):
        region = number(near[side])
        if region == 0 or state.kind[seat, region] != terrain:
            continue
        worth += sketch.weights[JOIN] + block(state, seat, sketch, region)
        if not _met(near, side, region):
            its_size, its_marks = number(state.region_size[seat, region]), number(state.region_marks[seat, region])
            size += its_size
            total += its_marks
            before += its_size * its_marks
    return float(worth + size * total - before + growth(state, seat, sketch, terrain, size, total))


@compiled
def _met(near: Any, side: int, region: int) -> bool:
    """Whether a region is beside one of the earlier sides too."""
    for earlier in range(side):  # noqa: SIM110 - a generator is not compiled
        if near[earlier] == region:
            return True
    return False


@compiled
def growth(state: State, seat: int, sketch: Sketch, terrain: int, size: int, marks: int) -> float:
    """What a region of this size and marks promises beyond its points, if it surpasses the others of its terrain."""
    larger = max(size - state.most_squares[seat, terrain], 0)
    richer = max(marks - state.most_marks[seat, terrain], 0)
    return float(
        sketch.weights[ROOM] * sketch.marks_due[terrain] * larger
        + sketch.weights[CROWN] * sketch.squares_due[terrain] * richer
    )


@compiled
def twin_worth(state: State, seat: int, sketch: Sketch, cell: int, other: int, terrain: int, marks: int) -> float:
    """What two squares of the same terrain are worth side by side on these cells."""
    worth, size, total, before = sketch.side[cell] + sketch.side[other] + sketch.weights[JOIN], 2, marks, 0
    seen = 0
    for place in range(8):
        region = number(sketch.beside[cell, place] if place < 4 else sketch.beside[other, place - 4])
        if region == 0 or state.kind[seat, region] != terrain:
            continue
        worth += sketch.weights[JOIN] + block(state, seat, sketch, region)
        if not seen >> region & 1:
            seen |= 1 << region
            its_size, its_marks = number(state.region_size[seat, region]), number(state.region_marks[seat, region])
            size += its_size
            total += its_marks
            before += its_size * its_marks
    return float(worth + size * total - before + growth(state, seat, sketch, terrain, size, total))
