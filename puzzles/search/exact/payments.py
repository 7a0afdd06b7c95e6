"""Every way to recruit that adds the given points: which cavemen, where, and which resources are spent."""

import numpy as np

from puzzles.search.exact.cells import ONE, ZERO, cell_board, cell_of, count
from puzzles.search.exact.counted_boards import CountedBoards, is_full, note_board
from puzzles.search.exact.placing import copy_boards
from puzzles.search.exact.recruiting import cheapest, gain_alone, gain_of_pair, weigh_resources
from puzzles.search.exact.tribe import KINDS, standing_room
from puzzles.search.exact.window_problem import GOODS, MEN, WindowProblem
from puzzles.search.exact.workspace import Workspace, plane
from puzzles.search.kernel.rules.compiled import compiled


@compiled
def note_recruits(problem: WindowProblem, workspace: Workspace, slot: int, counted: CountedBoards, gain: int) -> None:
    """Counts the boards with recruits that add `gain` to the tribe, which must be the most they can add."""
    weigh_resources(problem, workspace, slot)
    workspace.gain, workspace.posts = gain, standing_room(problem, workspace, slot)
    for place in range(problem.cave_count):
        _note_alone(problem, workspace, slot, counted, problem.cave[place])
        for other in range(place + 1, problem.cave_count if problem.recruits == 2 else 0):
            _note_pairs(problem, workspace, slot, counted, problem.cave[place], problem.cave[other])


@compiled
def _note_alone(problem: WindowProblem, workspace: Workspace, slot: int, counted: CountedBoards, caveman: int) -> None:
    waiting = workspace.posts
    while waiting != ZERO:
        cell = cell_of(waiting)
        waiting &= waiting - ONE
        if gain_alone(problem, workspace, slot, caveman, cell) == workspace.gain:
            copy_boards(workspace, slot, slot + 1)
            _stand(workspace, slot + 1, caveman, cell)
            _note_payments(problem, workspace, slot, counted, cell_board(cell), 1)


@compiled
def _note_pairs(
    problem: WindowProblem, workspace: Workspace, slot: int, counted: CountedBoards, caveman: int, other: int
) -> None:
    firsts = workspace.posts
    while firsts != ZERO:
        first = cell_of(firsts)
        firsts &= firsts - ONE
        seconds = workspace.posts & ~cell_board(first)
        while seconds != ZERO and not is_full(counted):
            second = cell_of(seconds)
            seconds &= seconds - ONE
            if gain_of_pair(problem, workspace, slot, caveman, first, other, second) == workspace.gain:
                copy_boards(workspace, slot, slot + 1)
                _stand(workspace, slot + 1, caveman, first)
                _stand(workspace, slot + 1, other, second)
                _note_payments(problem, workspace, slot, counted, cell_board(first) | cell_board(second), 2)


@compiled
def _stand(workspace: Workspace, slot: int, caveman: int, cell: int) -> None:
    for digit in range(4):
        if caveman & (1 << digit):
            workspace.boards[slot, MEN + digit] |= cell_board(cell)


@compiled
def _note_payments(
    problem: WindowProblem, workspace: Workspace, slot: int, counted: CountedBoards, stood_on: np.uint64, recruits: int
) -> None:
    """The recruits stand on the board after this slot: counts it with each of the cheapest ways to pay."""
    goods = plane(workspace, slot, GOODS)
    workspace.recruits, workspace.least_cost = recruits, cheapest(workspace, slot, stood_on, recruits)
    spent = goods & stood_on
    _spend(problem, workspace, slot, counted, goods & ~stood_on, spent, 2 * recruits - count(spent))


@compiled
def _spend(
    problem: WindowProblem,
    workspace: Workspace,
    slot: int,
    counted: CountedBoards,
    cells: np.uint64,
    spent: np.uint64,
    due: int,
) -> None:
    """Spends `due` more of these cells in every way that costs no more than the least."""
    if due == 0:
        if _cost(workspace, spent) == workspace.least_cost:
            workspace.boards[slot + 1, GOODS] = plane(workspace, slot, GOODS) & ~spent
            note_board(problem, workspace, slot + 1, counted)
        return
    while cells != ZERO and not is_full(counted):
        cell = cells & (~cells + ONE)
        cells &= ~cell
        if _is_within(workspace, slot, spent | cell) and _cost(workspace, spent | cell) <= workspace.least_cost:
            _spend(problem, workspace, slot, counted, cells, spent | cell, due - 1)


@compiled
def _cost(workspace: Workspace, spent: np.uint64) -> int:
    cost = 0
    while spent != ZERO:
        cost += workspace.price[cell_of(spent)]
        spent &= spent - ONE
    return cost


@compiled
def _is_within(workspace: Workspace, slot: int, spent: np.uint64) -> bool:
    """Whether no more resources of one kind are spent than there are recruits."""
    for kind in range(KINDS):  # noqa: SIM110 - a generator is not compiled
        if count(spent & plane(workspace, slot, kind)) > workspace.recruits:
            return False
    return True
