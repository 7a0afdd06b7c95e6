"""Games from which the outlook learns: what a seat saw after its turns, and the points it had in the end.

A seat goes on with foresight or as full greedy does; both have an outlook. Up to a turn that is drawn by lot it may
have gone the other way and strays now and then, and in that turn it does for certain, so that the outlook also sees
what would not be chosen. From there on a seat keeps to its way, and what it sees becomes lessons: what came of a
territory must not be the fault of later strays.
"""

from typing import Any

import numpy as np

from puzzles.search.kernel.policy.foresight import MOST, PROPOSED, chosen_turn, foresees, lay_ahead
from puzzles.search.kernel.policy.full_greedy import full_greedy
from puzzles.search.kernel.policy.instinct import instinct, look
from puzzles.search.kernel.policy.outlook import see
from puzzles.search.kernel.policy.playout import random_draft
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.ways import placement_options
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.dealing import deal
from puzzles.search.kernel.rules.layout import NOBODY, OVER, State, actor
from puzzles.search.kernel.rules.randomness import below
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.turn import play

SELDOM = 5  # one turn of so many strays before the lot


@compiled
def take_lessons(table: State, sketch: Sketch, room: Any, sights: Any, to_come: Any, luck: np.uint64) -> int:
    """Play games until `sights` is full; `to_come` gets the points that were still to come. How many were taken."""
    taken, plans, lots = 0, np.full(4, NOBODY, np.int64), np.zeros(4, np.int64)
    has_foresight = np.zeros((4, 2), np.bool_)  # of each seat, before its lot and from there on
    seats, begin = np.zeros(len(sights), np.int64), 0
    while taken + 4 * table.rounds <= len(sights):
        room[0] = table
        game = room[0]
        game.luck = luck
        deal(game)
        sketch.game += 1
        for seat in range(4):
            lots[seat] = below(game, game.rounds)
            has_foresight[seat, 0], has_foresight[seat, 1] = below(game, 2), below(game, 2)
        begin = taken
        while game.step != OVER:
            seat = actor(game)
            is_lesson = game.round >= lots[seat]
            is_greedy = not has_foresight[seat, int(is_lesson)]
            if not foresees(game):
                play(game, full_greedy(game, plans, room[2:], True) if is_greedy else instinct(game, sketch))
                continue
            if game.round == lots[seat] or (not is_lesson and below(game, SELDOM) == 0):
                placement, place = _stray(game, sketch)
                play(game, placement)
            elif is_greedy:
                play(game, full_greedy(game, plans, room[2:], True))
                place = full_greedy(game, plans, room[2:], True)
            else:
                placement, place = chosen_turn(game, sketch, room)
                play(game, placement)
            if is_lesson and game.round < game.rounds - 1:
                look(game, seat, sketch)
                lay_ahead(game, seat, sketch, number(game.next_line[place]), False, room)
                see(room[3], seat, sketch, place, not is_greedy)
                sights[taken], to_come[taken], seats[taken] = sketch.sights, -room[3].points[seat], seat
                taken += 1
            play(game, place)
        for lesson in range(begin, taken):
            to_come[lesson] += score(game, seats[lesson])
        luck = game.luck
    return taken


@compiled
def _stray(game: State, sketch: Sketch) -> tuple[int, int]:
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    found = placement_options(game, sketch, moves, worths)
    order = np.argsort(-worths[:found])
    return moves[order[below(game, min(found, PROPOSED))]], random_draft(game)
