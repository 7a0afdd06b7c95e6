"""Which final boards have been counted, and which territories were met on the way to them."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzles.search.exact.cells import ONE, ZERO, cell_of, scrambled
from puzzles.search.exact.window_problem import BOARDS, TAKEN, Numbers, WindowProblem, Words
from puzzles.search.exact.workspace import Workspace, plane
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled

NEVER_MET, FUTILE, FRUITFUL = range(3)
_MET_BITS: Final = 20


class CountedBoards(NamedTuple):
    board: Words  # keys of the boards counted
    tally: Numbers  # how many they are, and how many there may be
    met: Words  # keys of the territories met, and whether they led to a board; the latest in each place
    outcome: NDArray[np.int8]


def new_counted_boards(most_boards: int) -> CountedBoards:
    return CountedBoards(
        np.zeros(1 << (2 * most_boards).bit_length(), np.uint64),
        np.array([0, most_boards]),
        np.zeros(1 << _MET_BITS, np.uint64),
        np.zeros(1 << _MET_BITS, np.int8),
    )


@compiled
def is_full(counted: CountedBoards) -> bool:
    return bool(counted.tally[0] > counted.tally[1])


@compiled
def note_board(problem: WindowProblem, workspace: Workspace, slot: int, counted: CountedBoards) -> None:
    """Counts a final board unless it was counted before, or there are too many already."""
    if is_full(counted):
        return
    key = _face(problem, workspace, slot)
    mask = np.uint64(len(counted.board) - 1)
    place = key & mask
    while counted.board[number(place)] != ZERO:
        if counted.board[number(place)] == key:
            return
        place = (place + ONE) & mask
    counted.board[number(place)] = key
    counted.tally[0] += 1


@compiled
def _face(problem: WindowProblem, workspace: Workspace, slot: int) -> np.uint64:
    """A key for what is visible of a board, the same in every window."""
    key, hut = ONE, cell_of(problem.hut)
    waiting = plane(workspace, slot, TAKEN) & ~problem.hut
    while waiting != ZERO:
        cell = cell_of(waiting)
        cell_bit = ONE << np.uint64(cell)
        waiting &= ~cell_bit
        content = 0
        for board in range(BOARDS):
            content = 2 * content + (1 if plane(workspace, slot, board) & cell_bit != ZERO else 0)
        column, row = (cell & 7) - (hut & 7) + 8, (cell >> 3) - (hut >> 3) + 8
        key += scrambled(np.uint64((row * 16 + column) << 20 | content))
    return scrambled(key)


@compiled
def outcome_of(counted: CountedBoards, key: np.uint64) -> int:
    place = number(key & np.uint64(len(counted.met) - 1))
    return number(counted.outcome[place]) if counted.met[place] == key else NEVER_MET


@compiled
def note_outcome(counted: CountedBoards, key: np.uint64, outcome: int) -> None:
    place = number(key & np.uint64(len(counted.met) - 1))
    counted.met[place] = key
    counted.outcome[place] = outcome
