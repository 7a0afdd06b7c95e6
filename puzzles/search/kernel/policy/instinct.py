"""Instinct: the evaluation by which a seat plays in a playout. It looks only at its own territory."""

from typing import Final

from puzzles.search.kernel.policy.burning import best_target, fire_worth, list_targets
from puzzles.search.kernel.policy.gains import gain
from puzzles.search.kernel.policy.hiring import best_recruit
from puzzles.search.kernel.policy.stores import counted, value_goods
from puzzles.search.kernel.policy.survey import Sketch, expect, square_worth, survey, twin_worth
from puzzles.search.kernel.policy.weights import ORDER, UNFIT
from puzzles.search.kernel.rules.bits import REACH, STRIDE, first, is_empty, number, rest
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, MARKS, RESOURCE, SQUARES, TERRAIN
from puzzles.search.kernel.rules.layout import (
    BOTTOM,
    CLAIM,
    DRAFT,
    FIRE,
    LEFT,
    NOBODY,
    PLACE,
    PLAIN,
    RECRUIT,
    RIGHT,
    TOP,
    TRIBAL,
    State,
    actor,
    held,
)
from puzzles.search.kernel.rules.moves import DISCARD, LOST, first_cell, given_to, placement_move, second_cell
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.territory import fits
from puzzles.search.kernel.rules.totems import GIFTS, may_give
from puzzles.search.kernel.rules.turn import craters

NOWHERE: Final = -1e9

# How a placement is weighed: square by square, both squares together, or by nothing but points.
APART, TWINS, LAST = range(3)


@compiled
def instinct(state: State, sketch: Sketch) -> int:
    step = state.step
    if step == PLACE:
        return instinct_placement(state, sketch)
    if step == DRAFT:
        return instinct_draft(state, sketch)
    if step == FIRE:
        return instinct_fire(state, sketch)
    if step == RECRUIT:
        return best_recruit(state, actor(state), sketch)
    return instinct_claim(state, sketch) if step == CLAIM else instinct_gift(state)


@compiled
def look(state: State, seat: int, sketch: Sketch) -> None:
    """Surveys a territory, which must be done before placements on it are weighed."""
    survey(state, seat, sketch)
    if state.mode != PLAIN:
        value_goods(state, seat, sketch)
    if state.dominoes > 0:
        list_targets(state, seat, sketch)


@compiled
def instinct_placement(state: State, sketch: Sketch) -> int:
    seat, domino = actor(state), held(state)
    if sketch.plan_stamp[domino] == stamp(state, seat, sketch):
        return number(sketch.plan[domino])
    look(state, seat, sketch)
    worth, placement = best_placement(state, seat, sketch, domino, is_last_placement(state, seat))
    if placement != DISCARD and not state.must_place and worth < sketch.base - sketch.weights[UNFIT]:
        return DISCARD
    return placement


@compiled
def stamp(state: State, seat: int, sketch: Sketch) -> int:
    """Identifies the game and the state of the territory that a plan was made for."""
    return number((sketch.game * 4 + seat) * 64 + state.square_count[seat])


@compiled
def remember(state: State, seat: int, sketch: Sketch, domino: int, placement: int) -> None:
    """Plans where a domino goes, if the territory is still the same by then."""
    sketch.plan[domino] = placement
    sketch.plan_stamp[domino] = stamp(state, seat, sketch)


@compiled
def is_last_placement(state: State, seat: int) -> bool:
    """Whether nothing will be laid on this territory after the domino that is due."""
    if state.round < state.rounds:
        return False
    for place in range(state.acting + 1, state.line_count):  # noqa: SIM110 - a generator is not compiled
        if state.line_seat[place] == seat:
            return False
    return True


@compiled
def best_placement(state: State, seat: int, sketch: Sketch, domino: int, is_last: bool) -> tuple[float, int]:
    """The value of the best placement of a domino, and the placement. The territory has been surveyed."""
    squares = SQUARES[state.dominoes, domino]
    open_cells = fits(state, seat, domino)
    manner = LAST if is_last else TWINS if squares[0, TERRAIN] == squares[1, TERRAIN] else APART
    if manner == APART:
        weigh(state, seat, sketch, squares)
    worth, placement = NOWHERE, DISCARD
    for direction in range(4):
        cells = open_cells[direction]
        while not is_empty(cells):
            tried = placement_move(first(cells), direction)
            cells = rest(cells)
            value = placement_worth(state, seat, sketch, domino, manner, tried)
            if value > worth:
                worth, placement = value, tried
    return worth, placement


@compiled
def weigh(state: State, seat: int, sketch: Sketch, squares: State) -> None:
    """What each square of a domino is worth on each cell."""
    for place in range(sketch.cell_count):
        cell = number(sketch.cells[place])
        sketch.one[cell] = _square(state, seat, sketch, cell, squares[0])
        sketch.other[cell] = _square(state, seat, sketch, cell, squares[1])


