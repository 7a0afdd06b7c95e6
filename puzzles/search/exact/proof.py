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
from puzzles.search.exact.transpositions import UNKNOWN, Table, recalled, remember
from puzzles.search.exact.tribe import tribe_bound, tribe_points
from puzzles.search.exact.window_problem import BOARDS, TAKEN, Task
from puzzles.search.exact.workspace import MOVES, Desk, plane
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS

FAILED, FOUND, PAUSED = range(3)
START: Final = -1  # the ply of a desk on which a search is to begin
_BOUND_WEIGHT: Final = 2  # against the points a territory has already
_SYMMETRIC: Final = 2  # plies after which two territories may still be mirror images
_HIGHEST: Final = 1 << 12  # more than any bound, or any points


@compiled
def search(task: Task, desk: Desk, table: Table, target: int, patience: int) -> int:
    """Goes on until the target is reached or refuted, or the limit of territories is reached.

    The territory to begin with lies at ply 0 of the desk.
    """
    if desk.ply == START:
        desk.ply = 0
        expand(task, desk, 0, target)
    while patience > 0:
        ply = desk.ply
        if desk.next[ply] == desk.count[ply]:
            desk.ply = ply - 1
            if ply == 0:
                return FAILED
            _remember(desk, table, ply - 1)
            continue
        desk.next[ply] += 1
        child = chosen(desk, ply)
        if _is_refuted(desk, table, ply, child, target):
            continue
        patience -= 1
        desk.nodes += 1
        copy_boards(desk, ply, ply + 1)
        make(task, desk, ply + 1, ply, desk.move[ply, child])
        if ply + 1 < task.count:
            desk.ply = ply + 1
            expand(task, desk, ply + 1, target)
            continue
        desk.back[ply + 1] = final_worth(task, desk, ply, child)
        if desk.back[ply + 1] >= target:
            return FOUND
        _remember(desk, table, ply)
    return PAUSED


@compiled
def final_worth(task: Task, desk: Desk, ply: int, child: int) -> int:
    """What a finished territory is worth with the best recruits. Without any its bound is its worth."""
    worth, last = desk.bound[ply, child], ply + 1
    if task.recruits == 0:
        return int(worth)
    worth -= tribe_bound(task, desk, last, last, 0)
    return int(worth + tribe_points(task, desk, last) + recruits_worth(task, desk, last))


@compiled
def chosen(desk: Desk, ply: int) -> int:
    """The move at this ply that is being looked at."""
    return int(desk.order[ply, desk.next[ply] - 1] & (MOVES - 1))


@compiled
def _is_refuted(desk: Desk, table: Table, ply: int, child: int, target: int) -> bool:
    gain = recalled(table, desk.key[ply, child])
    if gain == UNKNOWN or desk.certain[ply, child] + gain >= target:
        return False
    desk.back[ply] = max(desk.back[ply], desk.certain[ply, child] + gain)
    return True


@compiled
def _remember(desk: Desk, table: Table, ply: int) -> None:
    """The move at this ply has been looked at: what it can bring at most is known now."""
    child = chosen(desk, ply)
    bound = min(desk.back[ply + 1], desk.bound[ply, child])
    desk.back[ply] = max(desk.back[ply], bound)
    remember(table, desk.key[ply, child], ply, bound - desk.certain[ply, child])


@compiled
def expand(task: Task, desk: Desk, ply: int, target: int) -> None:
    """Notes the moves of a territory that may reach the target, the most promising first."""
    desk.count[ply] = desk.next[ply] = 0
    desk.back[ply] = -1
    has_room = False
    for direction in range(2 if task.is_alike[ply] else 4):
        cells = fits(task, desk, ply, ply, direction)
        has_room |= cells != ZERO
        while cells != ZERO:
            a = cell_of(cells)
            b = cell_of(stepped(cell_board(a), direction))
            cells &= cells - ONE
            _note_placement(task, desk, ply, a, b, target)
    if not task.must_place or not (has_room or fits_outside(task, desk, ply, ply)):
        copy_boards(desk, ply, ply + 1)
        _note(task, desk, ply, ply + 1, DISCARD, target)
    _sort(desk, ply)


