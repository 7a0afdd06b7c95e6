"""Recruiting cavemen (O10): from the cave for two resources, from the pile for four."""

from puzzles.search.kernel.rules.bits import HUT_BOARD, Board, bit, both, either, without
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import VOLCANO
from puzzles.search.kernel.rules.layout import GOODS, MARK_HIGH, MARK_LOW, MEN, TAKEN, State, land
from puzzles.search.kernel.rules.moves import CAVE, FROM_PILE, price_of, recruited, source_of, spent, stands_on
from puzzles.search.kernel.rules.randomness import below
from puzzles.search.kernel.rules.scoring import men_board


@compiled
def standing_room(state: State, seat: int) -> Board:
    """Where a caveman may stand before anything is spent."""
    marked = either(land(state, seat, MARK_LOW), land(state, seat, MARK_HIGH))
    busy = either(either(marked, land(state, seat, GOODS)), men_board(state, seat))
    return without(land(state, seat, TAKEN), either(either(busy, land(state, seat, VOLCANO)), HUT_BOARD))


@compiled
def goods(state: State, seat: int, kind: int) -> Board:
    """Where the resources of a kind lie."""
    return both(land(state, seat, GOODS), land(state, seat, kind))


@compiled
def _is_in(people: State, count: int, caveman: int) -> bool:
    """Whether such a caveman is among the first `count`."""
    for place in range(count):  # noqa: SIM110 - a generator is not compiled
        if people[place] == caveman:
            return True
    return False


@compiled
def is_offered(state: State, source: int, caveman: int) -> bool:
    if source == CAVE:
        return _is_in(state.cave, state.cave_count, caveman)
    return _is_in(state.pile, state.pile_count, caveman)


@compiled
def enlist(state: State, seat: int, move: int) -> None:
    """Pay for a caveman, take him from where he was, and let him stand."""
    boards, source = state.land[seat], source_of(move)
    for number in range(price_of(source)):
        cell = spent(move, number)
        boards[GOODS, cell >> 6] &= ~bit(cell)
    at, caveman = stands_on(move), recruited(move)
    for digit in range(4):
        if caveman & (1 << digit):
            boards[MEN + digit, at >> 6] |= bit(at)
    if source == FROM_PILE:
        _search(state, caveman)
    else:
        _leave_cave(state, caveman)


@compiled
def _leave_cave(state: State, caveman: int) -> None:
    place = 0
    while state.cave[place] != caveman:
        place += 1
    _close_up(state.cave, place, state.cave_count)
    state.cave_count -= 1


@compiled
def _search(state: State, caveman: int) -> None:
    """O10: which of several alike leaves the pile is random, or the order of the others would no longer be fair."""
    count = 0
    for place in range(state.pile_count):
        count += state.pile[place] == caveman
    chosen, place = below(state, count), 0
    while state.pile[place] != caveman or chosen > 0:
        chosen -= state.pile[place] == caveman
        place += 1
    _close_up(state.pile, place, state.pile_count)
    state.pile_count -= 1


@compiled
def _close_up(people: State, place: int, count: int) -> None:
    for other in range(place, count - 1):
        people[other] = people[other + 1]
    people[count - 1] = 0


@compiled
def refill_cave(state: State) -> None:
    while state.cave_count < 4 and state.pile_count > 0:
        state.pile_count -= 1
        state.cave[state.cave_count] = state.pile[state.pile_count]
        state.pile[state.pile_count] = 0
        state.cave_count += 1
