"""The value of resources beyond their points: for a totem (O9), as payment for a caveman (O10), or counted by one."""

from math import exp
from typing import Final

import numpy as np

from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.weights import GOODS_WORTH, RARE, TOTEM_LEAD
from puzzles.search.kernel.rules.bits import Board, first, has, is_empty, number, rest, without
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import AROUND, FIRE_LADY, PAINTER, TOTEM_WORTH
from puzzles.search.kernel.rules.layout import MEN, NOBODY, TOTEM, TRIBAL, State, land
from puzzles.search.kernel.rules.scoring import caveman_at, men_board
from puzzles.search.kernel.rules.totems import KINDS, resources_of

# O11: points for each thing counted, by the number of the caveman; warriors count nothing.
COUNTS: Final = np.array([0, 3, 3, 4, 5, 2, 1, 2, 0, 0, 0], np.float64)


@compiled
def value_goods(state: State, seat: int, sketch: Sketch) -> None:
    """For each kind, what one less and one more would change."""
    if state.mode == TOTEM:
        for kind in range(KINDS):
            lead = _lead(state, seat, kind)
            now = _hope(sketch, kind, lead)
            sketch.goods[kind, 0] = _hope(sketch, kind, lead - 1) - now - 1.0
            sketch.goods[kind, 2] = _hope(sketch, kind, lead + 1) - now + 1.0
    elif state.mode == TRIBAL:
        for kind in range(KINDS):
            owned = resources_of(state, seat, kind)
            worth = sketch.weights[GOODS_WORTH] * sketch.ahead
            rare = sketch.weights[RARE] * sketch.ahead
            sketch.goods[kind, 0] = -worth - (rare if owned == 1 else 0.0)
            sketch.goods[kind, 2] = worth + (rare if owned == 0 else 0.0)
        list_shields(state, seat, sketch)


@compiled
def _lead(state: State, seat: int, kind: int) -> float:
    """By how many of a kind a seat is ahead of the best other; holding the totem decides a tie."""
    most = 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, resources_of(state, other, kind))
    lead = resources_of(state, seat, kind) - most
    holder = number(state.totems[kind])
    if holder == seat:
        return lead + 0.5
    return lead - 0.5 if holder != NOBODY or lead == 0 else lead + 0.0


@compiled
def _hope(sketch: Sketch, kind: int, lead: float) -> float:
    """The points of a totem times the chance to hold it in the end."""
    sharp = sketch.weights[TOTEM_LEAD] / (0.2 + sketch.ahead)
    return float(TOTEM_WORTH[kind] / (1.0 + exp(-sharp * lead)))


@compiled
def around(cell: int) -> Board:
    words = AROUND[1, cell]
    return words[0], words[1], words[2]


@compiled
def shield_of(sketch: Sketch, row: int) -> Board:
    words = sketch.shield[row]
    return words[0], words[1], words[2]


@compiled
def list_shields(state: State, seat: int, sketch: Sketch) -> None:
    """Notes the cells around hunters, around fishers and so on, painters and fire ladies: resources there count."""
    for row in range(FIRE_LADY):
        for word in range(3):
            sketch.shield[row, word] = np.uint64(0)
    waiting = without(men_board(state, seat), land(state, seat, MEN + 3))
    while not is_empty(waiting):
        cell = first(waiting)
        waiting = rest(waiting)
        caveman = caveman_at(state, seat, cell)
        if caveman <= FIRE_LADY:
            for word in range(3):
                sketch.shield[caveman - 1, word] |= AROUND[1, cell, word]


@compiled
def counted(sketch: Sketch, kind: int, cell: int) -> float:
    """What cavemen standing around a cell count for a resource there."""
    worth = 0.0
    if has(shield_of(sketch, kind), cell):
        worth += COUNTS[kind + 1]
    if has(shield_of(sketch, PAINTER - 1), cell):
        worth += COUNTS[PAINTER]
    return worth
