"""Sets of cells of one window as one word of 64 bits. Knows geometry; nothing of dominoes or scores.

A window is the size × size cells in which the territory is to end. Its cells are numbered row by row, eight numbers
to a row: of seven columns one is spare, so a step to the side never wraps into the next row unnoticed, as long as
what it leads to is cut to the window.
"""

from typing import Final

import numpy as np

from puzzles.search.kernel.rules.bits import lowest, ones
from puzzles.search.kernel.rules.compiled import compiled

STRIDE: Final = 8
CELLS: Final = 64
NOWHERE: Final = 63  # a number no cell of a window has

# Numba makes signed numbers of a word and a plain integer, so every constant is a word itself.
ZERO: Final = np.uint64(0)
ONE: Final = np.uint64(1)
_ROW: Final = np.uint64(STRIDE)
_FIRST_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR: Final = np.uint64(0x94D049BB133111EB)
_30: Final = np.uint64(30)
_27: Final = np.uint64(27)
_31: Final = np.uint64(31)


@compiled
def cell_board(cell: int) -> np.uint64:
    """The board of one cell."""
    return ONE << np.uint64(cell)


@compiled
def first_of(board: np.uint64) -> np.uint64:
    """The board of the lowest cell alone."""
    return board & (~board + ONE)


@compiled
def cell_of(board: np.uint64) -> int:
    """The number of the lowest cell."""
    return lowest(board)


@compiled
def count(board: np.uint64) -> int:
    return ones(board)


@compiled
def beside(board: np.uint64) -> np.uint64:
    """The cells that share an edge with one of these; some may lie outside the window."""
    return (board << ONE) | (board >> ONE) | (board << _ROW) | (board >> _ROW)


@compiled
def around(board: np.uint64) -> np.uint64:
    """These cells and those that share an edge or a corner with one of them."""
    across = board | (board << ONE) | (board >> ONE)
    return across | (across << _ROW) | (across >> _ROW)


@compiled
def group(start: np.uint64, within: np.uint64) -> np.uint64:
    """All that is joined edge to edge to `start` inside `within`."""
    joined = start
    while True:
        grown = (joined | beside(joined)) & within
        if grown == joined:
            return joined
        joined = grown


@compiled
def spread(start: np.uint64, within: np.uint64, steps: int) -> np.uint64:
    """`start`, and the cells of `within` that this many steps lead to."""
    reached = start
    for _ in range(steps):
        grown = reached | (beside(reached) & within)
        if grown == reached:
            return reached
        reached = grown
    return reached


@compiled
def scrambled(value: np.uint64) -> np.uint64:
    """A word that looks random but depends on `value` alone (splitmix64), for hash keys."""
    value = (value ^ (value >> _30)) * _FIRST_FACTOR
    value = (value ^ (value >> _27)) * _SECOND_FACTOR
    return value ^ (value >> _31)
