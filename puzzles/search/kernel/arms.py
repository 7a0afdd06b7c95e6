"""What a seat may do with its turn: the arms between which a search divides its playouts.

An arm is the move that is due and, if a domino is to be drafted later in the same turn, that domino too: where a
domino goes and what is drafted next depend on each other. What else comes in the turn is left to instinct. Moves that
instinct finds bad are left out, for there may be hundreds.
"""

from typing import Any, Final

import numpy as np

from puzzles.search.kernel.bits import HUT, STRIDE, either, first, is_empty, number, rest
from puzzles.search.kernel.compiled import compiled
from puzzles.search.kernel.hiring import list_offers, payment, post_worth
from puzzles.search.kernel.instinct import (
    APART,
    LAST,
    TWINS,
    draft_worth,
    instinct,
    is_last_placement,
    look,
    placement_worth,
    weigh,
)
from puzzles.search.kernel.layout import (
    CLAIM,
    DRAFT,
    FIRE,
    GIVE,
    GOODS,
    NOBODY,
    PLACE,
    RECRUIT,
    State,
    actor,
    held,
    land,
)
from puzzles.search.kernel.legal import all_ways, gifts, write
from puzzles.search.kernel.scoring import score
from puzzles.search.kernel.stores import list_shields
from puzzles.search.kernel.survey import Sketch, expect
from puzzles.search.kernel.tables import SQUARES, TERRAIN
from puzzles.search.kernel.territory import WEST, fits, second_cell
from puzzles.search.kernel.tribe import FROM_PILE, PASS, recruit_move, standing_room
from puzzles.search.kernel.turn import DISCARD, craters, play
from puzzles.search.kernel.weights import KEEP, UNFIT

MOST: Final = 1024  # moves that are looked at


