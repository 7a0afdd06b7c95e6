"""Three and four seats: each takes the move with the largest lead of its own over the best of the others."""

from typing import Any

from puzzles.search.endings.alone import alone
from puzzles.search.endings.totems import are_settled, totems_held
from puzzles.search.endings.workspace import Workspace, give_up
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import TOTEM, actor


@compiled
def share_out(work: Workspace, ply: int) -> None:
    """What every seat reaches in the last round. Seats that contest a totem are not looked into."""
    state = work.tree.room[ply]
    if state.mode == TOTEM and not are_settled(state):
        give_up(work)
        return
    for seat in range(state.seats):
        work.payoffs[ply, seat] = alone(work, state, seat) + totems_held(state, seat)


@compiled
def take_larger_lead(work: Workspace, ply: int, is_first: bool) -> None:
    """Takes over the payoffs of the next ply if they are better for the seat to move."""
    state = work.tree.room[ply]
    seat, payoff, other = actor(state), work.payoffs[ply, : state.seats], work.payoffs[ply + 1, : state.seats]
    gained = lead_over(other, seat) - lead_over(payoff, seat)
    if is_first or gained > 0 or (gained == 0 and other[seat] > payoff[seat]):
        payoff[:] = other


@compiled
def lead_over(payoff: Any, seat: int) -> int:
    """The worth of a seat less that of the best other one."""
    best = -1
    for other in range(len(payoff)):
        if other != seat:
            best = max(best, number(payoff[other]))
    return number(payoff[seat]) - best
