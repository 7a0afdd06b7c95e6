"""The best prospects of a seat for each set of drafts that it may end a line with."""

from typing import Final

import numpy as np

from puzzles.search.kernel.lines.laying import hire, lay_out, list_layings
from puzzles.search.kernel.lines.prospects import lay_drafted, prospect
from puzzles.search.kernel.lines.workspace import KEPT, UNKNOWN, Line
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import CLAIM, NOBODY, PLACE, RECRUIT, State
from puzzles.search.kernel.rules.moves import DISCARD

FIRST: Final = 6  # placements of a domino that are tried
AFTER: Final = 3  # and of a second one, after each


@compiled
def is_to_draft(state: State, chief: int) -> bool:
    return bool(chief > state.acting or (chief == state.acting and state.step != RECRUIT))


@compiled
def chiefs(state: State) -> int:
    return number(state.chief_count if state.step == CLAIM else state.line_count)


@compiled
def seat_of(state: State, chief: int) -> int:
    return number(state.chiefs[chief] if state.step == CLAIM else state.line_seat[chief])


@compiled
def holds(state: State, chief: int) -> bool:
    """Whether a chief has yet to lay a domino."""
    if state.step == CLAIM:
        return False
    return bool(chief > state.acting or (chief == state.acting and state.step == PLACE))


@compiled
def drafted_by(state: State, seat: int) -> int:
    places = 0
    for place in range(state.next_count):
        if state.next_seat[place] == seat:
            places |= 1 << place
    return places


@compiled
def weigh(line: Line, state: State, seat: int, sketch: Sketch) -> None:
    """What a seat may expect for each set of drafts, and where it then lays what it holds."""
    line.worths[seat, :] = UNKNOWN
    first, second, drafts = NOBODY, NOBODY, 0
    for chief in range(chiefs(state)):
        if seat_of(state, chief) == seat:
            drafts += is_to_draft(state, chief)
            if holds(state, chief):
                if first == NOBODY:
                    first = number(state.line[chief])
                else:
                    second = number(state.line[chief])
    kept = _list_camps(line, state, seat, sketch, first, second)
    begun = drafted_by(state, seat)
    for camp in range(kept):
        hire(line.camps[camp], seat, sketch, drafts)
        _try_drafts(line, camp, seat, sketch, begun, drafts)


@compiled
def _list_camps(line: Line, state: State, seat: int, sketch: Sketch, first: int, second: int) -> int:
    """The best territories with the dominoes held."""
    if first == NOBODY:
        line.camps[0] = state
        line.camp_ways[0, :] = DISCARD
        return 1
    kept, places, room = 0, drafted_by(state, seat), line.room
    listed = list_layings(line, 0, state, seat, sketch, first)
    for _ in range(min(listed, FIRST)):
        way = _take_best(line, 0, listed)
        room[0] = state
        lay_out(room[0], seat, sketch, first, way)
        if second == NOBODY:
            kept = _keep(line, kept, prospect(room[0], seat, sketch, places), room[0], way, DISCARD)
            continue
        after = list_layings(line, 1, room[0], seat, sketch, second)
        for _ in range(min(after, AFTER)):
            next_way = _take_best(line, 1, after)
            room[1] = room[0]
            lay_out(room[1], seat, sketch, second, next_way)
            kept = _keep(line, kept, prospect(room[1], seat, sketch, places), room[1], way, next_way)
    return kept


@compiled
def _take_best(line: Line, which: int, listed: int) -> int:
    best = np.argmax(line.scores[which, :listed])
    line.scores[which, best] = 2 * UNKNOWN
    return number(line.moves[which, best])


@compiled
def _keep(line: Line, kept: int, worth: float, camp: State, way: int, next_way: int) -> int:
    """Keeps a territory if it is one of the best."""
    place = kept
    if kept == KEPT:
        place = number(np.argmin(line.camp_worths))
        if line.camp_worths[place] >= worth:
            return kept
    line.camps[place] = camp
    line.camp_worths[place], line.camp_ways[place, 0], line.camp_ways[place, 1] = worth, way, next_way
    return min(kept + 1, KEPT)


@compiled
def _try_drafts(line: Line, camp: int, seat: int, sketch: Sketch, begun: int, drafts: int) -> None:
    state, room = line.camps[camp], line.room
    room[2] = state
    lay_drafted(room[2], seat, sketch, begun)
    if drafts == 0:
        _note(line, camp, room[2], seat, sketch, begun)
        return
    for place in range(state.next_count):
        if state.next_seat[place] != NOBODY:
            continue
        now = begun | 1 << place
        room[3] = room[2]
        lay_drafted(room[3], seat, sketch, 1 << place)
        if drafts == 1:
            _note(line, camp, room[3], seat, sketch, now)
            continue
        for other in range(place + 1, state.next_count):
            if state.next_seat[other] == NOBODY:
                room[4] = room[3]
                lay_drafted(room[4], seat, sketch, 1 << other)
                _note(line, camp, room[4], seat, sketch, now | 1 << other)


@compiled
def _note(line: Line, camp: int, state: State, seat: int, sketch: Sketch, places: int) -> None:
    worth = prospect(state, seat, sketch, places)
    if worth > line.worths[seat, places]:
        line.worths[seat, places] = worth
        line.ways[seat, places, 0] = line.camp_ways[camp, 0]
        line.ways[seat, places, 1] = line.camp_ways[camp, 1]
