"""Regions kept while squares are laid (O7, K4), so that points are known at any moment without a search.

The squares of a territory are numbered from 1 in the order they were laid. Each points to another of its region, the
last one to itself: that one stands for the region and knows its squares and marks (a forest of disjoint sets).
"""

from puzzles.search.kernel.rules.bits import STRIDE, first, has, is_empty, number, rest
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import TERRAINS
from puzzles.search.kernel.rules.layout import MARGIN, MARK_HIGH, MARK_LOW, State, land


@compiled
def region_of(state: State, seat: int, square: int) -> int:
    """The square that stands for the region of this one."""
    parents = state.parent[seat]
    while parents[square] != square:
        parents[square] = parents[parents[square]]  # the next search will be shorter
        square = number(parents[square])
    return square


@compiled
def join(state: State, seat: int, cell: int, terrain: int, marks: int) -> None:
    """A square is laid: it joins, and joins to each other, the regions of its terrain beside it."""
    state.square_count[seat] += 1
    square = state.square_count[seat]
    state.label[seat, MARGIN + cell] = square
    state.parent[seat, square] = square
    state.kind[seat, square] = terrain
    size, total = 1, marks
    for step in (-STRIDE, -1, 1, STRIDE):
        near = number(state.label[seat, MARGIN + cell + step])
        if near != 0 and state.kind[seat, near] == terrain:
            region = region_of(state, seat, near)
            if region != square:
                state.parent[seat, region] = square
                there, theirs = number(state.region_size[seat, region]), number(state.region_marks[seat, region])
                state.points[seat] -= there * theirs
                size += there
                total += theirs
    state.region_size[seat, square] = size
    state.region_marks[seat, square] = total
    state.points[seat] += size * total
    state.most_squares[seat, terrain] = max(number(state.most_squares[seat, terrain]), size)
    state.most_marks[seat, terrain] = max(number(state.most_marks[seat, terrain]), total)


@compiled
def kindle(state: State, seat: int, cell: int, fires: int) -> None:
    """A token of these fires lands in the region of this cell."""
    region = region_of(state, seat, number(state.label[seat, MARGIN + cell]))
    state.region_marks[seat, region] += fires
    state.points[seat] += state.region_size[seat, region] * fires
    terrain = state.kind[seat, region]
    marks = number(state.region_marks[seat, region])
    state.most_marks[seat, terrain] = max(number(state.most_marks[seat, terrain]), marks)


@compiled
def recount(state: State, seat: int) -> None:
    """All regions from the boards alone, for a territory that was not laid square by square."""
    low, high = land(state, seat, MARK_LOW), land(state, seat, MARK_HIGH)
    for terrain in range(TERRAINS):
        waiting = land(state, seat, terrain)
        while not is_empty(waiting):
            cell = first(waiting)
            marks = (1 if has(low, cell) else 0) + (2 if has(high, cell) else 0)
            join(state, seat, cell, terrain, marks)
            waiting = rest(waiting)
