"""Games that the outlook is trained on: what a seat saw after its turns, and the points it had in the end.

A seat plays with foresight or as full greedy; both have an outlook. Up to a random round it may play the other way and
makes a random move now and then, and in that round it does so for certain, so that the outlook also sees positions
that would not be chosen. From there on the seat plays one way, and what it sees becomes lessons: the result of a
territory must not depend on later random moves.
"""

from typing import Any, Final, NamedTuple

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

SELDOM: Final = 5  # before its lot a seat strays in one turn of this many


class Habits(NamedTuple):
    """How each seat plays."""

    lot: Any  # the round in which it strays for certain
    has_foresight: Any  # before its lot, and from there on; without it a seat plays as full greedy
    plans: Any  # what full greedy means to draft


class Lessons(NamedTuple):
    sights: Any  # what was seen
    to_come: Any  # the points that were still to come
    seats: Any  # whose lesson it is


@compiled
def take_lessons(table: State, sketch: Sketch, room: Any, sights: Any, to_come: Any, random: np.uint64) -> int:
    """Plays games until `sights` is full; `to_come` gets the points that were still to come. Returns how many."""
    lessons = Lessons(sights, to_come, np.zeros(len(sights), np.int64))
    habits = Habits(np.zeros(4, np.int64), np.zeros((4, 2), np.bool_), np.full(4, NOBODY, np.int64))
    taken = 0
    while taken + 4 * table.rounds <= len(sights):
        room[0] = table
        game = room[0]
        game.random = random
        deal(game)
        sketch.game += 1
        _draw_habits(game, habits)
        begin, taken = taken, _play_game(game, sketch, room, habits, lessons, taken)
        for lesson in range(begin, taken):
            to_come[lesson] += score(game, lessons.seats[lesson])
        random = game.random
    return taken


@compiled
def _draw_habits(game: State, habits: Habits) -> None:
    for seat in range(4):
        habits.lot[seat] = below(game, game.rounds)
        habits.has_foresight[seat, 0] = below(game, 2)
        habits.has_foresight[seat, 1] = below(game, 2)


@compiled
def _play_game(game: State, sketch: Sketch, room: Any, habits: Habits, lessons: Lessons, taken: int) -> int:
    """Plays a game to its end and writes down its lessons; returns how many there are with those taken before."""
    while game.step != OVER:
        seat = actor(game)
        is_lesson = game.round >= habits.lot[seat]
        is_greedy = not habits.has_foresight[seat, int(is_lesson)]
        if not foresees(game):
            play(game, full_greedy(game, habits.plans, room[2:], True) if is_greedy else instinct(game, sketch))
            continue
        place = _place_domino(game, sketch, room, habits, is_greedy)
        if is_lesson and game.round < game.rounds - 1:
            look(game, seat, sketch)
            lay_ahead(game, seat, sketch, number(game.next_line[place]), False, room)
            see(room[3], seat, sketch, place, not is_greedy)
            lessons.sights[taken], lessons.seats[taken] = sketch.sights, seat
            lessons.to_come[taken] = -room[3].points[seat]
            taken += 1
        play(game, place)
    return taken


@compiled
def _place_domino(game: State, sketch: Sketch, room: Any, habits: Habits, is_greedy: bool) -> int:
    """Plays the placement that is due; returns the place in the next line to draft from."""
    lot = habits.lot[actor(game)]
    if game.round == lot or (game.round < lot and below(game, SELDOM) == 0):
        placement, place = _stray(game, sketch)
    elif is_greedy:
        play(game, full_greedy(game, habits.plans, room[2:], True))
        return full_greedy(game, habits.plans, room[2:], True)
    else:
        placement, place = chosen_turn(game, sketch, room)
    play(game, placement)
    return place


@compiled
def _stray(game: State, sketch: Sketch) -> tuple[int, int]:
    """One of the placements that look best, and any draft."""
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    listed = placement_options(game, sketch, moves, worths)
    order = np.argsort(-worths[:listed])
    return number(moves[order[below(game, min(listed, PROPOSED))]]), random_draft(game)
