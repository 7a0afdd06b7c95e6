"""How many dominoes the free cells of a window have room for, whatever their terrain."""

import numpy as np

from puzzles.search.exact.cells import ONE, ZERO, beside, count, first_of, group
from puzzles.search.kernel.rules.compiled import compiled

_ROW = np.uint64(8)


@compiled
def room_for(free: np.uint64, black: np.uint64) -> int:
    """An upper bound on how many dominoes fit on these cells side by side.

    A cell with one free neighbour may as well be covered together with it: that never costs a domino. What is left
    when there is no such cell any more is judged by its colours: a domino always covers one of each.
    """
    fitting = 0
    while True:
        free &= beside(free)  # a cell by itself has room for nothing
        leaves = free & ~_with_two_neighbours(free)
        if leaves == ZERO:
            return fitting + _by_colours(free, black)
        leaf = first_of(leaves)
        free &= ~(leaf | beside(leaf))
        fitting += 1


@compiled
def _with_two_neighbours(free: np.uint64) -> np.uint64:
    """The cells that have at least two neighbours among these."""
    east, west, north, south = free << ONE, free >> ONE, free >> _ROW, free << _ROW
    return (east & west) | (north & south) | ((east | west) & (north | south))


@compiled
def _by_colours(free: np.uint64, black: np.uint64) -> int:
    fitting = 0
    while free != ZERO:
        part = group(first_of(free), free)
        blacks = count(part & black)
        fitting += min(blacks, count(part) - blacks)
        free &= ~part
    return fitting
