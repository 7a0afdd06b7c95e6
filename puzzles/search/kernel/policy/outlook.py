"""The outlook: a small network, trained on millions of games, that estimates the final points of a territory.

It looks at a territory right after its seat has drafted, with that domino laid already, and says how many points are
still to come. It was taught by games of Kingdomino in which each seat has one chief, and knows nothing of others:
ask `has_outlook` first (docs/decisions/0013-the-outlook.md).
"""

from typing import Final

import numpy as np

from puzzles.search.kernel.policy.network import INNER, KINDS, OF_ALL, OF_TERRAIN, OUTER, SIGHTS
from puzzles.search.kernel.policy.survey import Sketch, ends, playground
from puzzles.search.kernel.rules.bits import (
    STRIDE,
    Board,
    beside,
    both,
    count,
    first,
    group,
    is_empty,
    number,
    rest,
    single,
    without,
)
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import board
from puzzles.search.kernel.rules.layout import BOTTOM, LEFT, MARGIN, RIGHT, TAKEN, TOP, State, land
from puzzles.search.kernel.rules.regions import region_of

# What is seen of each terrain. The regions meant are the one with the most marks, and the next.
(
    SIZE,
    MARKED,
    SIDES,
    NEXT_SIZE,
    NEXT_MARKED,
    NEXT_SIDES,
    POINTS,
    SQUARES_DUE,
    MARKS_DUE,
    PLACES,
    GAINS,
    BEST_GAIN,
    BEST_MARK,
    SQUARES,
) = range(OF_TERRAIN)

# And of the territory as a whole.
(
    LINES,
    ORDER,
    IS_FIRST,
    AREA,
    HOLES,
    ENDS,
    PAIRS,
    PARTS,
    ODD_PARTS,
    UNEVEN,
    CENTRED,
    LONG,
    SHORT,
    CENTRE_BONUS,
    FULL_BONUS,
    DISCARDED,
    SPARE,
    THREE,
    FORESIGHT,
) = range(KINDS * OF_TERRAIN, KINDS * OF_TERRAIN + OF_ALL)

# Every other cell, as on a chess board: a domino always covers one of each.
_BLACK: Final = board((x, y) for x in range(-6, 7) for y in range(-6, 7) if (x + y) % 2 == 0)
BLACK: Final[Board] = (_BLACK[0], _BLACK[1], _BLACK[2])


@compiled
def has_outlook(state: State) -> bool:
    return bool(state.has_outlook)


@compiled
def outlook(state: State, seat: int, sketch: Sketch, order: int, foresees: bool) -> float:
    """The points a territory will probably have in the end, if its chief stands at this place of the next line and
    its seat goes on with foresight, or else as full greedy does.
    """
    see(state, seat, sketch, order, foresees)
    return float(state.points[seat] + answer(sketch))


@compiled
def see(state: State, seat: int, sketch: Sketch, order: int, foresees: bool) -> None:
    """Everything the network looks at, written into the sketch."""
    sketch.sights[:] = 0
    area, is_middle = playground(state, seat)
    _see_edge(state, seat, sketch, area)
    _see_regions(state, seat, sketch)
    for terrain in range(KINDS):
        sketch.sights[terrain * OF_TERRAIN + SQUARES_DUE] = sketch.squares_due[terrain]
        sketch.sights[terrain * OF_TERRAIN + MARKS_DUE] = sketch.marks_due[terrain]
    _see_shape(sketch, area)
    _see_game(state, seat, sketch, order, is_middle)
    sketch.sights[FORESIGHT] = foresees


@compiled
def _see_edge(state: State, seat: int, sketch: Sketch, area: Board) -> None:
    """What a square of each terrain would bring on the cells beside the territory."""
    sketch.sides[:] = 0
    edge = both(beside(land(state, seat, TAKEN)), area)
    while not is_empty(edge):
        _see_cell(state, seat, sketch, first(edge))
        edge = rest(edge)


