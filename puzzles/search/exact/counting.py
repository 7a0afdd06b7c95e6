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
    CountedBoards,
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
from puzzles.search.exact.window_problem import WindowProblem
from puzzles.search.exact.workspace import Workspace
from puzzles.search.kernel.rules.compiled import compiled

COUNTED, TOO_MANY, UNFINISHED = range(3)


@compiled
def count_boards(
    problem: WindowProblem, workspace: Workspace, counted: CountedBoards, optimum: int, patience: int
) -> int:
    """Goes on until every board is counted, or the limit of territories is reached.

    The territory to begin with lies at ply 0 of the workspace. Of the moves noted there, those that led to a board are
    marked as fruitful.
    """
    if workspace.ply == START:
        workspace.ply = 0
        expand(problem, workspace, 0, optimum)
        for move in range(workspace.count[0]):
            workspace.is_fruitful[move] = 0
    while patience > 0:
        ply = workspace.ply
        if is_full(counted):
            return TOO_MANY
        if workspace.next[ply] == workspace.count[ply]:
            workspace.ply = ply - 1
            if ply == 0:
                return COUNTED
            note_outcome(counted, workspace.node_key[ply], workspace.outcome[ply])
            _pass_on(workspace, ply - 1, workspace.outcome[ply])
            continue
        workspace.next[ply] += 1
        patience -= 1
        _look(problem, workspace, counted, ply, optimum)
    return UNFINISHED


@compiled
def _pass_on(workspace: Workspace, ply: int, outcome: int) -> None:
    """The move being looked at led to this."""
    if outcome == FRUITFUL:
        workspace.outcome[ply] = FRUITFUL
        if ply == 0:
            workspace.is_fruitful[chosen(workspace, 0)] = 1


@compiled
def _look(problem: WindowProblem, workspace: Workspace, counted: CountedBoards, ply: int, optimum: int) -> None:
    """Where the move leads that is being looked at."""
    workspace.nodes += 1
    child = chosen(workspace, ply)
    copy_boards(workspace, ply, ply + 1)
    make(problem, workspace, ply + 1, ply, workspace.move[ply, child])
    if ply + 1 == problem.count:
        _pass_on(workspace, ply, _final(problem, workspace, counted, ply, child, optimum))
        return
    key = picture(problem, workspace, ply + 1, ply + 1)
    outcome = outcome_of(counted, key)
    if outcome != NEVER_MET:
        _pass_on(workspace, ply, outcome)
        return
    workspace.ply = ply + 1
    workspace.node_key[ply + 1] = key
    workspace.outcome[ply + 1] = FUTILE
    expand(problem, workspace, ply + 1, optimum)


@compiled
def _final(
    problem: WindowProblem, workspace: Workspace, counted: CountedBoards, ply: int, child: int, optimum: int
) -> int:
    """Counts the boards to which a finished territory leads."""
    worth, last = workspace.bound[ply, child], ply + 1
    if problem.recruits:
        worth += tribe_points(problem, workspace, last) - tribe_bound(problem, workspace, last, last, 0)
    if worth == optimum:
        note_board(problem, workspace, last, counted)
    if problem.recruits == 0:
        return FRUITFUL if worth == optimum else FUTILE
    gain = recruits_worth(problem, workspace, last)
    if worth + gain < optimum:
        return FUTILE
    note_recruits(problem, workspace, last, counted, gain)
    return FRUITFUL
