"""Dominoes laid outside a turn, with what follows from it: a fire, totems that move, cavemen that are hired."""

from puzzles.search.kernel.lines.workspace import Line
from puzzles.search.kernel.policy.burning import best_target, list_targets
from puzzles.search.kernel.policy.hiring import best_recruit
from puzzles.search.kernel.policy.instinct import best_placement, look
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.ways import list_ways
from puzzles.search.kernel.policy.weights import UNFIT
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, SQUARES
from puzzles.search.kernel.rules.fire import burn
from puzzles.search.kernel.rules.layout import TOTEM, TRIBAL, State
from puzzles.search.kernel.rules.moves import DISCARD, PASS, first_cell, second_cell
from puzzles.search.kernel.rules.territory import lay
from puzzles.search.kernel.rules.totems import move_totems
from puzzles.search.kernel.rules.tribe import enlist


@compiled
def lay_out(state: State, seat: int, sketch: Sketch, domino: int, placement: int) -> None:
    """Lays a domino; its fire lands where it is worth most. The territory has been looked at before."""
    if placement == DISCARD:
        return
    lay(state, seat, domino, placement)
    squares = SQUARES[state.dominoes, domino]
    fires = number(squares[0, CRATERS] + squares[1, CRATERS])
    if fires > 0:
        list_targets(state, seat, sketch)
        volcano = first_cell(placement) if squares[0, CRATERS] > 0 else second_cell(placement)
        chosen = best_target(sketch, volcano, fires)
        if chosen >= 0:
            burn(state, seat, number(sketch.target[chosen]), fires)
    if state.mode == TOTEM:
        move_totems(state, seat)


@compiled
def lay_best(state: State, seat: int, sketch: Sketch, domino: int, is_last: bool) -> None:
    """Lays a domino where instinct wants it."""
    look(state, seat, sketch)
    worth, placement = best_placement(state, seat, sketch, domino, is_last)
    if not state.must_place and not is_last and worth < sketch.base - sketch.weights[UNFIT]:
        placement = DISCARD
    lay_out(state, seat, sketch, domino, placement)


@compiled
def list_layings(line: Line, which: int, state: State, seat: int, sketch: Sketch, domino: int) -> int:
    """All that a seat may do with a domino, with values by instinct; returns how much that is."""
    moves, scores = line.moves[which], line.scores[which]
    listed = list_ways(state, seat, sketch, domino, False, moves, scores)
    if listed == 0 or not state.must_place:
        moves[listed], scores[listed] = DISCARD, sketch.base - sketch.weights[UNFIT]
        listed += 1
    return listed


@compiled
def hire(state: State, seat: int, sketch: Sketch, chiefs: int) -> None:
    """Each of the chiefs recruits the caveman that pays best, if any does."""
    if state.mode == TRIBAL:
        for _ in range(chiefs):
            move = best_recruit(state, seat, sketch)
            if move == PASS:
                return
            enlist(state, seat, move)
