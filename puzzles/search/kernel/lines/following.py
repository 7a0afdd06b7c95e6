"""How seats play that follow the search of a line: until the next one is revealed nothing comes unexpected."""

from typing import Any

from puzzles.search.kernel.lines.prospects import lay_drafted, prospect
from puzzles.search.kernel.lines.workspace import Line
from puzzles.search.kernel.lines.worths import drafted_by
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import CLAIM, DRAFT, PLACE, RECRUIT, TRIBAL, State, actor
from puzzles.search.kernel.rules.moves import PASS
from puzzles.search.kernel.rules.tribe import enlist
from puzzles.search.kernel.rules.turn import play


@compiled
def is_last_step(state: State) -> bool:
    """Whether the next line is revealed after this step."""
    if state.step == CLAIM:
        return bool(state.acting + (2 if state.in_pairs else 1) == state.chief_count)
    last = RECRUIT if state.mode == TRIBAL else DRAFT
    return bool(state.step == last and state.acting == state.line_count - 1)


@compiled
def planned_move(line: Line, state: State, sketch: Sketch) -> int:
    """The move by the plan of the search, or by instinct where it plans nothing."""
    if state.step == PLACE and state.round < state.rounds:
        return number(line.layings[state.acting])
    if state.step == DRAFT or (state.step == CLAIM and not state.in_pairs):
        return number(line.drafts[state.acting])
    return instinct(state, sketch)


@compiled
def go_on(line: Line, state: State, sketch: Sketch) -> int:
    """Plays by the plan up to the last step of the round; returns the move that is due then."""
    while not is_last_step(state):
        play(state, planned_move(line, state, sketch))
    return planned_move(line, state, sketch)


@compiled
def close_round(state: State, move: int) -> None:
    """Takes the last step of a round, but reveals nothing."""
    if state.step == RECRUIT:
        if move != PASS:
            enlist(state, actor(state), move)
        return
    state.next_seat[move] = actor(state)
    if state.step == CLAIM and state.in_pairs:
        state.next_seat[3 - move] = actor(state)


@compiled
def expected(line: Line, state: State, sketch: Sketch, points: Any) -> None:
    """The points that each seat may expect when a round has been closed."""
    for seat in range(state.seats):
        places, room = drafted_by(state, seat), line.room
        room[5] = state
        lay_drafted(room[5], seat, sketch, places)
        points[seat] = prospect(room[5], seat, sketch, places)
