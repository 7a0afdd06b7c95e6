"""Every way to recruit that adds the given points: which cavemen, where, and which resources are spent."""

import numpy as np

from puzzles.search.exact.cells import ONE, ZERO, cell_board, cell_of, count
from puzzles.search.exact.counted_boards import Ledger, is_full, note_board
from puzzles.search.exact.placing import copy_boards
from puzzles.search.exact.recruiting import cheapest, gain_alone, gain_of_pair, weigh_resources
from puzzles.search.exact.tribe import KINDS, standing_room
from puzzles.search.exact.window_problem import GOODS, MEN, Task
from puzzles.search.exact.workspace import Desk, plane
from puzzles.search.kernel.rules.compiled import compiled


@compiled
def note_recruits(task: Task, desk: Desk, slot: int, ledger: Ledger, gain: int) -> None:
    """Counts the boards with recruits that add `gain` to the tribe, which must be the most they can add."""
    weigh_resources(task, desk, slot)
    desk.gain, desk.posts = gain, standing_room(task, desk, slot)
    for place in range(task.cave_count):
        _note_alone(task, desk, slot, ledger, task.cave[place])
        for other in range(place + 1, task.cave_count if task.recruits == 2 else 0):
            _note_pairs(task, desk, slot, ledger, task.cave[place], task.cave[other])


@compiled
def _note_alone(task: Task, desk: Desk, slot: int, ledger: Ledger, caveman: int) -> None:
    waiting = desk.posts
    while waiting != ZERO:
        cell = cell_of(waiting)
        waiting &= waiting - ONE
        if gain_alone(task, desk, slot, caveman, cell) == desk.gain:
            copy_boards(desk, slot, slot + 1)
            _stand(desk, slot + 1, caveman, cell)
            _note_payments(task, desk, slot, ledger, cell_board(cell), 1)


@compiled
def _note_pairs(task: Task, desk: Desk, slot: int, ledger: Ledger, caveman: int, other: int) -> None:
    firsts = desk.posts
    while firsts != ZERO:
        first = cell_of(firsts)
        firsts &= firsts - ONE
        seconds = desk.posts & ~cell_board(first)
        while seconds != ZERO and not is_full(ledger):
            second = cell_of(seconds)
            seconds &= seconds - ONE
            if gain_of_pair(task, desk, slot, caveman, first, other, second) == desk.gain:
                copy_boards(desk, slot, slot + 1)
                _stand(desk, slot + 1, caveman, first)
                _stand(desk, slot + 1, other, second)
                _note_payments(task, desk, slot, ledger, cell_board(first) | cell_board(second), 2)


@compiled
def _stand(desk: Desk, slot: int, caveman: int, cell: int) -> None:
    for digit in range(4):
        if caveman & (1 << digit):
            desk.boards[slot, MEN + digit] |= cell_board(cell)


@compiled
def _note_payments(task: Task, desk: Desk, slot: int, ledger: Ledger, stood_on: np.uint64, recruits: int) -> None:
    """The recruits stand on the board after this slot: counts it with each of the cheapest ways to pay."""
    goods = plane(desk, slot, GOODS)
    desk.recruits, desk.least_cost = recruits, cheapest(desk, slot, stood_on, recruits)
    spent = goods & stood_on
    _spend(task, desk, slot, ledger, goods & ~stood_on, spent, 2 * recruits - count(spent))


@compiled
def _spend(task: Task, desk: Desk, slot: int, ledger: Ledger, cells: np.uint64, spent: np.uint64, due: int) -> None:
    """Spends `due` more of these cells in every way that costs no more than the least."""
    if due == 0:
        if _cost(desk, spent) == desk.least_cost:
            desk.boards[slot + 1, GOODS] = plane(desk, slot, GOODS) & ~spent
            note_board(task, desk, slot + 1, ledger)
        return
    while cells != ZERO and not is_full(ledger):
        cell = cells & (~cells + ONE)
        cells &= ~cell
        if _is_within(desk, slot, spent | cell) and _cost(desk, spent | cell) <= desk.least_cost:
            _spend(task, desk, slot, ledger, cells, spent | cell, due - 1)


@compiled
def _cost(desk: Desk, spent: np.uint64) -> int:
    cost = 0
    while spent != ZERO:
        cost += desk.price[cell_of(spent)]
        spent &= spent - ONE
    return cost


@compiled
def _is_within(desk: Desk, slot: int, spent: np.uint64) -> bool:
    """Whether no more resources of one kind are spent than there are recruits."""
    for kind in range(KINDS):  # noqa: SIM110 - a generator is not compiled
        if count(spent & plane(desk, slot, kind)) > desk.recruits:
            return False
    return True
