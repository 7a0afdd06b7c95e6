"""The door of the engine: what is best here?

Every move that instinct finds worth a thought is tried on many deals; after each stage the worse half of them is
given up, so that most of the trials go to the few that are hard to tell apart (sequential halving). All arms of a
stage are tried on the same deals, so their differences are known far better than their values. What instinct, or the
outlook where there is one, thinks of them counts as a few trials more. The last of them grow: they also
say where the next domino goes.
"""

from collections.abc import Iterable
from math import sqrt
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.commands import Step
from domain.position import Position
from puzzles.search.budget import Budget, Choice
from puzzles.search.kernel.policy.trial import LEADS, POINTS, SQUARED, TRIALS, WINS
from puzzles.search.kernel.rules.moves import as_move, as_step
from puzzles.search.sampling import luck_is_out
from puzzles.search.trials import LONGER, WIDTH, Trials

Tally = NDArray[np.float64]

SLIGHT: Final = 8  # times less counts the opinion of the outlook: it does not see what a draft denies to others
MANY: Final = 1000  # playouts with which it pays to think of the next placement as well


def best_moves(position: Position, budget: Budget, rng: Random, also: Iterable[Step] = ()) -> list[Choice]:
    """The steps worth a thought for the seat to move, best first; equal arguments give the equal answer.

    Steps named in `also` are judged whether they are worth a thought or not.
    """
    if position.seat is None:
        raise ValueError("nobody is to move")
    trials = Trials(position, rng.getrandbits(62), [as_move(position, step) for step in also])
    if luck_is_out(position):
        return _ranked(position, trials, _tried_once(trials, budget))
    # What is drafted in the first claims, or in the last round but one, is laid well enough without a plan.
    is_long = budget.playouts >= MANY and 0 < position.round < position.rules.rounds - 1
    return _ranked(position, trials, _halved(trials, budget, is_long=is_long))


def _tried_once(trials: Trials, budget: Budget) -> Tally:
    """Without luck an arm comes to the same end whenever the others play alike: each of their mixtures is met once."""
    trials.run(trials.arms, max(1, min(trials.mixtures, budget.playouts // len(trials.arms))), budget)
    return trials.tally


def _halved(trials: Trials, budget: Budget, *, is_long: bool) -> Tally:
    """What to expect of each arm, per trial."""
    alive = trials.arms
    opinion = budget.opinion // SLIGHT if trials.has_outlook else budget.opinion
    stages = max(1, (len(alive) - 1).bit_length() + (LONGER - 1).bit_length() * is_long)
    given_up: list[tuple[NDArray[np.int64], Tally]] = []
    for _ in range(stages):
        if is_long and len(alive) <= WIDTH:
            alive, origins = trials.lengthen(alive)
            for _arms, then in given_up:
                then[alive] = then[origins]
            is_long = False
        in_time = trials.run(alive, max(1, budget.playouts // (stages * len(alive))), budget)
        believed = trials.tally[alive, LEADS] + opinion * trials.priors[alive]
        best_first = alive[np.argsort(-believed, kind="stable")]
        alive = best_first[: (len(alive) + 1) // 2]
        given_up.append((best_first[len(alive) :], trials.tally.copy()))
        if not in_time or len(set(trials.moves[alive, 0])) == 1:
            given_up.append((alive[1:], trials.tally.copy()))
            break
    return _compared(trials, alive[0], given_up, opinion)


def _compared(trials: Trials, best: int, given_up: list[tuple[NDArray[np.int64], Tally]], opinion: int) -> Tally:
    """The tally with every arm seen from the best one: by how much it was behind it on the same deals.

    An arm that was given up early had few trials. Had it been lucky in them, so would have been the best.
    """
    tally, seen = trials.tally, trials.tally.copy()
    for arms, then in given_up:
        for arm in arms:
            count = then[arm, TRIALS]
            for what, more in ((LEADS, opinion), (POINTS, 0), (WINS, 0)):
                liked = more * (trials.priors[arm] - trials.priors[best])
                behind = (then[arm, what] - then[best, what] + liked) / (count + more)
                seen[arm, what] = count * (tally[best, what] / tally[best, TRIALS] + behind)
    return seen


def _ranked(position: Position, trials: Trials, found: Tally) -> list[Choice]:
    """The choices, each with the best that was found to follow it, best first."""
    best: dict[int, Choice] = {}
    for arm in trials.arms.tolist():
        move = int(trials.moves[arm, 0])
        choice = _choice(as_step(position, move), trials.tally[arm], found[arm])
        if move not in best or _worth(choice) > _worth(best[move]):
            best[move] = choice
    return sorted(best.values(), key=_worth, reverse=True)


def _worth(choice: Choice) -> tuple[float, float]:
    return choice.lead, choice.score


def _choice(step: Step, tally: Tally, seen: Tally) -> Choice:
    trials = tally[TRIALS]
    spread = max(tally[SQUARED] / trials - (tally[LEADS] / trials) ** 2, 0.0)
    lead, score, wins = (float(seen[what] / trials) for what in (LEADS, POINTS, WINS))
    return Choice(step, lead, score, min(max(wins, 0.0), 1.0), sqrt(spread / trials), int(trials))