@compiled
def _square(state: State, seat: int, sketch: Sketch, cell: int, square: State) -> float:
    terrain = number(square[TERRAIN])
    worth = square_worth(state, seat, sketch, cell, terrain, number(square[MARKS]))
    return worth + extras(state, sketch, cell, square) if state.dominoes > 0 else worth


@compiled
def extras(state: State, sketch: Sketch, cell: int, square: State) -> float:
    """The value of a square of Origins apart from its region: its resource, or the fire it throws."""
    worth, kind = 0.0, number(square[TERRAIN])
    if square[RESOURCE]:
        worth += sketch.goods[kind, 2]
        if state.mode == TRIBAL:
            worth += counted(sketch, kind, cell)
    if square[CRATERS]:
        worth += fire_worth(sketch, cell, number(square[CRATERS]))
    return worth


@compiled
def placement_worth(state: State, seat: int, sketch: Sketch, domino: int, manner: int, placement: int) -> float:
    a, b = first_cell(placement), second_cell(placement)
    if manner == APART:
        return float(sketch.one[a] + sketch.other[b])
    squares = SQUARES[state.dominoes, domino]
    if manner == TWINS:
        terrain, marks = number(squares[0, TERRAIN]), number(squares[0, MARKS]) + number(squares[1, MARKS])
        worth = twin_worth(state, seat, sketch, a, b, terrain, marks)
    else:
        worth = float(gain(state, seat, domino, placement) + _centring(state, seat, a, b))
    if state.dominoes > 0:
        worth += extras(state, sketch, a, squares[0]) + extras(state, sketch, b, squares[1])
    return worth


@compiled
def _centring(state: State, seat: int, a: int, b: int) -> int:
    """The bonus for the middle, if the territory has it with these two cells."""
    if state.centre_bonus == 0:
        return 0
    box, half = state.box[seat], state.size // 2
    left, right = min(box[LEFT], min(a % STRIDE, b % STRIDE)), max(box[RIGHT], max(a % STRIDE, b % STRIDE))
    top, bottom = min(box[TOP], min(a, b) // STRIDE), max(box[BOTTOM], max(a, b) // STRIDE)
    is_centred = left == REACH - half and right == REACH + half and top == REACH - half and bottom == REACH + half
    return number(state.centre_bonus) if is_centred else 0


@compiled
def instinct_draft(state: State, sketch: Sketch) -> int:
    """The domino of the highest value where it fits best; that placement is remembered."""
    seat = actor(state)
    look(state, seat, sketch)
    best, chosen = 2 * NOWHERE, NOBODY
    for place in range(state.next_count):
        if state.next_seat[place] == NOBODY:
            worth = draft_worth(state, seat, sketch, place)
            if worth > best:
                best, chosen = worth, place
    return chosen


@compiled
def draft_worth(state: State, seat: int, sketch: Sketch, place: int) -> float:
    """The value of a domino of the next line to a seat whose territory has been surveyed."""
    domino = number(state.next_line[place])
    # With one chief each, what is drafted last is laid last.
    is_last = state.round == state.rounds - 1 and state.seats > 2
    worth, placement = best_placement(state, seat, sketch, domino, is_last)
    nothing = -float(state.full_bonus) if is_last else sketch.base - sketch.weights[UNFIT]
    if placement == DISCARD or (worth < nothing and not state.must_place):
        worth, placement = nothing, DISCARD
    remember(state, seat, sketch, domino, placement)
    # After the last draft the order does not matter.
    return worth - (sketch.weights[ORDER] * place if state.round < state.rounds - 1 else 0.0)


@compiled
def instinct_claim(state: State, sketch: Sketch) -> int:
    if not state.in_pairs:
        return instinct_draft(state, sketch)
    if state.acting > 0:
        return 0 if state.next_seat[0] == NOBODY else 1
    seat = actor(state)
    look(state, seat, sketch)
    outer = draft_worth(state, seat, sketch, 0) + draft_worth(state, seat, sketch, 3)
    inner = draft_worth(state, seat, sketch, 1) + draft_worth(state, seat, sketch, 2)
    return 0 if outer >= inner else 1


@compiled
def instinct_fire(state: State, sketch: Sketch) -> int:
    seat = actor(state)
    expect(state, sketch)
    if state.mode != PLAIN:
        value_goods(state, seat, sketch)
    list_targets(state, seat, sketch)
    best = best_target(sketch, state.volcano, craters(state))
    return LOST if best < 0 else number(sketch.target[best])


@compiled
def instinct_gift(state: State) -> int:
    """The totem goes to the seat with the fewest points that may have it."""
    seat, least, chosen = actor(state), 10000, NOBODY
    for move in range(GIFTS):
        if may_give(state, seat, move):
            points = score(state, given_to(move))
            if points < least:
                least, chosen = points, move
    return chosen
