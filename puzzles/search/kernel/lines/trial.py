"""Trying arms on deals of the next line. What follows an arm in this line is known: the search of the line says it."""

from typing import Any, NamedTuple

import numpy as np

from puzzles.search.kernel.lines.following import close_round, expected, go_on, is_last_step
from puzzles.search.kernel.lines.replies import lead_of, reply, solve_line
from puzzles.search.kernel.lines.workspace import Line
from puzzles.search.kernel.lines.worths import weigh
from puzzles.search.kernel.policy.arms import Workspace, start_turn
from puzzles.search.kernel.policy.survey import Sketch
from puzzles.search.kernel.policy.trial import Deals, note, random_of
from puzzles.search.kernel.policy.weights import THOUGHTFUL
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.dealing import shuffle_hidden
from puzzles.search.kernel.rules.layout import CLAIM, NOBODY, State, actor, empty_states
from puzzles.search.kernel.rules.turn import play


class Answers(NamedTuple):
    """What follows each arm in this line."""

    ends: Any  # positions before the last step of the round
    moves: Any  # and that step
    game: Any  # records to play on
    points: Any


def new_answers(arms: int) -> Answers:
    return Answers(empty_states(arms), np.zeros(arms, np.int64), empty_states(2), np.zeros(4))


@compiled
def answer_arms(work: Workspace, line: Line, answers: Answers, begin: int, end: int) -> None:
    """Finds what follows each of these arms; the lead that is to be expected becomes its prior."""
    state, sketch, game = work.state, work.sketches[THOUGHTFUL], answers.game
    seat, before = actor(state), NOBODY - 1
    for other in range(state.seats):
        if other != seat:
            weigh(line, state, other, sketch)
    for arm in range(begin, end):
        move = number(work.arms[arm, 0])
        answers.ends[arm] = state
        if not is_last_step(state):
            if move != before:
                game[0] = state
                start_turn(game[0], sketch, move)
                weigh(line, game[0], seat, sketch)
                before = move
            answers.ends[arm] = game[0]
            move = _finish(line, answers.ends[arm], sketch, number(work.arms[arm, 1]))
        answers.moves[arm] = move
        game[1] = answers.ends[arm]
        close_round(game[1], move)
        expected(line, game[1], sketch, answers.points)
        work.priors[arm] = lead_of(answers.points, seat, state.seats)


@compiled
def _finish(line: Line, state: State, sketch: Sketch, place: int) -> int:
    """Drafts what the arm says, and goes on to the last step of the round; returns that step."""
    if place != NOBODY:
        if is_last_step(state):
            return place
        play(state, place)
    if not (state.step == CLAIM and state.in_pairs):
        reply(line, state)
    return go_on(line, state, sketch)


@compiled
def try_answers(work: Workspace, line: Line, answers: Answers, alive: Any, deals: Deals, lines: int) -> None:
    """Tries every arm that is alive on each of the deals: `lines` lines are revealed, and searched for replies."""
    sketch, game, seat = work.sketches[THOUGHTFUL], answers.game, actor(work.state)
    for deal in range(deals.begin, deals.end):
        for arm in alive:
            game[0] = answers.ends[arm]
            after = game[0]
            after.random = random_of(deals.seed, deal)
            shuffle_hidden(after)
            sketch.game += 1
            play(after, answers.moves[arm])
            for _ in range(lines - 1):
                if after.round < after.rounds - 1:
                    solve_line(line, after, sketch)
                    play(after, go_on(line, after, sketch))
            solve_line(line, after, sketch)
            note(line.best[0, : after.seats], seat, after.round == after.rounds - 1, work.tally[arm])
