"""The greedy answer: each domino, and its fire, where the territory scores most right away.

Of several that score the same it takes the one with most neighbours of the same terrain, and of these the first.
"""

from typing import Any

from puzzles.search.kernel.rules.bits import Board, both, count, eastward, first, is_empty, rest, southward
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import CRATERS, SQUARES, TERRAINS
from puzzles.search.kernel.rules.fire import burn, targets
from puzzles.search.kernel.rules.layout import State, land
from puzzles.search.kernel.rules.moves import DISCARD, LOST, first_cell, placement_move, second_cell
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.territory import fits, lay

_POINT = 128  # more than a territory has pairs of neighbours


@compiled
def lay_greedily(states: Any, dominoes: Any, moves: Any) -> None:
    """Lays the dominoes into the first territory of the first state; notes where each went, and its fire.

    The second and third state are room to try moves in.
    """
    for number in range(len(dominoes)):
        placement, fire = _best(states, dominoes[number])
        moves[number, 0], moves[number, 1] = placement, fire
        if placement != DISCARD:
            lay(states[0], 0, dominoes[number], placement)
        if fire != LOST:
            burn(states[0], 0, fire, _craters(states[0], dominoes[number]))


@compiled
def _best(states: Any, domino: int) -> tuple[int, int]:
    best, placement, fire = -1, DISCARD, LOST
    open_cells = fits(states[0], 0, domino)
    for direction in range(4):
        cells = open_cells[direction]
        while not is_empty(cells):
            tried = placement_move(first(cells), direction)
            cells = rest(cells)
            worth, at = _laid(states, domino, tried)
            if worth > best:
                best, placement, fire = worth, tried, at
    return placement, fire


@compiled
def _laid(states: Any, domino: int, placement: int) -> tuple[int, int]:
    """What a placement is worth with its fire where it is worth most; it must land if it can (O5)."""
    states[1] = states[0]
    lay(states[1], 0, domino, placement)
    squares, fires = SQUARES[states[0].dominoes, domino], _craters(states[0], domino)
    if fires == 0:
        return _worth(states[1]), LOST
    volcano = first_cell(placement) if squares[0, CRATERS] else second_cell(placement)
    landings: Board = targets(states[1], 0, volcano, fires)
    if is_empty(landings):
        return _worth(states[1]), LOST
    best, chosen = -1, LOST
    while not is_empty(landings):
        at = first(landings)
        landings = rest(landings)
        states[2] = states[1]
        burn(states[2], 0, at, fires)
        worth = _worth(states[2])
        if worth > best:
            best, chosen = worth, at
    return best, chosen


@compiled
def _craters(state: State, domino: int) -> int:
    squares = SQUARES[state.dominoes, domino]
    return int(squares[0, CRATERS]) + int(squares[1, CRATERS])


@compiled
def _worth(state: State) -> int:
    joins = 0
    for terrain in range(TERRAINS):
        squares = land(state, 0, terrain)
        joins += count(both(squares, eastward(squares))) + count(both(squares, southward(squares)))
    return score(state, 0) * _POINT + joins
