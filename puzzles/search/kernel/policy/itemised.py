"""Playing arms to the end of the game and noting what each seat's points there consist of.

Search compares leads; this is for telling people why one is larger. Beside the arms themselves one can be played as if
another number had been drafted: the same domino, but its chief acts when the chief on that number would. The
difference is what acting first is worth.
"""

from typing import Any, Final

import numpy as np

from puzzles.search.kernel.policy.arms import Workspace, play_arm
from puzzles.search.kernel.policy.foresight import NEVER, play_on
from puzzles.search.kernel.policy.trial import Deals, mix, random_of
from puzzles.search.kernel.policy.weights import STYLES, THOUGHTFUL
from puzzles.search.kernel.rules.bits import Board, both, count, either, first, group, is_empty, number, single, without
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import TERRAINS, TOTEM_WORTH
from puzzles.search.kernel.rules.dealing import shuffle_hidden
from puzzles.search.kernel.rules.layout import (
    GOODS,
    MARK_HIGH,
    MARK_LOW,
    MEN,
    NOBODY,
    TAKEN,
    TOTEM,
    TRIBAL,
    State,
    actor,
    land,
)
from puzzles.search.kernel.rules.scoring import horde_points, is_centred, marks_in, tribe_points
from puzzles.search.kernel.rules.totems import KINDS

# The items of a score; those of the terrains come first.
CENTRE: Final = TERRAINS
FULL: Final = TERRAINS + 1
RESOURCES: Final = TERRAINS + 2
TOTEMS: Final = TERRAINS + 3
CAVEMEN: Final = TERRAINS + 4
HORDES: Final = TERRAINS + 5
ITEMS: Final = TERRAINS + 6


@compiled
def play_ends(work: Workspace, arms: Any, as_if: Any, watched: int, deals: Deals, ends: Any, owners: Any) -> None:
    """Plays each of the arms to the end of the game on each of the deals: `ends` gets the items of every seat there,
    `owners` the seat that has drafted the watched domino by the next round.

    An arm whose `as_if` is a number acts in the next round as if it had drafted that one instead of the watched domino.
    """
    state, sketches, room = work.state, work.sketches, work.room
    seat, styles = actor(state), np.full(4, THOUGHTFUL, np.int64)
    for deal in range(deals.begin, deals.end):
        row = deal - deals.begin
        room[0] = state
        room[0].random = random_of(deals.seed, deal)
        shuffle_hidden(room[0])
        mix(styles, seat, deal)
        for place in range(len(arms)):
            room[1] = room[0]
            game = room[1]
            for style in range(STYLES):
                sketches[style].game += 1
            play_arm(game, sketches[THOUGHTFUL], work.arms[arms[place]])
            play_on(game, sketches, styles, seat, state.round + 1, room)
            owners[row, place] = _owner(game, watched)
            if as_if[place] != NOBODY:
                _act_as_if(game, watched, as_if[place])
            play_on(game, sketches, styles, seat, NEVER, room)
            for other in range(state.seats):
                note_items(game, other, ends[row, place, other])


@compiled
def _owner(state: State, domino: int) -> int:
    for place in range(state.line_count):
        if state.line[place] == domino:
            return number(state.line_seat[place])
    return NOBODY


@compiled
def _act_as_if(state: State, domino: int, other: int) -> None:
    """At the beginning of a round: the chief on a domino acts when the chief on the other number would."""
    begin, end = 0, 0
    for place in range(state.line_count):
        if state.line[place] == domino:
            begin = place
        elif state.line[place] < other:
            end += 1
    seat, step = state.line_seat[begin], 1 if begin < end else -1
    while begin != end:
        state.line[begin], state.line_seat[begin] = state.line[begin + step], state.line_seat[begin + step]
        begin += step
    state.line[end], state.line_seat[end] = domino, seat


@compiled
def note_items(state: State, seat: int, items: Any) -> None:
    """Writes what the points of a seat consist of."""
    low, high = land(state, seat, MARK_LOW), land(state, seat, MARK_HIGH)
    for terrain in range(TERRAINS):
        items[terrain] = _terrain_points(state, seat, land(state, seat, terrain), either(low, high))
    items[CENTRE] = state.centre_bonus if is_centred(state, seat) else 0
    items[FULL] = state.full_bonus if count(land(state, seat, TAKEN)) == state.size * state.size else 0
    if state.mode == TOTEM:
        items[RESOURCES] = count(land(state, seat, GOODS))
        items[TOTEMS] = 0
        for kind in range(KINDS):
            if state.totems[kind] == seat:
                items[TOTEMS] += TOTEM_WORTH[kind]
    elif state.mode == TRIBAL:
        items[HORDES] = _all_hordes(state, seat)
        items[CAVEMEN] = tribe_points(state, seat) - items[HORDES]


@compiled
def _terrain_points(state: State, seat: int, squares: Board, marked: Board) -> int:
    points, waiting = 0, both(marked, squares)
    while not is_empty(waiting):
        region = group(single(first(waiting)), squares)
        points += count(region) * marks_in(state, seat, region)
        waiting = without(waiting, region)
    return points


@compiled
def _all_hordes(state: State, seat: int) -> int:
    points, warriors = 0, land(state, seat, MEN + 3)
    while not is_empty(warriors):
        horde = group(single(first(warriors)), warriors)
        points += horde_points(state, seat, horde)
        warriors = without(warriors, horde)
    return points
