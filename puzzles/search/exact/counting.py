"""Every final board that reaches the optimum, once: the same search, but none of the ways is left out.

Two territories may be taken for one only if they look the same, so the keys here are those of the whole picture. A
territory met again has no boards that were not counted, but whether it led to any is remembered: another first move
may lead to it.
"""

from puzzles.search.exact.bound import picture
from puzzles.search.exact.counted_boards import (
    FRUITFUL,
    FUTILE,
    NEVER_MET,
    Ledger,
    is_full,
    note_board,
    note_outcome,
    outcome_of,
)
from puzzles.search.exact.payments import note_recruits
from puzzles.search.exact.placing import copy_boards, make
from puzzles.search.exact.proof import START, chosen, expand
from puzzles.search.exact.recruiting import recruits_worth
from puzzles.search.exact.tribe import tribe_bound, tribe_points
from puzzles.search.exact.window_problem import Task
from puzzles.search.exact.workspace import Desk
from puzzles.search.kernel.rules.compiled import compiled

COUNTED, TOO_MANY, UNFINISHED = range(3)


@compiled
def count_boards(task: Task, desk: Desk, ledger: Ledger, optimum: int, patience: int) -> int:
    """Goes on until every board is counted, or the limit of territories is reached.

    The territory to begin with lies at ply 0 of the desk. Of the moves noted there, those that led to a board are
    marked as fruitful.
    """
    if desk.ply == START:
        desk.ply = 0
        expand(task, desk, 0, optimum)
        for move in range(desk.count[0]):
            desk.is_fruitful[move] = 0
    while patience > 0:
        ply = desk.ply
        if is_full(ledger):
            return TOO_MANY
        if desk.next[ply] == desk.count[ply]:
            desk.ply = ply - 1
            if ply == 0:
                return COUNTED
            note_outcome(ledger, desk.node_key[ply], desk.outcome[ply])
            _pass_on(desk, ply - 1, desk.outcome[ply])
            continue
        desk.next[ply] += 1
        patience -= 1
        _look(task, desk, ledger, ply, optimum)
    return UNFINISHED


@compiled
def _pass_on(desk: Desk, ply: int, outcome: int) -> None:
    """The move being looked at led to this."""
    if outcome == FRUITFUL:
        desk.outcome[ply] = FRUITFUL
        if ply == 0:
            desk.is_fruitful[chosen(desk, 0)] = 1


@compiled
def _look(task: Task, desk: Desk, ledger: Ledger, ply: int, optimum: int) -> None:
    """Where the move leads that is being looked at."""
    desk.nodes += 1
    child = chosen(desk, ply)
    copy_boards(desk, ply, ply + 1)
    make(task, desk, ply + 1, ply, desk.move[ply, child])
    if ply + 1 == task.count:
        _pass_on(desk, ply, _final(task, desk, ledger, ply, child, optimum))
        return
    key = picture(task, desk, ply + 1, ply + 1)
    outcome = outcome_of(ledger, key)
    if outcome != NEVER_MET:
        _pass_on(desk, ply, outcome)
        return
    desk.ply = ply + 1
    desk.node_key[ply + 1] = key
    desk.outcome[ply + 1] = FUTILE
    expand(task, desk, ply + 1, optimum)


@compiled
def _final(task: Task, desk: Desk, ledger: Ledger, ply: int, child: int, optimum: int) -> int:
    """Counts the boards to which a finished territory leads."""
    worth, last = desk.bound[ply, child], ply + 1
    if task.recruits:
        worth += tribe_points(task, desk, last) - tribe_bound(task, desk, last, last, 0)
    if worth == optimum:
        note_board(task, desk, last, ledger)
    if task.recruits == 0:
        return FRUITFUL if worth == optimum else FUTILE
    gain = recruits_worth(task, desk, last)
    if worth + gain < optimum:
        return FUTILE
    note_recruits(task, desk, last, ledger, gain)
    return FRUITFUL