@compiled
def options(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    """The moves that are due, each with what instinct thinks of it; of recruits only those paid for cheaply."""
    step = state.step
    if step == PLACE:
        return _placements(state, sketch, moves, worths)
    if step == FIRE:
        return _fires(state, sketch, moves, worths)
    if step == RECRUIT:
        return _recruits(state, sketch, moves, worths)
    if step == GIVE:
        return _gifts(state, moves, worths)
    return _drafts(state, sketch, moves, worths)


@compiled
def _placements(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    seat, domino = actor(state), held(state)
    look(state, seat, sketch)
    squares = SQUARES[state.dominoes, domino]
    manner = TWINS if squares[0, TERRAIN] == squares[1, TERRAIN] else APART
    if is_last_placement(state, seat):
        manner = LAST
    if manner == APART:
        weigh(state, seat, sketch, squares)
    found = _different(state, seat, squares, moves, all_ways(fits(state, seat, domino), moves))
    for place in range(found):
        worths[place] = placement_worth(state, seat, sketch, domino, manner, moves[place])
    if found == 0 or not state.must_place:
        worths[found] = sketch.base - sketch.weights[UNFIT]
        found = write(moves, found, DISCARD)
    return found


@compiled
def _different(state: State, seat: int, squares: Any, moves: Any, found: int) -> int:
    """Keep one of placements that come to the same: of a domino with equal halves, and around a lonely hut."""
    halves_equal = True
    for part in range(4):
        halves_equal = halves_equal and squares[0, part] == squares[1, part]
    kept = 0
    for place in range(found):
        move = moves[place]
        is_mirrored = halves_equal and move & 3 >= WEST
        if not is_mirrored and (state.square_count[seat] > 0 or _is_eastern(move)):
            moves[kept] = move
            kept += 1
    return kept


@compiled
def _is_eastern(move: int) -> bool:
    """Whether a placement beside the hut touches it from the east, and then leads east or south."""
    one, other = min(move >> 2, second_cell(move)), max(move >> 2, second_cell(move))
    return one == HUT + 1 and (other == HUT + 2 or other == HUT + 1 + STRIDE)


@compiled
def _fires(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    seat, fires, found = actor(state), craters(state), 0
    look(state, seat, sketch)
    x, y = state.volcano % STRIDE, state.volcano // STRIDE
    for place in range(sketch.target_count):
        cell = number(sketch.target[place])
        if max(abs(cell % STRIDE - x), abs(cell // STRIDE - y)) <= 4 - fires:
            worths[found] = fires * sketch.target_size[place] - sketch.target_cost[place]
            found = write(moves, found, cell)
    return found


@compiled
def _gifts(state: State, moves: Any, worths: Any) -> int:
    found = gifts(state, moves)
    for place in range(found):
        worths[place] = -float(score(state, moves[place] & 3))
    return found


@compiled
def _drafts(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    seat, found = actor(state), 0
    look(state, seat, sketch)
    is_pair = state.step == CLAIM and state.in_pairs
    for place in range(2 if is_pair else state.next_count):
        if state.next_seat[place] == NOBODY:
            worths[found] = draft_worth(state, seat, sketch, place)
            if is_pair:
                worths[found] += draft_worth(state, seat, sketch, 3 - place)
            found = write(moves, found, place)
    return found


@compiled
def _recruits(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    seat = actor(state)
    expect(state, sketch)
    list_shields(state, seat, sketch)
    worths[0] = 0.0
    found = write(moves, 0, PASS)
    if not list_offers(state, seat, sketch):
        return found
    posts = either(standing_room(state, seat), land(state, seat, GOODS))
    while not is_empty(posts):
        cell = first(posts)
        posts = rest(posts)
        for caveman in range(1, 11):
            source = number(sketch.offer[caveman])
            if source != NOBODY:
                due = 4 if source == FROM_PILE else 2
                loss, move = payment(state, seat, sketch, recruit_move(caveman, source, cell))
                worth = post_worth(state, seat, sketch, caveman, cell) - due * sketch.ahead * sketch.weights[KEEP]
                worths[found] = worth - loss
                found = write(moves, found, move)
    return found


@compiled
def list_arms(state: State, sketch: Sketch, room: Any, width: int, arms: Any, priors: Any) -> int:
    """The arms of the `width` moves that look best; `room` is a record to try them on."""
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    found = options(state, sketch, moves, worths)
    order = np.argsort(-worths[:found])
    number_of_arms = 0
    for rank in range(min(found, width)):
        move = moves[order[rank]]
        number_of_arms = add_arms(state, sketch, room, move, worths[order[rank]], arms, priors, number_of_arms)
    return number_of_arms


@compiled
def add_arms(
    state: State, sketch: Sketch, room: Any, move: int, worth: float, arms: Any, priors: Any, found: int
) -> int:
    """The arms of one move: one for each domino that may be drafted after it in the same turn."""
    room[0] = state
    after = room[0]
    start_turn(after, sketch, move)
    if state.step in (DRAFT, CLAIM, RECRUIT) or after.step != DRAFT or after.acting != state.acting:
        arms[found, 0], arms[found, 1], priors[found] = move, NOBODY, worth
        return found + 1
    seat = actor(after)
    look(after, seat, sketch)
    for place in range(after.next_count):
        if after.next_seat[place] == NOBODY:
            arms[found, 0], arms[found, 1] = move, place
            priors[found] = worth + draft_worth(after, seat, sketch, place)
            found += 1
    return found


@compiled
def start_turn(state: State, sketch: Sketch, move: int) -> None:
    """Make a move, and what instinct adds to it before a domino is drafted."""
    chief, round_ = state.acting, state.round
    play(state, move)
    while state.step in (FIRE, GIVE) and state.acting == chief and state.round == round_:
        play(state, instinct(state, sketch))


@compiled
def play_arm(state: State, sketch: Sketch, arm: Any) -> None:
    start_turn(state, sketch, arm[0])
    if arm[1] != NOBODY:
        play(state, arm[1])
