"""Where a volcano may throw its fire (O5), and what burns there (O6)."""

from puzzles.search.kernel.rules.bits import HUT_BOARD, Board, bit, both, either, without
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import AROUND, VOLCANO
from puzzles.search.kernel.rules.layout import GOODS, MARK_HIGH, MARK_LOW, MEN, TAKEN, State, land
from puzzles.search.kernel.rules.regions import kindle


@compiled
def targets(state: State, seat: int, volcano: int, craters: int) -> Board:
    """The squares on which the fire may land."""
    words = AROUND[4 - craters, volcano]
    marked = either(land(state, seat, MARK_LOW), land(state, seat, MARK_HIGH))
    barred = either(either(marked, land(state, seat, VOLCANO)), HUT_BOARD)
    return without(both((words[0], words[1], words[2]), land(state, seat, TAKEN)), barred)


@compiled
def burn(state: State, seat: int, cell: int, fires: int) -> None:
    boards, word, mask = state.land[seat], cell >> 6, bit(cell)
    if fires & 1:
        boards[MARK_LOW, word] |= mask
    if fires & 2:
        boards[MARK_HIGH, word] |= mask
    for plane in range(GOODS, MEN + 4):
        boards[plane, word] &= ~mask
    kindle(state, seat, cell, fires)
