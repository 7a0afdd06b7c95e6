"""Full greedy, the published yardstick for players of Kingdomino.

Over every placement of its domino and every free domino it may draft, laid where that one adds most, it takes the
combination with the highest points of those that keep the castle in the middle and leave no hole of a single cell (of
all, if none does); equals are drawn. As published (FG) it knows no more than crowns when it takes its first two
dominoes, lays the first anywhere, and the last one too, for then there is nothing to draft and it compares nothing.
FG+ lays the last one where it is worth most.

That it is the published one is seen from its results: see `python -m tests.tools.arena yardsticks`.
"""

from typing import Any, Final

import numpy as np

from puzzles.search.kernel.policy.gains import gain
from puzzles.search.kernel.policy.playout import random_placement
from puzzles.search.kernel.rules.bits import Board, beside, either, is_empty, single, without
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import COLUMNS, MARKS, ROWS, SQUARES
from puzzles.search.kernel.rules.layout import CLAIM, DRAFT, NOBODY, TAKEN, State, actor, held, land
from puzzles.search.kernel.rules.legal import all_ways
from puzzles.search.kernel.rules.moves import DISCARD, first_cell, second_cell
from puzzles.search.kernel.rules.randomness import below
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.territory import fits, lay

MOST: Final = 256  # more than one domino ever has placements
SPOILT: Final = 1000  # subtracted for leaving the middle or making a hole: more than any points
_MIDDLE: Final = COLUMNS[4, 8] & ROWS[4, 8]
HOME: Final[Board] = (_MIDDLE[0], _MIDDLE[1], _MIDDLE[2])


@compiled
def full_greedy(state: State, plans: Any, room: Any, lays_last_well: bool) -> int:
    """Its move. `plans` holds the domino each seat plans to draft; `room` is a record to try placements on."""
    if state.step == CLAIM:
        return most_crowns(state)
    if state.step == DRAFT:
        return planned(state, plans)
    if state.round == state.rounds:
        return last_placement(state, room) if lays_last_well else random_placement(state)
    if state.round == 1:
        plans[actor(state)] = state.next_line[most_crowns(state)]
        return random_placement(state)
    return best_pair(state, plans, room)


@compiled
def planned(state: State, plans: Any) -> int:
    """What it planned to draft; or, if its domino left no choice and it planned nothing, what adds most now."""
    chosen, best = NOBODY, -10 * SPOILT
    for place in range(state.next_count):
        if state.next_seat[place] == NOBODY:
            if state.next_line[place] == plans[actor(state)]:
                return place
            worth = drafted(state, state, actor(state), int(state.next_line[place]))
            if worth > best:
                best, chosen = worth, place
    return chosen


@compiled
def most_crowns(state: State) -> int:
    best, chosen, equals = -1, NOBODY, 0
    for place in range(state.next_count):
        if state.next_seat[place] == NOBODY:
            squares = SQUARES[state.dominoes, state.next_line[place]]
            crowns = squares[0, MARKS] + squares[1, MARKS]
            if crowns > best:
                best, equals = crowns, 0
            if crowns == best:
                equals += 1
                if below(state, equals) == 0:
                    chosen = place
    return chosen


@compiled
def best_pair(state: State, plans: Any, room: Any) -> int:
    """The placement of the best combination; what to draft with it is noted in the plans."""
    seat, domino = actor(state), held(state)
    ways = np.empty(MOST, np.int64)
    number = all_ways(fits(state, seat, domino), ways)
    if number == 0:
        ways[0] = DISCARD
    best, chosen, equals = -10 * SPOILT, DISCARD, 0
    for way in range(max(number, 1)):
        room[0] = state
        if number > 0:
            lay(room[0], seat, domino, ways[way])
        for place in range(state.next_count):
            if state.next_seat[place] == NOBODY:
                worth = drafted(room[0], state, seat, int(state.next_line[place]))
                if worth > best:
                    best, equals = worth, 0
                if worth == best:
                    equals += 1
                    if below(state, equals) == 0:
                        chosen, plans[seat] = ways[way], state.next_line[place]
    return chosen


@compiled
def drafted(after: State, state: State, seat: int, domino: int) -> int:
    """The points with this domino as well, laid where it adds most."""
    ways = np.empty(MOST, np.int64)
    number = all_ways(fits(after, seat, domino), ways)
    best, equals, taken = -1, 0, land(after, seat, TAKEN)
    for way in range(number):
        more = gain(after, seat, domino, ways[way])
        if more > best:
            best, equals = more, 0
        if more == best:
            equals += 1
            if below(state, equals) == 0:
                taken = either(land(after, seat, TAKEN), cells_of(ways[way]))
    return int(after.points[seat] + max(best, 0) - (SPOILT if spoils(taken) else 0))


@compiled
def cells_of(placement: int) -> Board:
    return either(single(first_cell(placement)), single(second_cell(placement)))


@compiled
def spoils(taken: Board) -> bool:
    """Whether a territory leaves the middle, or has a hole of a single cell there."""
    free = without(HOME, taken)
    return not is_empty(without(taken, HOME)) or not is_empty(without(free, beside(free)))


@compiled
def last_placement(state: State, room: Any) -> int:
    seat, domino = actor(state), held(state)
    ways = np.empty(MOST, np.int64)
    number = all_ways(fits(state, seat, domino), ways)
    best, chosen, equals = -1, DISCARD, 0
    for way in range(number):
        room[0] = state
        lay(room[0], seat, domino, ways[way])
        worth = score(room[0], seat)
        if worth > best:
            best, equals = worth, 0
        if worth == best:
            equals += 1
            if below(state, equals) == 0:
                chosen = ways[way]
    return chosen
