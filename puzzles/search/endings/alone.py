"""One seat on its own: the most that its territory reaches with dominoes that are certain, laid in their order.

Every domino has two plies: where it goes, and where its fire lands. Only the first of them is remembered.
"""

from typing import Final

import numpy as np

from puzzles.search.endings.targets import craters_of, one_of_each_region, without_mirrored
from puzzles.search.endings.workspace import BEYOND, STEPS, Workspace, is_spent
from puzzles.search.endings.worth import own_worth
from puzzles.search.kernel.rules.bits import number, word
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, SQUARES, TERRAINS
from puzzles.search.kernel.rules.fire import burn, targets
from puzzles.search.kernel.rules.layout import MARK_LOW, MEN, NOBODY, PLACE, State
from puzzles.search.kernel.rules.legal import all_ways, list_cells
from puzzles.search.kernel.rules.moves import DISCARD, LOST, first_cell, second_cell
from puzzles.search.kernel.rules.territory import fits, lay

_OPEN: Final = -BEYOND  # no value yet
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)


@compiled
def alone(work: Workspace, state: State, seat: int) -> int:
    """The worth that a seat reaches in the last round, without totems, with all that it has yet to lay."""
    _list_dominoes(work, state, seat)
    lone = work.lone
    lone.room[0] = state
    ply, value = 0, _enter(work, seat, 0)
    while not is_spent(work):
        if value == _OPEN:
            if lone.next[ply] < lone.count[ply]:
                ply = _go_on(work, seat, ply)
                value = _enter(work, seat, ply)
                continue
            value = number(lone.best[ply])
            _remember(work, seat, ply, value)
        if ply == 0:
            return value
        ply = _before(work, ply)
        lone.best[ply] = max(number(lone.best[ply]), value)
        value = _OPEN
    return 0


@compiled
def _list_dominoes(work: Workspace, state: State, seat: int) -> None:
    listed = 0
    if work.late[seat] != NOBODY:
        work.queue[listed] = work.late[seat]
        listed += 1
    if state.step == PLACE:
        for place in range(state.acting, state.line_count):
            if state.line_seat[place] == seat:
                work.queue[listed] = state.line[place]
                listed += 1
    work.queue[listed] = NOBODY


@compiled
def _enter(work: Workspace, seat: int, ply: int) -> int:
    """The value of a ply, if it is known at once; otherwise its moves are listed."""
    lone, domino = work.lone, number(work.queue[ply // 2])
    state, moves = lone.room[ply], lone.moves[ply]
    if domino == NOBODY:
        return own_worth(state, seat)
    work.steps[STEPS] += 1
    lone.next[ply], lone.best[ply] = 0, _OPEN
    if ply % 2 == 1:
        lone.count[ply] = _list_targets(work, seat, ply)
        return _OPEN
    key = _key(work, seat, ply)
    place = number(key & word(len(work.keys) - 1))
    if work.keys[place] == key:
        return number(work.worths[place])
    listed = without_mirrored(state, domino, moves, all_ways(fits(state, seat, domino), moves))
    if listed == 0 or not state.must_place:
        moves[listed] = DISCARD
        listed += 1
    lone.count[ply] = listed
    return _OPEN


@compiled
def _list_targets(work: Workspace, seat: int, ply: int) -> int:
    state, moves = work.lone.room[ply], work.lone.moves[ply]
    fires = craters_of(state, number(work.queue[ply // 2]))
    listed = list_cells(targets(state, seat, state.volcano, fires), moves)
    if listed == 0:
        moves[0] = LOST
        return 1
    later = ply // 2 + 1
    while work.queue[later] != NOBODY:
        if craters_of(state, number(work.queue[later])):
            return listed
        later += 1
    return one_of_each_region(state, seat, moves, listed)


@compiled
def _go_on(work: Workspace, seat: int, ply: int) -> int:
    """Makes the next move of a ply; returns the ply that follows."""
    lone, domino = work.lone, number(work.queue[ply // 2])
    move = number(lone.moves[ply, lone.next[ply]])
    lone.next[ply] += 1
    if ply % 2 == 1:
        lone.room[ply + 1] = lone.room[ply]
        if move != LOST:
            burn(lone.room[ply + 1], seat, move, craters_of(lone.room[ply], domino))
        return ply + 1
    squares = SQUARES[lone.room[ply].dominoes, domino]
    is_burning = move != DISCARD and number(squares[0, CRATERS] + squares[1, CRATERS]) > 0
    following = ply + 1 if is_burning else ply + 2
    lone.room[following] = lone.room[ply]
    after = lone.room[following]
    if move != DISCARD:
        lay(after, seat, domino, move)
    if is_burning:
        after.volcano = first_cell(move) if squares[0, CRATERS] else second_cell(move)
    else:
        after.volcano = NOBODY
    lone.count[ply + 1] = is_burning  # tells whether the ply of the fire lies between
    return following


@compiled
def _before(work: Workspace, ply: int) -> int:
    """The ply from which this one was reached."""
    return ply - 1 if ply % 2 == 1 or work.lone.count[ply - 1] else ply - 2


@compiled
def _remember(work: Workspace, seat: int, ply: int, value: int) -> None:
    if ply % 2 == 0:
        key = _key(work, seat, ply)
        place = number(key & word(len(work.keys) - 1))
        work.keys[place], work.worths[place] = key, value


@compiled
def _key(work: Workspace, seat: int, ply: int) -> np.uint64:
    """Equal for equal territories with the same to lay; for others only by a coincidence of 64 bits."""
    key, state = _MIX, work.lone.room[ply]
    for plane in range(TERRAINS):
        key = _mixed(key, state, seat, plane)
    for plane in range(MARK_LOW, MEN + 4):
        key = _mixed(key, state, seat, plane)
    for place in range(ply // 2, len(work.queue)):
        if work.queue[place] == NOBODY:
            break
        key = _scrambled(key ^ word(work.queue[place]))
    return key


@compiled
def _mixed(key: np.uint64, state: State, seat: int, plane: int) -> np.uint64:
    words = state.land[seat, plane]
    return _scrambled(_scrambled(_scrambled(key ^ words[0]) ^ words[1]) ^ words[2])


@compiled
def _scrambled(key: np.uint64) -> np.uint64:
    key *= _MIX
    return key ^ (key >> word(29))
