"""The worth of a territory at the end as one number: its points, and below them what breaks a tie (O13, K5).

The difference of two such numbers tells the lead, and if that is 0 who wins: the part that breaks ties is smaller than
half a point. A seat that maximises the difference therefore maximises the lead, and wins a tie if possible.
"""

from typing import Final

from puzzles.search.kernel.rules.bits import count, number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import TERRAINS
from puzzles.search.kernel.rules.layout import GOODS, MARK_HIGH, MARK_LOW, TOTEM, TRIBAL, State, land
from puzzles.search.kernel.rules.scoring import bonus_points, tribe_points

POINT: Final = 1 << 14
_SQUARE: Final = 1 << 7  # of the largest region; more than the marks of any territory


@compiled
def own_worth(state: State, seat: int) -> int:
    """Everything but the totems, which depend on others."""
    points = number(state.points[seat]) + bonus_points(state, seat)
    if state.mode == TOTEM:
        points += count(land(state, seat, GOODS))
    elif state.mode == TRIBAL:
        points += tribe_points(state, seat)
    return points * POINT + _tie_break(state, seat)


@compiled
def _tie_break(state: State, seat: int) -> int:
    largest = 0
    for terrain in range(TERRAINS):
        largest = max(largest, number(state.most_squares[seat, terrain]))
    key = largest * _SQUARE
    if state.marks_break_ties:
        key += count(land(state, seat, MARK_LOW)) + 2 * count(land(state, seat, MARK_HIGH))
    return key


def lead_of(difference: int) -> int:
    """The points by which one number is ahead of the other."""
    return (difference + POINT // 2) // POINT


def win_of(difference: int) -> float:
    """1 for a win and 0 for a loss; a tie that nothing breaks counts half."""
    return 1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
