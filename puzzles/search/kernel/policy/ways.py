"""The placements of a domino, each with its value by instinct."""

from typing import Any

from puzzles.search.kernel.policy.instinct import APART, LAST, TWINS, is_last_placement, look, placement_worth, weigh
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.weights import UNFIT
from puzzles.search.kernel.rules.bits import HUT, STRIDE
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import SQUARES, TERRAIN
from puzzles.search.kernel.rules.layout import State, actor, held
from puzzles.search.kernel.rules.legal import all_ways, write
from puzzles.search.kernel.rules.moves import DISCARD, WEST, direction_of, first_cell, second_cell
from puzzles.search.kernel.rules.territory import fits


@compiled
def placement_options(state: State, sketch: Sketch, moves: Any, worths: Any) -> int:
    seat = actor(state)
    listed = list_ways(state, seat, sketch, held(state), is_last_placement(state, seat), moves, worths)
    if listed == 0 or not state.must_place:
        worths[listed] = sketch.base - sketch.weights[UNFIT]
        listed = write(moves, listed, DISCARD)
    return listed


@compiled
def list_ways(state: State, seat: int, sketch: Sketch, domino: int, is_last: bool, moves: Any, worths: Any) -> int:
    """Where a domino may go."""
    look(state, seat, sketch)
    squares = SQUARES[state.dominoes, domino]
    manner = LAST if is_last else TWINS if squares[0, TERRAIN] == squares[1, TERRAIN] else APART
    if manner == APART:
        weigh(state, seat, sketch, squares)
    listed = _different(state, seat, squares, moves, all_ways(fits(state, seat, domino), moves))
    for place in range(listed):
        worths[place] = placement_worth(state, seat, sketch, domino, manner, moves[place])
    return listed


@compiled
def _different(state: State, seat: int, squares: Any, moves: Any, listed: int) -> int:
    """Keeps one of several equivalent placements: of a domino with equal halves, and around a hut without squares."""
    halves_equal = True
    for part in range(4):
        halves_equal = halves_equal and squares[0, part] == squares[1, part]
    kept = 0
    for place in range(listed):
        move = moves[place]
        is_mirrored = halves_equal and direction_of(move) >= WEST
        if not is_mirrored and (state.square_count[seat] > 0 or _is_eastern(move)):
            moves[kept] = move
            kept += 1
    return kept


@compiled
def _is_eastern(move: int) -> bool:
    """Whether a placement beside the hut touches it from the east, and then leads east or south."""
    lower, upper = min(first_cell(move), second_cell(move)), max(first_cell(move), second_cell(move))
    return lower == HUT + 1 and (upper == HUT + 2 or upper == HUT + 1 + STRIDE)
