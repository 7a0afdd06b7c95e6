"""How seats play in a playout where there is an outlook: the opponents play full greedy, and the searching seat weighs
where its domino goes together with what it drafts next.

Instinct proposes a few placements. Each is judged with every domino that may be drafted after it, laid where instinct
would lay it, by the outlook of the territory that comes of it. After a few rounds the outlook of all territories
stands for the rest of the game.
"""

from typing import Any, Final

import numpy as np

from puzzles.search.kernel.policy.full_greedy import full_greedy
from puzzles.search.kernel.policy.instinct import NOWHERE, best_placement, instinct, look, stamp
from puzzles.search.kernel.policy.outlook import has_outlook, outlook
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.ways import placement_options
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import NOBODY, OVER, PLACE, State, actor, held
from puzzles.search.kernel.rules.moves import DISCARD
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.territory import lay
from puzzles.search.kernel.rules.turn import note_unseen, play

DEPTH: Final = 4  # rounds that are played out, this one included
NEVER: Final = 99
PROPOSED: Final = 8  # placements that are judged
MOST: Final = 256  # more than one domino ever has placements


@compiled
def play_on(state: State, sketches: Any, styles: Any, thinker: int, horizon: int, room: Any) -> None:
    """Play on until this round begins or the game is over: where there is an outlook the thinker with foresight and the
    others greedily, elsewhere each seat by instinct in its style.
    """
    others_are_greedy, plans = has_outlook(state), np.full(4, NOBODY, np.int64)
    while state.step != OVER and state.round < horizon:
        seat = actor(state)
        sketch = sketches[styles[seat]]
        if others_are_greedy and seat != thinker:
            play(state, full_greedy(state, plans, room[2:], True))
        elif foresees(state):
            placement, place = chosen_turn(state, sketch, room)
            play(state, placement)
            play(state, place)
        else:
            play(state, instinct(state, sketch))


@compiled
def horizon_of(state: State) -> int:
    """The round before which playouts end: beyond it the outlook is trusted more than the rest of a playout."""
    horizon = state.round + DEPTH
    return horizon if has_outlook(state) and horizon < state.rounds - 1 else NEVER


@compiled
def foresees(state: State) -> bool:
    """Whether a turn is due that can be weighed as a whole."""
    return bool(state.step == PLACE and state.round < state.rounds and has_outlook(state))


@compiled
def chosen_turn(state: State, sketch: Sketch, room: Any) -> tuple[int, int]:
    """The placement and the place in the next line to draft from. The last two of `room` are to try them on."""
    seat, domino = actor(state), held(state)
    if sketch.plan_stamp[domino] == stamp(state, seat, sketch):
        planned = number(sketch.plan[domino])
        return planned, best_draft(state, sketch, planned, room)[1]
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    listed = placement_options(state, sketch, moves, worths)
    best, placement, drafted = NOWHERE, DISCARD, NOBODY
    for _ in range(min(listed, PROPOSED)):
        proposed = np.argmax(worths[:listed])
        worths[proposed] = 2 * NOWHERE
        worth, place = best_draft(state, sketch, moves[proposed], room)
        if worth > best:
            best, placement, drafted = worth, moves[proposed], place
    return placement, drafted


@compiled
def best_draft(state: State, sketch: Sketch, placement: int, room: Any) -> tuple[float, int]:
    """What the territory will probably be worth after a placement and the best draft, and which that is."""
    room[2] = state
    seat, after = actor(state), room[2]
    if placement != DISCARD:
        lay(after, seat, held(state), placement)
    look(after, seat, sketch)
    best, chosen = NOWHERE, NOBODY
    for place in range(state.next_count):
        if state.next_seat[place] == NOBODY:
            worth = drafted_outlook(after, seat, sketch, place, room)
            if worth > best:
                best, chosen = worth, place
    return best, chosen


@compiled
def drafted_outlook(state: State, seat: int, sketch: Sketch, place: int, room: Any) -> float:
    """What a territory that has been looked at will probably be worth with this domino of the next line."""
    # The last domino that is drafted is the last to be laid, so the end is known.
    is_last = state.round == state.rounds - 1
    lay_ahead(state, seat, sketch, number(state.next_line[place]), is_last, room)
    return float(score(room[3], seat)) if is_last else outlook(room[3], seat, sketch, place, True)


@compiled
def lay_ahead(state: State, seat: int, sketch: Sketch, domino: int, is_last: bool, room: Any) -> None:
    """In the last record of `room`: the state with a domino laid where instinct will want it."""
    _, placement = best_placement(state, seat, sketch, domino, is_last)
    room[3] = state
    if placement != DISCARD:
        lay(room[3], seat, domino, placement)


@compiled
def expected_points(state: State, sketch: Sketch, thinker: int, points: Any, room: Any) -> None:
    """The final points of each seat, or the expected ones if a round is just beginning."""
    if state.step == OVER:
        for seat in range(state.seats):
            points[seat] = score(state, seat)
        return
    _unreveal(state)
    for place in range(state.line_count):
        seat = number(state.line_seat[place])
        look(state, seat, sketch)
        lay_ahead(state, seat, sketch, number(state.line[place]), False, room)
        points[seat] = outlook(room[3], seat, sketch, place, seat == thinker)


@compiled
def _unreveal(state: State) -> None:
    """Goes back to the end of the last round, as far as the outlook sees it: it was trained on such positions."""
    for place in range(state.next_count):
        note_unseen(state, number(state.next_line[place]), 1)
    state.drawn -= state.next_count
    state.round -= 1
