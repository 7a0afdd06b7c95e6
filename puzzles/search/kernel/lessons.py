"""Games from which the outlook learns: what a seat saw after its turns, and the points it had in the end.

Up to a turn that is drawn by lot a seat strays now and then, and in that turn it does for certain, so that the outlook
also sees what it would not choose. From there on it plays as well as it can, and what it sees becomes lessons: what
came of a territory must not be the fault of later strays.
"""

from typing import Any

import numpy as np

from puzzles.search.kernel.bits import number
from puzzles.search.kernel.compiled import compiled
from puzzles.search.kernel.dealing import deal
from puzzles.search.kernel.foresight import MOST, PROPOSED, chosen_turn, foresees, lay_ahead
from puzzles.search.kernel.instinct import instinct, look
from puzzles.search.kernel.layout import NOBODY, OVER, State, actor
from puzzles.search.kernel.luck import below
from puzzles.search.kernel.outlook import see
from puzzles.search.kernel.playout import random_draft
from puzzles.search.kernel.scoring import score
from puzzles.search.kernel.survey import Sketch
from puzzles.search.kernel.turn import play
from puzzles.search.kernel.ways import placement_options
from puzzles.search.kernel.weights import STYLES, THOUGHTFUL

FORESEES = NOBODY  # instead of a style
HALF = 2  # of the seats have foresight
SELDOM = 5  # one turn of so many strays before the lot


@compiled
def take_lessons(table: State, sketches: Any, room: Any, sights: Any, to_come: Any, luck: np.uint64) -> int:
    """Play games until `sights` is full; `to_come` gets the points that were still to come. How many were taken."""
    taken, styles, lots = 0, np.zeros(4, np.int64), np.zeros(4, np.int64)
    seats, begin = np.zeros(len(sights), np.int64), 0
    while taken + 4 * table.rounds <= len(sights):
        room[0] = table
        game = room[0]
        game.luck = luck
        deal(game)
        for seat in range(4):
            styles[seat] = FORESEES if below(game, HALF) == 0 else below(game, STYLES)
            lots[seat] = below(game, game.rounds)
            sketches[seat].game += 1
        begin = taken
        while game.step != OVER:
            seat = actor(game)
            if styles[seat] == FORESEES and foresees(game):
                place = _place(game, sketches[THOUGHTFUL], lots[seat], room)
                if lots[seat] <= game.round < game.rounds - 1:
                    sights[taken] = sketches[THOUGHTFUL].sights
                    to_come[taken] = -room[3].points[seat]
                    seats[taken] = seat
                    taken += 1
                play(game, place)
            else:
                play(game, instinct(game, sketches[max(styles[seat], THOUGHTFUL)]))
        for lesson in range(begin, taken):
            to_come[lesson] += score(game, seats[lesson])
        luck = game.luck
    return taken


@compiled
def _place(game: State, sketch: Sketch, lot: int, room: Any) -> int:
    """Lay the domino that is due; which to draft now. What is seen after both is written into the sketch."""
    seat = actor(game)
    strays = game.round == lot or (game.round < lot and below(game, SELDOM) == 0)
    placement, place = _stray(game, sketch) if strays else chosen_turn(game, sketch, room)
    play(game, placement)
    look(game, seat, sketch)
    lay_ahead(game, seat, sketch, number(game.next_line[place]), game.round == game.rounds - 1, room)
    see(room[3], seat, sketch, place)
    return place


@compiled
def _stray(game: State, sketch: Sketch) -> tuple[int, int]:
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    found = placement_options(game, sketch, moves, worths)
    order = np.argsort(-worths[:found])
    return moves[order[below(game, min(found, PROPOSED))]], random_draft(game)
