"""Who holds each totem, and when it changes hands (O9)."""

from typing import Final

from puzzles.search.kernel.rules.bits import both, count, number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import GOODS, State, land
from puzzles.search.kernel.rules.moves import given_kind, given_to

KINDS: Final = 4
GIFTS: Final = KINDS * 4  # moves that give a totem away, one for each kind and seat


@compiled
def resources_of(state: State, seat: int, kind: int) -> int:
    """How many resources of this kind lie in a territory."""
    return count(both(land(state, seat, GOODS), land(state, seat, kind)))


@compiled
def leaders(state: State, kind: int) -> int:
    """The seats that have most of this kind, as bits."""
    most, leading = -1, 0
    for seat in range(state.seats):
        owned = resources_of(state, seat, kind)
        if owned > most:
            most, leading = owned, 0
        if owned == most:
            leading |= 1 << seat
    return leading


@compiled
def move_totems(state: State, seat: int) -> None:
    """The totems that move by themselves after `seat` has placed and thrown its fire."""
    for kind in range(KINDS):
        leading, holder = leaders(state, kind), number(state.totems[kind])
        for leader in range(state.seats):
            if leading == 1 << leader and holder != leader and seat in (leader, holder):
                state.totems[kind] = leader


@compiled
def takers(state: State, seat: int, kind: int) -> int:
    """The seats to which `seat` must give its totem with a choice, as bits; 0 if it need not."""
    if state.totems[kind] != seat:
        return 0
    leading = leaders(state, kind)
    return 0 if leading & (1 << seat) or leading & (leading - 1) == 0 else leading


@compiled
def may_give(state: State, seat: int, gift: int) -> bool:
    """Whether a seat must give a totem away, and may give it as this move says."""
    return bool(takers(state, seat, given_kind(gift)) >> given_to(gift) & 1)


@compiled
def owes(state: State, seat: int) -> bool:
    """Whether a totem must be given away with a choice."""
    for kind in range(KINDS):  # noqa: SIM110 - a generator is not compiled
        if takers(state, seat, kind):
            return True
    return False
