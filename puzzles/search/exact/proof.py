"""The search itself: depth first, each ply one domino with its fire, and a table of what was found before.

It is asked whether some score can be reached. If it fails it has proven more: a bound below that score, backed up
from all the territories where it stopped.
"""

from typing import Final

import numpy as np

from puzzles.search.exact.bound import survey
from puzzles.search.exact.cells import CELLS, NOWHERE, ONE, ZERO, cell_board, cell_of, scrambled
from puzzles.search.exact.placing import (
    DISCARD,
    burn,
    copy_boards,
    craters,
    fits,
    fits_outside,
    lay,
    make,
    move_of,
    stepped,
    targets,
)
from puzzles.search.exact.recruiting import recruits_worth
from puzzles.search.exact.transpositions import UNKNOWN, Transpositions, recalled, remember
from puzzles.search.exact.tribe import tribe_bound, tribe_points
from puzzles.search.exact.window_problem import BOARDS, TAKEN, WindowProblem
from puzzles.search.exact.workspace import MOVES, Workspace, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS

FAILED, FOUND, PAUSED = range(3)
START: Final = -1  # the ply of a workspace on which a search is to begin
_BOUND_WEIGHT: Final = 2  # against the points a territory has already
_SYMMETRIC: Final = 2  # plies after which two territories may still be mirror images
_HIGHEST: Final = 1 << 12  # more than any bound, or any points


@compiled
def search(
    window_problem: WindowProblem, workspace: Workspace, transpositions: Transpositions, target: int, patience: int
) -> int:
    """Goes on until the target is reached or refuted, or the limit of territories is reached.

    The territory to begin with lies at ply 0 of the workspace.
    """
    if workspace.ply == START:
        workspace.ply = 0
        expand(window_problem, workspace, 0, target)
    while patience > 0:
        ply = workspace.ply
        if workspace.next[ply] == workspace.count[ply]:
            workspace.ply = ply - 1
            if ply == 0:
                return FAILED
            _remember(workspace, transpositions, ply - 1)
            continue
        workspace.next[ply] += 1
        child = chosen(workspace, ply)
        if _is_refuted(workspace, transpositions, ply, child, target):
            continue
        patience -= 1
        workspace.nodes += 1
        copy_boards(workspace, ply, ply + 1)
        make(window_problem, workspace, ply + 1, ply, workspace.move[ply, child])
        if ply + 1 < window_problem.count:
            workspace.ply = ply + 1
            expand(window_problem, workspace, ply + 1, target)
            continue
        workspace.back[ply + 1] = final_worth(window_problem, workspace, ply, child)
        if workspace.back[ply + 1] >= target:
            return FOUND
        _remember(workspace, transpositions, ply)
    return PAUSED


@compiled
def final_worth(window_problem: WindowProblem, workspace: Workspace, ply: int, child: int) -> int:
    """What a finished territory is worth with the best recruits. Without any its bound is its worth."""
    worth, last = workspace.bound[ply, child], ply + 1
    if window_problem.recruits == 0:
        return int(worth)
    worth -= tribe_bound(window_problem, workspace, last, last, 0)
    return int(worth + tribe_points(window_problem, workspace, last) + recruits_worth(window_problem, workspace, last))


@compiled
def chosen(workspace: Workspace, ply: int) -> int:
    """The move at this ply that is being looked at."""
    return int(workspace.order[ply, workspace.next[ply] - 1] & (MOVES - 1))


@compiled
def _is_refuted(workspace: Workspace, transpositions: Transpositions, ply: int, child: int, target: int) -> bool:
    gain = recalled(transpositions, workspace.key[ply, child])
    if gain == UNKNOWN or workspace.certain[ply, child] + gain >= target:
        return False
    workspace.back[ply] = max(workspace.back[ply], workspace.certain[ply, child] + gain)
    return True


@compiled
def _remember(workspace: Workspace, transpositions: Transpositions, ply: int) -> None:
    """The move at this ply has been looked at: what it can bring at most is known now."""
    child = chosen(workspace, ply)
    bound = min(workspace.back[ply + 1], workspace.bound[ply, child])
    workspace.back[ply] = max(workspace.back[ply], bound)
    remember(transpositions, workspace.key[ply, child], ply, bound - workspace.certain[ply, child])


