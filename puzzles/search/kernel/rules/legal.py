"""Every move the rules allow in a state, and the taking of steps that leave no choice."""

from typing import Any

import numpy as np

from puzzles.search.kernel.rules.bits import Board, count, first, is_empty, nth, rest
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.fire import targets
from puzzles.search.kernel.rules.layout import (
    CLAIM,
    DRAFT,
    FIRE,
    NOBODY,
    OVER,
    PLACE,
    RECRUIT,
    State,
    actor,
    held,
)
from puzzles.search.kernel.rules.moves import (
    CAVE,
    DISCARD,
    EAST,
    FROM_PILE,
    LOST,
    NORTH,
    PASS,
    SOUTH,
    WEST,
    paying,
    placement_move,
    recruit_move,
    spent,
    standing,
)
from puzzles.search.kernel.rules.territory import Fits, fits
from puzzles.search.kernel.rules.totems import GIFTS, KINDS, may_give
from puzzles.search.kernel.rules.tribe import goods, is_offered, standing_room
from puzzles.search.kernel.rules.turn import craters, play

Moves = Any  # an array of moves to be filled; what does not fit into it is counted but not written


@compiled
def legal(state: State, moves: Moves) -> int:
    """How many moves there are; as many as `moves` has room for are written into it."""
    step = state.step
    if step == PLACE:
        return placements(state, moves)
    if step == DRAFT:
        return drafts(state, moves)
    if step == FIRE:
        return list_cells(targets(state, actor(state), state.volcano, craters(state)), moves)
    if step == RECRUIT:
        return recruits(state, moves)
    if step == CLAIM:
        return claims(state, moves)
    return 0 if step == OVER else gifts(state, moves)


@compiled
def settle(state: State) -> None:
    """Take every step that leaves no choice, as the rules of the table do by themselves."""
    moves = np.empty(2, np.int64)
    while state.step != OVER:
        number = legal(state, moves)
        if number > 1:
            return
        play(state, moves[0] if number == 1 else DISCARD if state.step == PLACE else LOST)


@compiled
def write(moves: Moves, number: int, move: int) -> int:
    if number < len(moves):
        moves[number] = move
    return number + 1


@compiled
def list_cells(cells: Board, moves: Moves) -> int:
    number = 0
    while not is_empty(cells):
        number = write(moves, number, first(cells))
        cells = rest(cells)
    return number


@compiled
def all_ways(open_cells: Fits, moves: Moves) -> int:
    """Every placement of a domino, by the direction of its second square."""
    number = _towards(EAST, open_cells[EAST], moves, 0)
    number = _towards(SOUTH, open_cells[SOUTH], moves, number)
    number = _towards(WEST, open_cells[WEST], moves, number)
    return _towards(NORTH, open_cells[NORTH], moves, number)


@compiled
def _towards(direction: int, cells: Board, moves: Moves, number: int) -> int:
    while not is_empty(cells):
        number = write(moves, number, placement_move(first(cells), direction))
        cells = rest(cells)
    return number


@compiled
def placements(state: State, moves: Moves) -> int:
    number = all_ways(fits(state, actor(state), held(state)), moves)
    return write(moves, number, DISCARD) if number and not state.must_place else number


@compiled
def drafts(state: State, moves: Moves) -> int:
    number = 0
    for place in range(state.next_count):
        if state.next_seat[place] == NOBODY:
            number = write(moves, number, place)
    return number


@compiled
def claims(state: State, moves: Moves) -> int:
    if not state.in_pairs:
        return drafts(state, moves)
    number = 0
    for pair in range(2):
        if state.next_seat[pair] == NOBODY:
            number = write(moves, number, pair)
    return number


@compiled
def gifts(state: State, moves: Moves) -> int:
    number, seat = 0, actor(state)
    for move in range(GIFTS):
        if may_give(state, seat, move):
            number = write(moves, number, move)
    return number


@compiled
def recruits(state: State, moves: Moves) -> int:
    number = write(moves, 0, PASS)
    for caveman in range(1, 11):
        if is_offered(state, CAVE, caveman):
            number = _for_two(state, moves, number, caveman)
        if is_offered(state, FROM_PILE, caveman):
            number = _for_four(state, moves, number, caveman)
    return number


@compiled
def _for_two(state: State, moves: Moves, number: int, caveman: int) -> int:
    seat, move = actor(state), recruit_move(caveman, CAVE, 0)
    for kind in range(KINDS):
        for other in range(kind + 1, KINDS):
            ones = goods(state, seat, kind)
            while not is_empty(ones):
                half = paying(move, 0, first(ones))
                others = goods(state, seat, other)
                while not is_empty(others):
                    number = _posts(state, moves, number, paying(half, 1, first(others)), 2)
                    others = rest(others)
                ones = rest(ones)
    return number


@compiled
def _for_four(state: State, moves: Moves, number: int, caveman: int) -> int:
    """Every choice of one resource of each kind, counted through like the digits of a number."""
    seat, price = actor(state), 1
    for kind in range(KINDS):
        price *= count(goods(state, seat, kind))
    for choice in range(price):
        move, left = recruit_move(caveman, FROM_PILE, 0), choice
        for kind in range(KINDS):
            cells = goods(state, seat, kind)
            move = paying(move, kind, nth(cells, left % count(cells)))
            left //= count(cells)
        number = _posts(state, moves, number, move, 4)
    return number


@compiled
def _posts(state: State, moves: Moves, number: int, move: int, due: int) -> int:
    """Everywhere a caveman who is paid for may stand."""
    cells = standing_room(state, actor(state))
    while not is_empty(cells):
        number = write(moves, number, standing(move, first(cells)))
        cells = rest(cells)
    for payment in range(due):
        number = write(moves, number, standing(move, spent(move, payment)))
    return number
