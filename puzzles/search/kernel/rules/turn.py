"""A chief's turn, step by step (O1, O2): what each step does and which one follows. See moves.py for moves."""

from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, MARKS, SQUARES, TERRAIN
from puzzles.search.kernel.rules.fire import burn
from puzzles.search.kernel.rules.layout import (
    CLAIM,
    DRAFT,
    FIRE,
    GIVE,
    NOBODY,
    OVER,
    PLACE,
    RECRUIT,
    TOTEM,
    TRIBAL,
    State,
    actor,
    held,
)
from puzzles.search.kernel.rules.moves import DISCARD, LOST, PASS, first_cell, given_kind, given_to, second_cell
from puzzles.search.kernel.rules.territory import lay
from puzzles.search.kernel.rules.totems import move_totems, owes
from puzzles.search.kernel.rules.tribe import enlist, refill_cave


@compiled
def play(state: State, move: int) -> None:
    """The step that is due. Whether it is legal is not asked."""
    step = state.step
    if step == PLACE:
        place(state, move)
    elif step == DRAFT:
        draft(state, move)
    elif step == FIRE:
        throw(state, move)
    elif step == RECRUIT:
        recruit(state, move)
    elif step == CLAIM:
        claim(state, move)
    else:
        give(state, move)


@compiled
def claim(state: State, move: int) -> None:
    seat = actor(state)
    if not state.in_pairs:
        state.next_seat[move] = seat
        state.acting += 1
    else:
        state.next_seat[move] = seat
        state.next_seat[3 - move] = seat
        state.acting += 2
    if state.acting == state.chief_count:
        next_round(state)


@compiled
def place(state: State, move: int) -> None:
    if move == DISCARD:
        _after_gifts(state)
        return
    seat, domino = actor(state), held(state)
    lay(state, seat, domino, move)
    squares = SQUARES[state.dominoes, domino]
    if squares[0, CRATERS]:
        state.volcano = first_cell(move)
        state.step = FIRE
    elif squares[1, CRATERS]:
        state.volcano = second_cell(move)
        state.step = FIRE
    else:
        _after_fire(state)


@compiled
def craters(state: State) -> int:
    """How many fires are in the air: only one half of a domino is ever a volcano."""
    squares = SQUARES[state.dominoes, held(state)]
    return number(squares[0, CRATERS] + squares[1, CRATERS])


@compiled
def throw(state: State, move: int) -> None:
    if move != LOST:
        burn(state, actor(state), move, craters(state))
    state.volcano = NOBODY
    _after_fire(state)


@compiled
def _after_fire(state: State) -> None:
    if state.mode == TOTEM:
        move_totems(state, actor(state))
    _after_totems(state)


@compiled
def give(state: State, move: int) -> None:
    state.totems[given_kind(move)] = given_to(move)
    _after_totems(state)


@compiled
def _after_totems(state: State) -> None:
    if state.mode == TOTEM and owes(state, actor(state)):
        state.step = GIVE
    else:
        _after_gifts(state)


@compiled
def _after_gifts(state: State) -> None:
    if state.round == state.rounds:
        _end_turn(state)
    else:
        state.step = DRAFT


@compiled
def draft(state: State, move: int) -> None:
    state.next_seat[move] = actor(state)
    if state.mode == TRIBAL:
        state.step = RECRUIT
    else:
        _end_turn(state)


@compiled
def recruit(state: State, move: int) -> None:
    if move != PASS:
        enlist(state, actor(state), move)
    _end_turn(state)


@compiled
def _end_turn(state: State) -> None:
    state.acting += 1
    if state.acting < state.line_count:
        state.step = PLACE
    elif state.round == state.rounds:
        state.step = OVER
    else:
        next_round(state)


@compiled
def next_round(state: State) -> None:
    """The chiefs keep their dominoes, the unclaimed leaves, and the next line and the cave are revealed."""
    state.line_count = 0
    for place in range(state.next_count):
        if state.next_seat[place] != NOBODY:
            state.line[state.line_count] = state.next_line[place]
            state.line_seat[state.line_count] = state.next_seat[place]
            state.line_count += 1
    state.round += 1
    state.acting = 0
    state.next_count = 0
    state.step = PLACE
    if state.round < state.rounds:
        reveal(state)


@compiled
def reveal(state: State) -> None:
    for place in range(state.line_length):
        domino = state.deck[state.drawn]
        state.drawn += 1
        other = place
        while other > 0 and state.next_line[other - 1] > domino:
            state.next_line[other] = state.next_line[other - 1]
            other -= 1
        state.next_line[other] = domino
        state.next_seat[place] = NOBODY
        note_unseen(state, domino, -1)
    state.next_count = state.line_length
    refill_cave(state)


@compiled
def note_unseen(state: State, domino: int, change: int) -> None:
    """A domino joins (1) or leaves (-1) the unseen ones."""
    for square in SQUARES[state.dominoes, domino]:
        state.left_squares[square[TERRAIN]] += change
        state.left_marks[square[TERRAIN]] += change * (square[MARKS] + square[CRATERS])