@compiled
def _note_placement(task: Task, desk: Desk, ply: int, a: int, b: int, target: int) -> None:
    copy_boards(desk, ply, ply + 1)
    lay(task, desk, ply + 1, ply, a, b)
    fires = craters(task, ply)
    landings = ZERO
    if fires:
        # Before looking where the fire lands: is it any good to lay the volcano there?
        bound, _, _ = survey(task, desk, ply + 1, ply + 1, fires)
        if bound < target:
            desk.back[ply] = max(desk.back[ply], bound)
            return
        landings = targets(task, desk, ply + 1, a if task.halves[ply, 0, CRATERS] else b, fires)
    if landings == ZERO:
        _note(task, desk, ply, ply + 1, move_of(a, b, NOWHERE), target)
    while landings != ZERO:
        at = cell_of(landings)
        landings &= landings - ONE
        copy_boards(desk, ply + 1, ply + 2)
        burn(desk, ply + 2, at, fires)
        _note(task, desk, ply, ply + 2, move_of(a, b, at), target)


@compiled
def _note(task: Task, desk: Desk, ply: int, slot: int, move: int, target: int) -> None:
    """A move that leads from this ply to the territory in this slot."""
    bound, certain, key = survey(task, desk, slot, ply + 1, 0)
    if bound < target:
        desk.back[ply] = max(desk.back[ply], bound)
        return
    if ply < _SYMMETRIC and task.turn_count > 1:
        certain, key = 0, _least_image(task, desk, slot, ply)
    noted = desk.count[ply]
    desk.count[ply] = noted + 1
    desk.move[ply, noted] = move
    desk.bound[ply, noted] = bound
    desk.certain[ply, noted] = certain
    desk.key[ply, noted] = key
    desk.order[ply, noted] = ((_HIGHEST - bound) * _HIGHEST + _HIGHEST - 1 - desk.points) * MOVES + noted


@compiled
def rank(order: int) -> int:
    """How promising a move is by its place in the order, and by what it brings at once: low is good."""
    bound, points = _HIGHEST - order // (MOVES * _HIGHEST), _HIGHEST - 1 - (order // MOVES) % _HIGHEST
    return max(0, _HIGHEST - 1 - _BOUND_WEIGHT * bound - points)


@compiled
def _sort(desk: Desk, ply: int) -> None:
    """By insertion: where there are many moves, nearly all have few different bounds and come in good order."""
    for place in range(1, desk.count[ply]):
        value = desk.order[ply, place]
        before = place - 1
        while before >= 0 and desk.order[ply, before] > value:
            desk.order[ply, before + 1] = desk.order[ply, before]
            before -= 1
        desk.order[ply, before + 1] = value


@compiled
def _least_image(task: Task, desk: Desk, slot: int, ply: int) -> np.uint64:
    """The same key for all territories that a symmetry of the problem takes to each other."""
    least = ~ZERO
    for turn in range(task.turn_count):
        least = min(least, _image(task, desk, slot, ply, turn))
    return least


@compiled
def _image(task: Task, desk: Desk, slot: int, ply: int, turn: int) -> np.uint64:
    key = np.uint64(ply + 100) + (task.salt << np.uint64(56))
    for cell in range(CELLS):
        cell_bit = cell_board(cell)
        if plane(desk, slot, TAKEN) & cell_bit != ZERO:
            content = 0
            for board in range(BOARDS):
                content = 2 * content + (1 if plane(desk, slot, board) & cell_bit != ZERO else 0)
            key += scrambled(np.uint64(task.turns[turn, cell] << 20 | content))
    return scrambled(key)
