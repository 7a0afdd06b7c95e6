"""What a territory promises once its seat has drafted: the outlook, with the dominoes drafted laid already.

It sees what `policy/outlook.py` sees, and what only some games have: a second chief, resources, totems and cavemen.
"""

from typing import Any, Final

from puzzles.search.kernel.lines.laying import lay_best
from puzzles.search.kernel.policy.network import KINDS, OF_ALL, OF_TERRAIN, SIGHTS
from puzzles.search.kernel.policy.outlook import answer, see
from puzzles.search.kernel.policy.survey import Sketch, expect
from puzzles.search.kernel.rules.bits import count
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import VOLCANO
from puzzles.search.kernel.rules.layout import MEN, NOBODY, PLAIN, TRIBAL, State, land
from puzzles.search.kernel.rules.scoring import men_board, score, tribe_points
from puzzles.search.kernel.rules.totems import KINDS as GOODS_KINDS
from puzzles.search.kernel.rules.totems import resources_of
from puzzles.search.kernel.rules.tribe import standing_room

_BEGIN: Final = KINDS * OF_TERRAIN + OF_ALL
SECOND, FIRES_DUE, OWNED, RIVALS, HOLDS, CAVEMEN, WARRIORS, TRIBE, STANDING, KINDS_OWNED, FOUR = (
    *range(_BEGIN, _BEGIN + 3),
    *range(_BEGIN + 6, _BEGIN + 15, 4),
    *range(_BEGIN + 15, _BEGIN + 20),
)
assert FOUR < SIGHTS


@compiled
def prospect(state: State, seat: int, sketch: Sketch, places: int) -> float:
    """The points that a seat with these places of the next line may expect in the end, all its dominoes being laid."""
    if state.round == state.rounds - 1:
        return float(score(state, seat))
    see_all(state, seat, sketch, places)
    return float(state.points[seat] + answer(sketch))


@compiled
def see_all(state: State, seat: int, sketch: Sketch, places: int) -> None:
    lowest, highest = _lowest(places), _highest(places)
    expect(state, sketch)
    see(state, seat, sketch, lowest, True)
    sights = sketch.sights
    sights[SECOND] = highest
    sights[FOUR] = state.seats == 4
    if state.dominoes > 0:
        sights[FIRES_DUE] = (
            sketch.squares_due[VOLCANO] * state.left_marks[VOLCANO] / max(state.left_squares[VOLCANO], 1)
        )
    if state.mode != PLAIN:
        _see_goods(state, seat, sights)
    if state.mode == TRIBAL:
        _see_tribe(state, seat, sights)


@compiled
def _see_goods(state: State, seat: int, sights: Any) -> None:
    for kind in range(GOODS_KINDS):
        most = 0
        for other in range(state.seats):
            if other != seat:
                most = max(most, resources_of(state, other, kind))
        owned, holder = resources_of(state, seat, kind), state.totems[kind]
        sights[OWNED + kind], sights[RIVALS + kind] = owned, most
        sights[KINDS_OWNED] += owned > 0
        if holder != NOBODY:
            sights[HOLDS + kind] = 1.0 if holder == seat else -1.0


@compiled
def _see_tribe(state: State, seat: int, sights: Any) -> None:
    sights[CAVEMEN], sights[WARRIORS] = count(men_board(state, seat)), count(land(state, seat, MEN + 3))
    sights[TRIBE], sights[STANDING] = tribe_points(state, seat), count(standing_room(state, seat))


@compiled
def lay_drafted(state: State, seat: int, sketch: Sketch, places: int) -> None:
    """Lays the dominoes of these places of the next line, the first first."""
    is_final = state.round == state.rounds - 1
    for place in range(state.next_count):
        if places >> place & 1:
            is_last = is_final and places >> (place + 1) == 0
            lay_best(state, seat, sketch, state.next_line[place], is_last)


@compiled
def _lowest(places: int) -> int:
    place = 0
    while place < 4 and not places >> place & 1:
        place += 1
    return place


@compiled
def _highest(places: int) -> int:
    place = 3
    while place > 0 and not places >> place & 1:
        place -= 1
    return place
