"""Placements and fires that make a difference: of several that lead to the same end only one is tried."""

from typing import Any

from puzzles.search.kernel.rules.bits import has, number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, SQUARES
from puzzles.search.kernel.rules.layout import GOODS, MARGIN, TRIBAL, State, land
from puzzles.search.kernel.rules.moves import WEST, direction_of
from puzzles.search.kernel.rules.regions import region_of


@compiled
def craters_of(state: State, domino: int) -> int:
    squares = SQUARES[state.dominoes, domino]
    return number(squares[0, CRATERS] + squares[1, CRATERS])


@compiled
def without_mirrored(state: State, domino: int, ways: Any, listed: int) -> int:
    """Keeps one of two placements that are the same because the halves of a domino are; returns how many are kept."""
    squares = SQUARES[state.dominoes, domino]
    for part in range(4):
        if squares[0, part] != squares[1, part]:
            return listed
    kept = 0
    for place in range(listed):
        if direction_of(number(ways[place])) < WEST:
            ways[kept] = ways[place]
            kept += 1
    return kept


@compiled
def one_of_each_region(state: State, seat: int, cells: Any, listed: int) -> int:
    """Keeps of the squares of a region on which a fire may land one with and one without a resource.

    For a seat that throws no fire later they are alike, unless cavemen count what is around them.
    """
    if state.mode == TRIBAL:
        return listed
    goods = land(state, seat, GOODS)
    seen, seen_with_goods, kept = 0, 0, 0
    for place in range(listed):
        cell = number(cells[place])
        region = 1 << region_of(state, seat, number(state.label[seat, MARGIN + cell]))
        if has(goods, cell):
            is_new = seen_with_goods & region == 0
            seen_with_goods |= region
        else:
            is_new = seen & region == 0
            seen |= region
        if is_new:
            cells[kept] = cell
            kept += 1
    return kept
