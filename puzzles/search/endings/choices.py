"""The moves of a step that have to be looked at, the most promising first; and the placements that can be put off."""

from typing import Any

from puzzles.search.endings.targets import craters_of, one_of_each_region, without_mirrored
from puzzles.search.endings.workspace import MOST, Workspace, give_up
from puzzles.search.kernel.policy.gains import gain
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import FIRE, NOBODY, PLACE, PLAIN, State, actor, held
from puzzles.search.kernel.rules.legal import legal
from puzzles.search.kernel.rules.moves import DISCARD


@compiled
def list_choices(work: Workspace, ply: int) -> int:
    """Writes the moves of a ply; returns how many there are."""
    state, moves = work.tree.room[ply], work.tree.moves[ply]
    listed = legal(state, moves)
    if listed > MOST:
        give_up(work)
        return 0
    if listed == 0:
        moves[0] = DISCARD  # or a fire that is lost
        return 1
    if state.step == PLACE:
        listed = without_mirrored(state, held(state), moves, listed)
        _sort(state, moves[:listed], work.gains)
    elif state.step == FIRE and not _throws_again(state, actor(state)):
        listed = one_of_each_region(state, actor(state), moves, listed)
    return listed


@compiled
def _sort(state: State, moves: Any, gains: Any) -> None:
    """Sorts placements by the points they bring at once."""
    seat, domino = actor(state), held(state)
    for place in range(len(moves)):
        move, other = number(moves[place]), place
        gained = 0 if move == DISCARD else gain(state, seat, domino, move)
        while other > 0 and gains[other - 1] < gained:
            moves[other], gains[other] = moves[other - 1], gains[other - 1]
            other -= 1
        moves[other], gains[other] = move, gained


@compiled
def _throws_again(state: State, seat: int) -> bool:
    """Whether a seat may throw another fire after the one that is due."""
    for place in range(state.acting + 1, state.line_count):
        if state.line_seat[place] == seat and craters_of(state, number(state.line[place])):
            return True
    for place in range(state.next_count):
        is_possible = state.next_seat[place] == NOBODY or state.next_seat[place] == seat
        if is_possible and craters_of(state, number(state.next_line[place])):
            return True
    return False


@compiled
def can_wait(state: State) -> bool:
    """Whether the placement that is due may as well be chosen when it is known what else the seat will lay.

    That is so in the last turn in which the seat drafts, if others do not care what lies in its territory.
    """
    if state.step != PLACE or state.mode != PLAIN or state.round == state.rounds:
        return False
    seat = actor(state)
    for place in range(state.acting + 1, state.line_count):  # noqa: SIM110 - a generator is not compiled
        if state.line_seat[place] == seat:
            return False
    return True