@compiled
def _see_cell(state: State, seat: int, sketch: Sketch, cell: int) -> None:
    size, marks, before = sketch.joined[0], sketch.joined[1], sketch.joined[2]
    sketch.joined[:] = 0
    met = 0
    for step in (-STRIDE, -1, 1, STRIDE):
        square = number(state.label[seat, MARGIN + cell + step])
        if square == 0:
            continue
        region = region_of(state, seat, square)
        if met >> region & 1:
            continue
        met |= 1 << region
        sketch.sides[region] += 1
        terrain, its_size = state.kind[seat, region], number(state.region_size[seat, region])
        its_marks = number(state.region_marks[seat, region])
        size[terrain] += its_size
        marks[terrain] += its_marks
        before[terrain] += its_size * its_marks
    for terrain in range(KINDS):
        if size[terrain]:
            seen = sketch.sights[terrain * OF_TERRAIN : (terrain + 1) * OF_TERRAIN]
            plain = (size[terrain] + 1) * marks[terrain] - before[terrain]
            seen[PLACES] += 1
            seen[GAINS] += plain
            seen[BEST_GAIN] = max(seen[BEST_GAIN], plain)
            seen[BEST_MARK] = max(seen[BEST_MARK], plain + size[terrain] + 1)


@compiled
def _see_regions(state: State, seat: int, sketch: Sketch) -> None:
    """The two regions of each terrain with the most marks, of equal ones the larger."""
    for region in range(1, state.square_count[seat] + 1):
        if state.parent[seat, region] != region:
            continue
        terrain = state.kind[seat, region]
        seen = sketch.sights[terrain * OF_TERRAIN : (terrain + 1) * OF_TERRAIN]
        size, marks = number(state.region_size[seat, region]), number(state.region_marks[seat, region])
        seen[POINTS] += size * marks
        seen[SQUARES] += size
        if _is_richer(marks, size, seen[MARKED], seen[SIZE]):
            for what in range(NEXT_SIZE):
                seen[NEXT_SIZE + what] = seen[what]
            seen[SIZE], seen[MARKED], seen[SIDES] = size, marks, sketch.sides[region]
        elif _is_richer(marks, size, seen[NEXT_MARKED], seen[NEXT_SIZE]):
            seen[NEXT_SIZE], seen[NEXT_MARKED], seen[NEXT_SIDES] = size, marks, sketch.sides[region]


@compiled
def _is_richer(marks: int, size: int, marks_before: float, size_before: float) -> bool:
    return bool(marks > marks_before or (marks == marks_before and size > size_before))


@compiled
def _see_shape(sketch: Sketch, area: Board) -> None:
    """The open cells, and those among them that no domino can cover any more."""
    sights = sketch.sights
    lone, pairs = ends(area)
    sights[AREA], sights[HOLES] = count(area), count(without(area, beside(area)))
    sights[ENDS], sights[PAIRS] = count(lone), count(pairs)
    while not is_empty(area):
        part = group(single(first(area)), area)
        area = without(area, part)
        cells = count(part)
        sights[PARTS] += 1
        sights[ODD_PARTS] += cells & 1
        sights[UNEVEN] += abs(2 * count(both(part, BLACK)) - cells)


@compiled
def _see_game(state: State, seat: int, sketch: Sketch, order: int, is_middle: bool) -> None:
    sights, box = sketch.sights, state.box[seat]
    wide, high = box[RIGHT] - box[LEFT] + 1, box[BOTTOM] - box[TOP] + 1
    lines, squares = state.rounds - state.round - 1, state.square_count[seat]
    laid = 4 if state.seats == 2 else 2  # squares in each round
    sights[LINES], sights[ORDER], sights[IS_FIRST] = lines, order, order == 0
    sights[CENTRED], sights[LONG], sights[SHORT] = is_middle, max(wide, high), min(wide, high)
    sights[CENTRE_BONUS], sights[FULL_BONUS] = state.centre_bonus, state.full_bonus
    sights[DISCARDED] = laid * (state.round + 1) - squares
    sights[SPARE] = state.size * state.size - 1 - laid * lines - squares
    sights[THREE] = state.seats == 3


@compiled
def answer(sketch: Sketch) -> float:
    """Two layers with rectified outputs, and a sum."""
    inner, outer = sketch.inner, sketch.outer
    inner[:] = sketch.first[SIGHTS]
    for sight in range(SIGHTS):
        seen = sketch.sights[sight]
        if seen != 0:
            weights = sketch.first[sight]
            for place in range(INNER):
                inner[place] += seen * weights[place]
    outer[:] = sketch.second[INNER]
    for place in range(INNER):
        passed = inner[place]
        if passed > 0:
            weights = sketch.second[place]
            for end in range(OUTER):
                outer[end] += passed * weights[end]
    answer = sketch.third[OUTER, 0]
    for end in range(OUTER):
        answer += max(outer[end], np.float32(0)) * sketch.third[end, 0]
    return float(answer)
