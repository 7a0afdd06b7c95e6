"""Sets of cells as three words of 64 bits. Knows geometry; nothing of dominoes or scores.

A territory of 7 × 7 with the hut in a corner reaches six cells from it: the cells within reach are 13 × 13 with the
hut in the middle. They are numbered row by row with one spare column, so that a step to the side never wraps into
the next row unnoticed: the spare column and what lies beyond the last row are never within reach.
"""

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from puzzles.search.kernel.rules.compiled import compiled

Board: TypeAlias = tuple[np.uint64, np.uint64, np.uint64]

REACH: Final = 6
STRIDE: Final = 14
CELLS: Final = 13 * STRIDE
HUT: Final = REACH * STRIDE + REACH
WORDS: Final = 3

# Numba makes signed numbers of a word shifted by a plain integer, so every constant is a word itself.
_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_63: Final = np.uint64(63)
_ROW: Final = np.uint64(STRIDE)
_REST: Final = np.uint64(64 - STRIDE)
_FULL: Final = np.uint64(2**64 - 1)

EMPTY: Final = (_0, _0, _0)
HUT_BOARD: Final = (_0, np.uint64(1 << (HUT - 64)), _0)


@intrinsic
def _ones(_context: Any, _word: Any) -> Any:
    """How many bits of a word are set."""

    def build(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return types.int64(types.uint64), build


@intrinsic
def _lowest(_context: Any, _word: Any) -> Any:
    """The number of the lowest bit of a word that is set; 64 if none is."""

    def build(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.cttz(words[0], cgutils.false_bit)

    return types.int64(types.uint64), build


ones = cast(Callable[[np.uint64], int], _ones)
lowest = cast(Callable[[np.uint64], int], _lowest)


@compiled
def bit(cell: int) -> np.uint64:
    """The cell within its word, which is the one numbered `cell >> 6`."""
    return _1 << np.uint64(cell & 63)


@compiled
def single(cell: int) -> Board:
    """The board of one cell."""
    word, mask = cell >> 6, bit(cell)
    return (mask if word == 0 else _0, mask if word == 1 else _0, mask if word == 2 else _0)


@compiled
def has(board: Board, cell: int) -> bool:
    word = cell >> 6
    return bool((board[0] if word == 0 else board[1] if word == 1 else board[2]) & bit(cell) != _0)


@compiled
def is_empty(board: Board) -> bool:
    return bool((board[0] | board[1] | board[2]) == _0)


@compiled
def count(board: Board) -> int:
    return ones(board[0]) + ones(board[1]) + ones(board[2])


@compiled
def both(board: Board, other: Board) -> Board:
    return board[0] & other[0], board[1] & other[1], board[2] & other[2]


@compiled
def either(board: Board, other: Board) -> Board:
    return board[0] | other[0], board[1] | other[1], board[2] | other[2]


@compiled
def without(board: Board, other: Board) -> Board:
    return board[0] & ~other[0], board[1] & ~other[1], board[2] & ~other[2]


@compiled
def eastward(board: Board) -> Board:
    """Every cell moved one step to the right."""
    return board[0] << _1, (board[1] << _1) | (board[0] >> _63), (board[2] << _1) | (board[1] >> _63)


@compiled
def westward(board: Board) -> Board:
    return (board[0] >> _1) | (board[1] << _63), (board[1] >> _1) | (board[2] << _63), board[2] >> _1


@compiled
def southward(board: Board) -> Board:
    return board[0] << _ROW, (board[1] << _ROW) | (board[0] >> _REST), (board[2] << _ROW) | (board[1] >> _REST)


@compiled
def northward(board: Board) -> Board:
    return (board[0] >> _ROW) | (board[1] << _REST), (board[1] >> _ROW) | (board[2] << _REST), board[2] >> _ROW


@compiled
def beside(board: Board) -> Board:
    """The cells that share an edge with one of these."""
    across = either(eastward(board), westward(board))
    return either(across, either(southward(board), northward(board)))


@compiled
def group(start: Board, within: Board) -> Board:
    """All that is joined edge to edge to `start` inside `within`."""
    joined = start
    while True:
        grown = both(either(joined, beside(joined)), within)
        if grown == joined:
            return joined
        joined = grown


@compiled
def first(board: Board) -> int:
    """The lowest cell of a board that is not empty."""
    if board[0] != _0:
        return lowest(board[0])
    if board[1] != _0:
        return 64 + lowest(board[1])
    return 128 + lowest(board[2])


@compiled
def rest(board: Board) -> Board:
    """The board without its lowest cell."""
    if board[0] != _0:
        return board[0] & (board[0] - _1), board[1], board[2]
    if board[1] != _0:
        return _0, board[1] & (board[1] - _1), board[2]
    return _0, _0, board[2] & (board[2] - _1)


@compiled
def nth(board: Board, place: int) -> int:
    """The cell of this number in the board, counted from 0."""
    base = 0
    word = board[0]
    in_word = ones(word)
    if place >= in_word:
        place -= in_word
        base, word = 64, board[1]
        in_word = ones(word)
        if place >= in_word:
            place -= in_word
            base, word = 128, board[2]
    for _ in range(place):
        word &= word - _1
    return base + lowest(word)


@compiled
def word(number: int) -> np.uint64:
    """Numba makes a signed number, or a fraction, of a word and a plain integer: this keeps it a word."""
    return np.uint64(number)


@compiled
def number(value: Any) -> int:
    """A plain integer of a word or of a narrow number. `int` would keep them as they are."""
    return np.int64(value)  # type: ignore[return-value]
