"""Laying dominoes and throwing fires: O3 to O6 on the boards of one window.

A move is one number: the cells of the first and the second square and of the fire, six bits each.
"""

from typing import Final

import numpy as np

from puzzles.search.exact.cells import NOWHERE, ONE, ZERO, around, beside, cell_board
from puzzles.search.exact.window_problem import BOARDS, GOODS, MARK_HIGH, MARK_LOW, MEN, TAKEN, THROWN, WindowProblem
from puzzles.search.exact.workspace import Workspace, plane
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
def openings(problem: WindowProblem, workspace: Workspace, slot: int, terrain: int) -> np.uint64:
    """The free cells of the window on which a square of this terrain would meet the hut or its own kind."""
    return np.uint64(
        beside(plane(workspace, slot, terrain) | problem.hut) & problem.window & ~plane(workspace, slot, TAKEN)
    )


@compiled
def fits(problem: WindowProblem, workspace: Workspace, slot: int, ply: int, direction: int) -> np.uint64:
    """O3: where the first square may lie when the second lies in this direction from it."""
    free = problem.window & ~plane(workspace, slot, TAKEN)
    a = openings(problem, workspace, slot, problem.halves[ply, 0, TERRAIN])
    b = openings(problem, workspace, slot, problem.halves[ply, 1, TERRAIN])
    back = (direction + 2) & 3
    return np.uint64((a & stepped(free, back)) | (free & stepped(b, back)))


@compiled
def fits_outside(problem: WindowProblem, workspace: Workspace, slot: int, ply: int) -> bool:
    """Whether the domino of this ply fits somewhere partly or wholly outside the window.

    It then must be laid (O4), and the territory does not end in this window. To step over one side there must be
    slack at the opposite one. A square outside the window has no neighbours of its own kind but those on the
    outermost cells; and where one of those is, there is also a cell for the second square.
    """
    terrain, other = problem.halves[ply, 0, TERRAIN], problem.halves[ply, 1, TERRAIN]
    joining = openings(problem, workspace, slot, terrain) | openings(problem, workspace, slot, other)
    joining |= plane(workspace, slot, terrain) | plane(workspace, slot, other) | problem.hut
    return bool(joining & slack_edges(problem, plane(workspace, slot, TAKEN)) != ZERO)


@compiled
def slack_edges(problem: WindowProblem, taken: np.uint64) -> np.uint64:
    """The outermost cells of those sides of the window over which the territory could still grow."""
    edges = ZERO
    if taken & problem.right == ZERO:
        edges |= problem.left
    if taken & problem.left == ZERO:
        edges |= problem.right
    if taken & problem.bottom == ZERO:
        edges |= problem.top
    if taken & problem.top == ZERO:
        edges |= problem.bottom
    return edges


@compiled
def lay(problem: WindowProblem, workspace: Workspace, slot: int, ply: int, a: int, b: int) -> None:
    """Lay the domino of this ply."""
    for half in range(2):
        square = cell_board(a if half == 0 else b)
        workspace.boards[slot, problem.halves[ply, half, TERRAIN]] |= square
        workspace.boards[slot, TAKEN] |= square
        if problem.halves[ply, half, MARKS] & 1:
            workspace.boards[slot, MARK_LOW] |= square
        if problem.halves[ply, half, MARKS] & 2:
            workspace.boards[slot, MARK_HIGH] |= square
        if problem.halves[ply, half, RESOURCE]:
            workspace.boards[slot, GOODS] |= square


@compiled
def craters(problem: WindowProblem, ply: int) -> int:
    """How many fires the domino of this ply throws."""
    return int(problem.halves[ply, 0, CRATERS] + problem.halves[ply, 1, CRATERS])


@compiled
def targets(problem: WindowProblem, workspace: Workspace, slot: int, volcano: int, fires: int) -> np.uint64:
    """O5: the squares on which the fire may land."""
    reached = cell_board(volcano)
    for _ in range(4 - fires):
        reached = around(reached) & problem.window
    barred = (
        plane(workspace, slot, MARK_LOW)
        | plane(workspace, slot, MARK_HIGH)
        | plane(workspace, slot, VOLCANO)
        | problem.hut
    )
    return np.uint64(reached & plane(workspace, slot, TAKEN) & ~barred)


@compiled
def burn(workspace: Workspace, slot: int, cell: int, fires: int) -> None:
    """O6: the token stays, what was there does not."""
    target = cell_board(cell)
    if fires & 1:
        workspace.boards[slot, MARK_LOW] |= target
    if fires & 2:
        workspace.boards[slot, MARK_HIGH] |= target
    workspace.boards[slot, THROWN] |= target
    workspace.boards[slot, GOODS] &= ~target
    for digit in range(4):
        workspace.boards[slot, MEN + digit] &= ~target


@compiled
def copy_boards(workspace: Workspace, source: int, slot: int) -> None:
    for board in range(BOARDS):
        workspace.boards[slot, board] = plane(workspace, source, board)


@compiled
def make(problem: WindowProblem, workspace: Workspace, slot: int, ply: int, move: int) -> None:
    """Do all that a move does to a territory."""
    if move == DISCARD:
        return
    lay(problem, workspace, slot, ply, first_cell(move), second_cell(move))
    if fire_cell(move) != NOWHERE:
        burn(workspace, slot, fire_cell(move), craters(problem, ply))