@compiled
def expand(window_problem: WindowProblem, workspace: Workspace, ply: int, target: int) -> None:
    """Notes the moves of a territory that may reach the target, the most promising first."""
    workspace.count[ply] = workspace.next[ply] = 0
    workspace.back[ply] = -1
    has_room = False
    for direction in range(2 if window_problem.is_alike[ply] else 4):
        cells = fits(window_problem, workspace, ply, ply, direction)
        has_room |= cells != ZERO
        while cells != ZERO:
            a = cell_of(cells)
            b = cell_of(stepped(cell_board(a), direction))
            cells &= cells - ONE
            _note_placement(window_problem, workspace, ply, a, b, target)
    if not window_problem.must_place or not (has_room or fits_outside(window_problem, workspace, ply, ply)):
        copy_boards(workspace, ply, ply + 1)
        _note(window_problem, workspace, ply, ply + 1, DISCARD, target)
    _sort(workspace, ply)


@compiled
def _note_placement(window_problem: WindowProblem, workspace: Workspace, ply: int, a: int, b: int, target: int) -> None:
    copy_boards(workspace, ply, ply + 1)
    lay(window_problem, workspace, ply + 1, ply, a, b)
    fires = craters(window_problem, ply)
    landings = ZERO
    if fires:
        # Before looking where the fire lands: is it any good to lay the volcano there?
        bound, _, _ = survey(window_problem, workspace, ply + 1, ply + 1, fires)
        if bound < target:
            workspace.back[ply] = max(workspace.back[ply], bound)
            return
        landings = targets(
            window_problem, workspace, ply + 1, a if window_problem.halves[ply, 0, CRATERS] else b, fires
        )
    if landings == ZERO:
        _note(window_problem, workspace, ply, ply + 1, move_of(a, b, NOWHERE), target)
    while landings != ZERO:
        at = cell_of(landings)
        landings &= landings - ONE
        copy_boards(workspace, ply + 1, ply + 2)
        burn(workspace, ply + 2, at, fires)
        _note(window_problem, workspace, ply, ply + 2, move_of(a, b, at), target)


@compiled
def _note(window_problem: WindowProblem, workspace: Workspace, ply: int, slot: int, move: int, target: int) -> None:
    """A move that leads from this ply to the territory in this slot."""
    bound, certain, key = survey(window_problem, workspace, slot, ply + 1, 0)
    if bound < target:
        workspace.back[ply] = max(workspace.back[ply], bound)
        return
    if ply < _SYMMETRIC and window_problem.turn_count > 1:
        certain, key = 0, _least_image(window_problem, workspace, slot, ply)
    noted = workspace.count[ply]
    workspace.count[ply] = noted + 1
    workspace.move[ply, noted] = move
    workspace.bound[ply, noted] = bound
    workspace.certain[ply, noted] = certain
    workspace.key[ply, noted] = key
    workspace.order[ply, noted] = ((_HIGHEST - bound) * _HIGHEST + _HIGHEST - 1 - workspace.points) * MOVES + noted


@compiled
def rank(order: int) -> int:
    """How promising a move is by its place in the order, and by what it brings at once: low is good."""
    bound, points = _HIGHEST - order // (MOVES * _HIGHEST), _HIGHEST - 1 - (order // MOVES) % _HIGHEST
    return max(0, _HIGHEST - 1 - _BOUND_WEIGHT * bound - points)


@compiled
def _sort(workspace: Workspace, ply: int) -> None:
    """By insertion: where there are many moves, nearly all have few different bounds and come in good order."""
    for place in range(1, workspace.count[ply]):
        value = workspace.order[ply, place]
        before = place - 1
        while before >= 0 and workspace.order[ply, before] > value:
            workspace.order[ply, before + 1] = workspace.order[ply, before]
            before -= 1
        workspace.order[ply, before + 1] = value


@compiled
def _least_image(window_problem: WindowProblem, workspace: Workspace, slot: int, ply: int) -> np.uint64:
    """The same key for all territories that a symmetry of the problem takes to each other."""
    least = ~ZERO
    for turn in range(window_problem.turn_count):
        least = min(least, _image(window_problem, workspace, slot, ply, turn))
    return least


@compiled
def _image(window_problem: WindowProblem, workspace: Workspace, slot: int, ply: int, turn: int) -> np.uint64:
    key = np.uint64(ply + 100) + (window_problem.salt << np.uint64(56))
    for cell in range(CELLS):
        cell_bit = cell_board(cell)
        if plane(workspace, slot, TAKEN) & cell_bit != ZERO:
            content = 0
            for board in range(BOARDS):
                content = 2 * content + (1 if plane(workspace, slot, board) & cell_bit != ZERO else 0)
            key += scrambled(np.uint64(window_problem.turns[turn, cell] << 20 | content))
    return scrambled(key)
