"""Laying dominoes and throwing fires: O3 to O6 on the boards of one window.

A move is one number: the cells of the first and the second square and of the fire, six bits each.
"""

from typing import Final

import numpy as np

from puzzles.search.exact.cells import NOWHERE, ONE, ZERO, around, beside, cell_board
from puzzles.search.exact.window_problem import BOARDS, GOODS, MARK_HIGH, MARK_LOW, MEN, TAKEN, THROWN, Task
from puzzles.search.exact.workspace import Desk, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, MARKS, RESOURCE, TERRAIN, VOLCANO

DISCARD: Final = -1
_ROW: Final = np.uint64(8)

EAST, SOUTH, WEST, NORTH = range(4)


@compiled
def move_of(a: int, b: int, fire: int) -> int:
    return a | b << 6 | fire << 12


@compiled
def first_cell(move: int) -> int:
    return move & 63


@compiled
def second_cell(move: int) -> int:
    return (move >> 6) & 63


@compiled
def fire_cell(move: int) -> int:
    """Where the fire lands; NOWHERE if there is none."""
    return (move >> 12) & 63


@compiled
def stepped(board: np.uint64, direction: int) -> np.uint64:
    """Every cell moved one step."""
    if direction == EAST:
        return board << ONE
    if direction == SOUTH:
        return board << _ROW
    if direction == WEST:
        return board >> ONE
    return board >> _ROW


@compiled
def openings(task: Task, desk: Desk, slot: int, terrain: int) -> np.uint64:
    """The free cells of the window on which a square of this terrain would meet the hut or its own kind."""
    return np.uint64(beside(plane(desk, slot, terrain) | task.hut) & task.window & ~plane(desk, slot, TAKEN))


@compiled
def fits(task: Task, desk: Desk, slot: int, ply: int, direction: int) -> np.uint64:
    """O3: where the first square may lie when the second lies in this direction from it."""
    free = task.window & ~plane(desk, slot, TAKEN)
    a = openings(task, desk, slot, task.halves[ply, 0, TERRAIN])
    b = openings(task, desk, slot, task.halves[ply, 1, TERRAIN])
    back = (direction + 2) & 3
    return np.uint64((a & stepped(free, back)) | (free & stepped(b, back)))


@compiled
def fits_outside(task: Task, desk: Desk, slot: int, ply: int) -> bool:
    """Whether the domino of this ply fits somewhere partly or wholly outside the window.

    It then must be laid (O4), and the territory does not end in this window. To step over one side there must be
    slack at the opposite one. A square outside the window has no neighbours of its own kind but those on the
    outermost cells; and where one of those is, there is also a cell for the second square.
    """
    terrain, other = task.halves[ply, 0, TERRAIN], task.halves[ply, 1, TERRAIN]
    joining = openings(task, desk, slot, terrain) | openings(task, desk, slot, other)
    joining |= plane(desk, slot, terrain) | plane(desk, slot, other) | task.hut
    return bool(joining & slack_edges(task, plane(desk, slot, TAKEN)) != ZERO)


@compiled
def slack_edges(task: Task, taken: np.uint64) -> np.uint64:
    """The outermost cells of those sides of the window over which the territory could still grow."""
    edges = ZERO
    if taken & task.right == ZERO:
        edges |= task.left
    if taken & task.left == ZERO:
        edges |= task.right
    if taken & task.bottom == ZERO:
        edges |= task.top
    if taken & task.top == ZERO:
        edges |= task.bottom
    return edges


@compiled
def lay(task: Task, desk: Desk, slot: int, ply: int, a: int, b: int) -> None:
    """Lay the domino of this ply."""
    for half in range(2):
        square = cell_board(a if half == 0 else b)
        desk.boards[slot, task.halves[ply, half, TERRAIN]] |= square
        desk.boards[slot, TAKEN] |= square
        if task.halves[ply, half, MARKS] & 1:
            desk.boards[slot, MARK_LOW] |= square
        if task.halves[ply, half, MARKS] & 2:
            desk.boards[slot, MARK_HIGH] |= square
        if task.halves[ply, half, RESOURCE]:
            desk.boards[slot, GOODS] |= square


@compiled
def craters(task: Task, ply: int) -> int:
    """How many fires the domino of this ply throws."""
    return int(task.halves[ply, 0, CRATERS] + task.halves[ply, 1, CRATERS])


@compiled
def targets(task: Task, desk: Desk, slot: int, volcano: int, fires: int) -> np.uint64:
    """O5: the squares on which the fire may land."""
    reached = cell_board(volcano)
    for _ in range(4 - fires):
        reached = around(reached) & task.window
    barred = plane(desk, slot, MARK_LOW) | plane(desk, slot, MARK_HIGH) | plane(desk, slot, VOLCANO) | task.hut
    return np.uint64(reached & plane(desk, slot, TAKEN) & ~barred)


@compiled
def burn(desk: Desk, slot: int, cell: int, fires: int) -> None:
    """O6: the token stays, what was there does not."""
    target = cell_board(cell)
    if fires & 1:
        desk.boards[slot, MARK_LOW] |= target
    if fires & 2:
        desk.boards[slot, MARK_HIGH] |= target
    desk.boards[slot, THROWN] |= target
    desk.boards[slot, GOODS] &= ~target
    for digit in range(4):
        desk.boards[slot, MEN + digit] &= ~target


@compiled
def copy_boards(desk: Desk, source: int, slot: int) -> None:
    for board in range(BOARDS):
        desk.boards[slot, board] = plane(desk, source, board)


@compiled
def make(task: Task, desk: Desk, slot: int, ply: int, move: int) -> None:
    """Do all that a move does to a territory."""
    if move == DISCARD:
        return
    lay(task, desk, slot, ply, first_cell(move), second_cell(move))
    if fire_cell(move) != NOWHERE:
        burn(desk, slot, fire_cell(move), craters(task, ply))
