"""What a placement adds to the points of the regions, without laying it."""

from puzzles.search.kernel.rules.bits import STRIDE, number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import MARKS, SQUARES, TERRAIN
from puzzles.search.kernel.rules.layout import MARGIN, State
from puzzles.search.kernel.rules.moves import first_cell, second_cell
from puzzles.search.kernel.rules.regions import region_of


@compiled
def regions_beside(state: State, seat: int, cell: int, terrain: int) -> int:
    """The regions of this terrain beside a cell, as bits: squares are numbered up to 48."""
    regions = 0
    for step in (-STRIDE, -1, 1, STRIDE):
        near = number(state.label[seat, MARGIN + cell + step])
        if near != 0 and state.kind[seat, near] == terrain:
            regions |= 1 << region_of(state, seat, near)
    return regions


@compiled
def merged(state: State, seat: int, regions: int, squares: int, marks: int) -> int:
    """The points gained when these squares and marks join these regions into one."""
    size, total, before = squares, marks, 0
    region = 1
    regions >>= 1
    while regions:
        if regions & 1:
            its_size, its_marks = number(state.region_size[seat, region]), number(state.region_marks[seat, region])
            size += its_size
            total += its_marks
            before += its_size * its_marks
        regions >>= 1
        region += 1
    return size * total - before


@compiled
def gain(state: State, seat: int, domino: int, placement: int) -> int:
    """The points a domino adds to the regions where it is laid."""
    squares = SQUARES[state.dominoes, domino]
    terrain, other = number(squares[0, TERRAIN]), number(squares[1, TERRAIN])
    marks, others = number(squares[0, MARKS]), number(squares[1, MARKS])
    near_first = regions_beside(state, seat, first_cell(placement), terrain)
    near_second = regions_beside(state, seat, second_cell(placement), other)
    if terrain == other:
        return merged(state, seat, near_first | near_second, 2, marks + others)
    return merged(state, seat, near_first, 1, marks) + merged(state, seat, near_second, 1, others)
