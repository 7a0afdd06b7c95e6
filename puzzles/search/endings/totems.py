"""Which seats may hold each totem in the end (O9), as far as the dominoes still to be laid decide it."""

from puzzles.search.endings.targets import craters_of
from puzzles.search.endings.worth import POINT
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import RESOURCE, SQUARES, TERRAIN, TOTEM_WORTH
from puzzles.search.kernel.rules.layout import NOBODY, PLACE, State
from puzzles.search.kernel.rules.totems import KINDS, resources_of


@compiled
def _stock(state: State, seat: int, kind: int) -> tuple[int, int]:
    """The resources of a kind that a seat has at least and at most at any moment of the last round."""
    least = most = resources_of(state, seat, kind)
    for place in range(state.acting, state.line_count if state.step == PLACE else 0):
        if state.line_seat[place] == seat:
            domino = number(state.line[place])
            least -= craters_of(state, domino) > 0
            for square in SQUARES[state.dominoes, domino]:
                if square[RESOURCE] and square[TERRAIN] == kind:
                    most += 1
    return least, most


@compiled
def may_win(state: State, seat: int, kind: int) -> bool:
    """Whether a seat may take a totem that another holds, or nobody."""
    holder, most = number(state.totems[kind]), _stock(state, seat, kind)[1]
    for other in range(state.seats):
        is_rival = other == holder or (holder == NOBODY and other != seat)
        if is_rival and most <= _stock(state, other, kind)[0]:
            return False
    return True


@compiled
def totem_range(state: State, seat: int) -> tuple[int, int]:
    """The least and the most that the totems bring to a seat of two, less what they bring to the other."""
    low, high = 0, 0
    for kind in range(KINDS):
        worth, holder = number(TOTEM_WORTH[kind]) * POINT, number(state.totems[kind])
        now = 0 if holder == NOBODY else worth if holder == seat else -worth
        low += -worth if holder != 1 - seat and may_win(state, 1 - seat, kind) else now
        high += worth if holder != seat and may_win(state, seat, kind) else now
    return low, high


@compiled
def are_settled(state: State) -> bool:
    """Whether no totem changes hands any more."""
    for kind in range(KINDS):
        for seat in range(state.seats):
            if state.totems[kind] != seat and may_win(state, seat, kind):
                return False
    return True


@compiled
def totems_held(state: State, seat: int) -> int:
    """The worth of the totems that a seat holds now; nobody does in other modes."""
    worth = 0
    for kind in range(KINDS):
        if state.totems[kind] == seat:
            worth += number(TOTEM_WORTH[kind]) * POINT
    return worth
