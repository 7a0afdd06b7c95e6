"""What a move that was played has cost: it is held against the best one on the same deals.

A ranking tries many moves a little. Its best one is there partly by luck, so what it seems to be ahead is too much, and
a move that was given up early is known badly. Hence a second look at the two alone, on new deals: for equal work it
halves the error of the difference.
"""

from math import sqrt
from random import Random
from typing import Final

import numpy as np
from msgspec.structs import replace

from domain.commands import Step
from domain.position import Position
from puzzles.search.best import best_moves
from puzzles.search.budget import Budget, Choice
from puzzles.search.kernel.policy.trial import LEADS, POINTS, SQUARED, TRIALS, WINS
from puzzles.search.kernel.rules.moves import as_move
from puzzles.search.sampling import luck_is_out
from puzzles.search.trials import Trials

RANKING: Final = 0.4  # of the playouts, to find out which is best
FOLLOWING: Final = 0.3  # of the second look, to find out what best follows each of the two


def compared(position: Position, played: Step, budget: Budget, rng: Random) -> list[Choice]:
    """The best move and the one that was played, the better first; one alone if that is the same."""
    first = budget if luck_is_out(position) else _part(budget, RANKING)
    ranked = best_moves(position, first, rng, [played])
    if ranked[0].step == played:
        return ranked[:1]
    if luck_is_out(position):
        return [ranked[0], next(choice for choice in ranked if choice.step == played)]
    return _duel(position, (ranked[0].step, played), _part(budget, 1 - RANKING), rng)


def _part(budget: Budget, share: float) -> Budget:
    return replace(budget, playouts=max(1, round(budget.playouts * share)))


def _duel(position: Position, steps: tuple[Step, Step], budget: Budget, rng: Random) -> list[Choice]:
    moves = [as_move(position, step) for step in steps]
    trials = Trials(position, rng.getrandbits(62), moves)
    arms = [np.array([arm for arm in trials.arms if trials.moves[arm, 0] == move]) for move in moves]
    count = sum(map(len, arms))
    trials.run(np.concatenate(arms), max(1, int(budget.playouts * FOLLOWING) // count), budget)
    best = np.array([some[np.argmax(trials.tally[some, LEADS])] for some in arms])
    trials.run(best, max(1, int(budget.playouts * (1 - FOLLOWING)) // len(best)), budget)
    found = [_choice(step, trials.tally[arm].tolist()) for step, arm in zip(steps, best, strict=True)]
    return sorted(found, key=lambda choice: -choice.lead)


def _choice(step: Step, tally: list[float]) -> Choice:
    trials = tally[TRIALS]
    lead, score, wins = (tally[what] / trials for what in (LEADS, POINTS, WINS))
    return Choice(step, lead, score, wins, sqrt(max(tally[SQUARED] / trials - lead**2, 0.0) / trials), int(trials))
