"""The arms between which a search divides its playouts: what a seat may do with its turn.

An arm is the move that is due and, if a domino is to be drafted later in the same turn, that domino too: where a
domino goes and what is drafted next depend on each other. A longer arm also says where the seat lays its next domino,
which is known by then. What else comes in the turn is left to instinct. Moves that instinct finds bad are left out, for
there may be hundreds.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from puzzles.search.kernel.policy.foresight import drafted_outlook
from puzzles.search.kernel.policy.hiring import list_offers, payment, post_worth
from puzzles.search.kernel.policy.instinct import draft_worth, instinct, look, remember
from puzzles.search.kernel.policy.outlook import has_outlook, outlook
from puzzles.search.kernel.policy.stores import list_shields
from puzzles.search.kernel.policy.survey import Sketch, expect
from puzzles.search.kernel.policy.ways import list_ways, placement_options
from puzzles.search.kernel.policy.weights import KEEP, THOUGHTFUL
from puzzles.search.kernel.rules.bits import STRIDE, either, first, is_empty, number, rest
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import (
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
    land,
)
from puzzles.search.kernel.rules.legal import gifts, write
from puzzles.search.kernel.rules.moves import PASS, given_to, price_of, recruit_move
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.territory import lay
from puzzles.search.kernel.rules.tribe import standing_room
from puzzles.search.kernel.rules.turn import craters, play

MOST: Final = 1024  # moves that are looked at
NOWHERE_YET: Final = -1  # the next domino goes where instinct wants it then


class Workspace(NamedTuple):
    """All that a search of one position works on."""

    state: State  # the position, with what is hidden in a fixed order
    sketches: Any  # one for each style of play
    room: Any  # four records to try moves on
    arms: Any  # of each arm the move, the place to draft from, and the placement of the next domino
    priors: Any  # the value of each arm by instinct or by the outlook
    tally: Any  # of each arm the sums that trial.py adds up


@compiled
def options(state: State, sketch: Sketch, room: Any, moves: Any, worths: Any) -> int:
    """The moves that are due, each with its value by instinct; of recruits only those with the cheapest payment."""
    step = state.step
    if step == PLACE:
        return placement_options(state, sketch, moves, worths)
    if step == FIRE:
        return _fires(state, sketch, moves, worths)
    if step == RECRUIT:
        return _recruits(state, sketch, moves, worths)
    if step == GIVE:
        return _gifts(state, moves, worths)
    return _drafts(state, sketch, room, moves, worths)


@compiled
def _fires(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    seat, fires, written = actor(state), craters(state), 0
    look(state, seat, sketch)
    x, y = state.volcano % STRIDE, state.volcano // STRIDE
    for place in range(sketch.target_count):
        cell = number(sketch.target[place])
        if max(abs(cell % STRIDE - x), abs(cell // STRIDE - y)) <= 4 - fires:
            worths[written] = fires * sketch.target_size[place] - sketch.target_cost[place]
            written = write(moves, written, cell)
    return written


@compiled
def _gifts(state: State, moves: Any, worths: Any) -> int:
    written = gifts(state, moves)
    for place in range(written):
        worths[place] = -float(score(state, given_to(moves[place])))
    return written


@compiled
def _drafts(state: State, sketch: Sketch, room: Any, moves: Any, worths: Any) -> int:
    seat, written = actor(state), 0
    look(state, seat, sketch)
    is_pair = state.step == CLAIM and state.in_pairs
    for place in range(2 if is_pair else state.next_count):
        if state.next_seat[place] == NOBODY:
            worths[written] = draft_promise(state, seat, sketch, place, room)
            if is_pair:
                worths[written] += draft_worth(state, seat, sketch, 3 - place)
            written = write(moves, written, place)
    return written


@compiled
def _recruits(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    seat = actor(state)
    expect(state, sketch)
    list_shields(state, seat, sketch)
    worths[0] = 0.0
    written = write(moves, 0, PASS)
    if not list_offers(state, seat, sketch):
        return written
    posts = either(standing_room(state, seat), land(state, seat, GOODS))
    while not is_empty(posts):
        cell = first(posts)
        posts = rest(posts)
        for caveman in range(1, 11):
            source = number(sketch.offer[caveman])
            if source != NOBODY:
                due = price_of(source)
                loss, move = payment(state, seat, sketch, recruit_move(caveman, source, cell))
                worth = post_worth(state, seat, sketch, caveman, cell) - due * sketch.ahead * sketch.weights[KEEP]
                worths[written] = worth - loss
                written = write(moves, written, move)
    return written


@compiled
def list_arms(work: Workspace, width: int) -> int:
    """Writes the arms of the `width` moves that look best; returns how many there are."""
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    listed = options(work.state, work.sketches[THOUGHTFUL], work.room, moves, worths)
    order = np.argsort(-worths[:listed])
    number_of_arms = 0
    for rank in range(min(listed, width)):
        number_of_arms = add_arms(work, number(moves[order[rank]]), float(worths[order[rank]]), number_of_arms)
    return number_of_arms


@compiled
def add_arms(work: Workspace, move: int, worth: float, arm_count: int) -> int:
    """Adds the arms of one move: one for each domino that may be drafted after it in the same turn."""
    state, sketch, room, arms, priors = work.state, work.sketches[THOUGHTFUL], work.room, work.arms, work.priors
    room[0] = state
    after = room[0]
    start_turn(after, sketch, move)
    if state.step in (DRAFT, CLAIM, RECRUIT) or after.step != DRAFT or after.acting != state.acting:
        arms[arm_count, 0], arms[arm_count, 1], arms[arm_count, 2], priors[arm_count] = move, NOBODY, NOWHERE_YET, worth
        return arm_count + 1
    seat = actor(after)
    look(after, seat, sketch)
    so_far = 0.0 if has_outlook(after) else worth
    for place in range(after.next_count):
        if after.next_seat[place] == NOBODY:
            arms[arm_count, 0], arms[arm_count, 1], arms[arm_count, 2] = move, place, NOWHERE_YET
            priors[arm_count] = so_far + draft_promise(after, seat, sketch, place, room)
            arm_count += 1
    return arm_count


@compiled
def start_turn(state: State, sketch: Sketch, move: int) -> None:
    """Make a move, and what instinct adds to it before a domino is drafted."""
    chief, round_ = state.acting, state.round
    play(state, move)
    while state.step in (FIRE, GIVE) and state.acting == chief and state.round == round_:
        play(state, instinct(state, sketch))


@compiled
def play_arm(state: State, sketch: Sketch, arm: Any) -> None:
    seat = actor(state)
    start_turn(state, sketch, arm[0])
    if arm[1] != NOBODY:
        play(state, arm[1])
    if arm[2] != NOWHERE_YET:
        remember(state, seat, sketch, next_domino(state, seat), arm[2])


@compiled
def next_domino(state: State, seat: int) -> int:
    """The domino that a seat lays next, once it has drafted all it will before; or NOBODY."""
    for place in range(state.acting if state.step == PLACE else state.acting + 1, state.line_count):
        if state.line_seat[place] == seat:
            return number(state.line[place])
    for place in range(state.next_count):
        if state.next_seat[place] == seat:
            return number(state.next_line[place])
    return NOBODY


@compiled
def draft_promise(state: State, seat: int, sketch: Sketch, place: int, room: Any) -> float:
    """What the territory will probably be worth with this domino of the next line; or its value by instinct."""
    if state.step == DRAFT and has_outlook(state):
        return drafted_outlook(state, seat, sketch, place, room)
    return draft_worth(state, seat, sketch, place)


@compiled
def lengthen(work: Workspace, arm: int, most: int, arm_count: int) -> int:
    """Adds longer arms for one: each says where the next domino goes, in one of the `most` best ways."""
    state, sketch, room, arms, priors = work.state, work.sketches[THOUGHTFUL], work.room, work.arms, work.priors
    room[0] = state
    after, seat = room[0], actor(state)
    play_arm(after, sketch, arms[arm])
    domino = next_domino(after, seat)
    if domino == NOBODY:
        return arm_count
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    ways = list_ways(after, seat, sketch, domino, False, moves, worths)
    order = np.argsort(-worths[:ways])
    drafted = arms[arm, 0] if state.step == DRAFT else arms[arm, 1]
    for rank in range(min(ways, most)):
        way = order[rank]
        if has_outlook(state):
            room[2] = after
            lay(room[2], seat, domino, number(moves[way]))
            worths[way] = outlook(room[2], seat, sketch, drafted, True)
        arms[arm_count, 0], arms[arm_count, 1], arms[arm_count, 2] = arms[arm, 0], arms[arm, 1], moves[way]
        priors[arm_count] = priors[arm] + worths[way] - worths[order[0]]
        arm_count += 1
    return arm_count
