"""Two seats: each move is answered by the best reply (alpha-beta).

The first payoff of a ply is the difference of the two worths for the seat that asks, and below it its own points:
of equal ends the one with more of them counts.
"""

from typing import Final

from puzzles.search.endings.alone import alone
from puzzles.search.endings.totems import totem_range, totems_held
from puzzles.search.endings.workspace import Workspace
from puzzles.search.endings.worth import POINT
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import TOTEM

OWN: Final = 1 << 10  # more than the points of any seat


@compiled
def is_known(work: Workspace, ply: int, seat: int) -> bool:
    """Whether a position of the last round is known to be worth just so much, or too much or too little to matter.

    Each seat can reach what it would reach on its own, and neither can reach more: only the totems are left open.
    """
    state = work.tree.room[ply]
    own, theirs = alone(work, state, seat), alone(work, state, 1 - seat)
    low = high = 0
    if state.mode == TOTEM:
        low, high = totem_range(state, seat)
    least, most = (own - theirs + low) * OWN, (own - theirs + high) * OWN + OWN - 1
    if low == high:
        work.payoffs[ply, 0] = least + (own + totems_held(state, seat)) // POINT
        return True
    work.payoffs[ply, 0] = least if least >= work.beta[ply] else most
    return bool(least >= work.beta[ply] or most <= work.alpha[ply])


@compiled
def take_reply(work: Workspace, ply: int, is_first: bool, is_own: bool) -> None:
    """Takes over the value of the next ply if it is better for the seat to move."""
    value, best = number(work.payoffs[ply + 1, 0]), number(work.payoffs[ply, 0])
    if is_own:
        work.alpha[ply] = max(number(work.alpha[ply]), value)
        best = value if is_first else max(best, value)
    else:
        work.beta[ply] = min(number(work.beta[ply]), value)
        best = value if is_first else min(best, value)
    work.payoffs[ply, 0] = best
