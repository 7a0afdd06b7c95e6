"""Games that the outlook is trained on: what seats saw at the end of a round, and what came of it.

Up to a random round a seat strays now and then, and in that round often, so that the outlook also sees positions that
would not be chosen. From there on all follow the search of lines, or instinct in a first course, and what they see
becomes lessons. What came of it is said partly by what was expected a round later: that is less a matter of dice than
the result is.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from puzzles.search.kernel.lines.following import close_round, is_last_step, planned_move
from puzzles.search.kernel.lines.prospects import lay_drafted, see_all
from puzzles.search.kernel.lines.replies import solve_line
from puzzles.search.kernel.lines.workspace import MOST, Line
from puzzles.search.kernel.lines.worths import drafted_by
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.network import SIGHTS
from puzzles.search.kernel.policy.outlook import answer
from puzzles.search.kernel.policy.playout import random_claim, random_draft
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.ways import placement_options
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.dealing import deal
from puzzles.search.kernel.rules.layout import CLAIM, DRAFT, OVER, PLACE, State
from puzzles.search.kernel.rules.randomness import below
from puzzles.search.kernel.rules.scoring import score
from puzzles.search.kernel.rules.turn import play

SELDOM: Final = 6  # before its round a seat strays in one step of this many
OFTEN: Final = 2  # in its round in one of this many
PROPOSED: Final = 8  # placements among which one who strays chooses


class Lessons(NamedTuple):
    """Of each lesson what was seen, the points there were then, and what was to come by the outlook of that time."""

    sights: Any
    had: Any
    foreseen: Any
    to_come: Any  # what is to be learnt
    seats: Any


@compiled
def take_lessons(
    table: State, sketch: Sketch, line: Line, room: Any, lessons: Lessons, random: np.uint64, trust: float
) -> int:
    """Plays games until the lessons are full; returns how many there are. Without trust all play by instinct."""
    taken = 0
    while taken + 4 * table.rounds <= len(lessons.had):
        room[0] = table
        game = room[0]
        game.random = random
        deal(game)
        sketch.game += 1
        begin, taken = taken, _play_game(game, sketch, line, room, lessons, taken, trust > 0.0)
        for seat in range(game.seats):
            _tell(lessons, begin, taken, seat, float(score(game, seat)), trust)
        random = game.random
    return taken


@compiled
def _tell(lessons: Lessons, begin: int, end: int, seat: int, result: float, trust: float) -> None:
    """What came of each lesson of a seat, the last one first."""
    came = result
    for lesson in range(end - 1, begin - 1, -1):
        if lessons.seats[lesson] == seat:
            lessons.to_come[lesson] = came - lessons.had[lesson]
            expected = lessons.had[lesson] + lessons.foreseen[lesson]
            came = trust * expected + (1 - trust) * came


@compiled
def _play_game(
    game: State, sketch: Sketch, line: Line, room: Any, lessons: Lessons, taken: int, is_planned: bool
) -> int:
    straying, is_solved = below(game, game.rounds), False
    while game.step != OVER:
        if _strays(game, straying):
            move, is_solved = _stray(game, sketch), False
        else:
            if is_planned and not is_solved and _is_to_solve(game):
                solve_line(line, game, sketch)
                is_solved = True
            move = planned_move(line, game, sketch) if is_planned else instinct(game, sketch)
        if game.round < game.rounds and is_last_step(game):
            is_solved = False
            if straying <= game.round < game.rounds - 1:
                room[1] = game
                close_round(room[1], move)
                taken = _write(room, sketch, lessons, taken)
        play(game, move)
    return taken


@compiled
def _is_to_solve(game: State) -> bool:
    if game.step == CLAIM:
        return not game.in_pairs
    return bool(game.round < game.rounds and (game.step == PLACE or game.step == DRAFT))


@compiled
def _strays(game: State, straying: int) -> bool:
    if game.round > straying or not (game.step == PLACE or game.step == DRAFT or game.step == CLAIM):
        return False
    return below(game, OFTEN if game.round == straying else SELDOM) == 0


@compiled
def _stray(game: State, sketch: Sketch) -> int:
    """One of the placements that look best, or any draft."""
    if game.step == CLAIM:
        return random_claim(game)
    if game.step == DRAFT:
        return random_draft(game)
    moves, worths = np.empty(MOST, np.int64), np.empty(MOST, np.float64)
    listed = placement_options(game, sketch, moves, worths)
    order = np.argsort(-worths[:listed])
    return number(moves[order[below(game, min(listed, PROPOSED))]])


@compiled
def _write(room: Any, sketch: Sketch, lessons: Lessons, taken: int) -> int:
    """What each seat sees at the end of a round."""
    for seat in range(room[1].seats):
        places = drafted_by(room[1], seat)
        room[2] = room[1]
        lay_drafted(room[2], seat, sketch, places)
        see_all(room[2], seat, sketch, places)
        for sight in range(SIGHTS):
            lessons.sights[taken, sight] = sketch.sights[sight]
        lessons.seats[taken] = seat
        lessons.had[taken], lessons.foreseen[taken] = room[2].points[seat], answer(sketch)
        taken += 1
    return taken
