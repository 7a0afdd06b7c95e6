"""What a move that was played has cost, compared with the best move on the same deals.

A ranking tries many moves a little. Its best move is partly there by chance, so its advantage is overestimated, and a
move that was given up early is known badly. Hence a second look at the two alone, on new deals: for equal work it
halves the error of the difference.
"""

from random import Random
from typing import Final

import numpy as np
from msgspec.structs import replace

from domain.commands import Step
from domain.position import Position
from puzzles.search.best import best_moves
from puzzles.search.budget import Budget, Choice
from puzzles.search.kernel.policy.trial import LEADS
from puzzles.search.kernel.rules.steps import as_move
from puzzles.search.sampling import is_determined
from puzzles.search.trials import Trials, choice

RANKING: Final = 0.4  # the share of the playouts that finds the best move
FOLLOWING: Final = 0.3  # the share of the second look that finds what best follows each of the two


def compared(position: Position, played: Step, budget: Budget, rng: Random) -> list[Choice]:
    """The best move and the one that was played, the better first; only one if they are the same."""
    first = budget if is_determined(position) else _part(budget, RANKING)
    ranked = best_moves(position, first, rng, [played])
    if ranked[0].step == played:
        return ranked[:1]
    if is_determined(position) or ranked[0].proven:
        return [ranked[0], next(other for other in ranked if other.step == played)]
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
    tallies = [trials.tally[arm] for arm in best]
    choices = [choice(step, tally, tally) for step, tally in zip(steps, tallies, strict=True)]
    return sorted(choices, key=lambda option: -option.lead)
