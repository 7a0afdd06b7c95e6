"""Ranking moves: which steps are best in a position?

Every move that instinct finds promising is tried on many deals. After each stage the worse half is given up, so that
most trials go to the few moves that are hard to tell apart (sequential halving). All arms of a stage are tried on the
same deals, so their differences are known far better than their values. The opinion of instinct, or of the outlook
where there is one, counts as a few more trials. The last arms are lengthened: they also say where the next domino goes.
Where there is an outlook for it, a trial is not a playout but one line searched for replies (`kernel/lines`).
Once nothing more will be revealed, moves are not tried but searched to the end of the game (`endings`), if it is near.
"""

from collections.abc import Iterable
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from domain.commands import Step
from domain.position import Position
from puzzles.search.budget import Budget, Choice
from puzzles.search.endings.solve import solved
from puzzles.search.kernel.policy.trial import LEADS, POINTS, TRIALS, WINS
from puzzles.search.kernel.rules.steps import as_move, as_step
from puzzles.search.sampling import is_determined
from puzzles.search.trials import LONGER, WIDTH, Numbers, Trials, choice

SLIGHT: Final = 8  # the outlook's opinion counts this many times less: it ignores what a draft denies to opponents
OPINION: Final = 8  # trials that the search of the line counts for, where there are replies
MANY: Final = 1000  # playouts from which on it pays to try the next placement as well


class _GivenUp(NamedTuple):
    """Arms that were given up in a stage, and the tally and the opinion of all arms at that moment."""

    arms: NDArray[np.int64]
    tally: Numbers
    priors: Numbers


def best_moves(position: Position, budget: Budget, rng: Random, also: Iterable[Step] = ()) -> list[Choice]:
    """The promising steps for the seat to move, best first; equal arguments give an equal answer.

    Steps named in `also` are judged whether they look promising or not.
    """
    if position.seat is None:
        raise ValueError("nobody is to move")
    also = list(also)
    if (choices := solved(position, budget, also)) is not None:
        return choices
    moves = [as_move(position, step) for step in also]
    trials = Trials(position, rng.getrandbits(62), moves, replies=budget.replies)
    if is_determined(position):
        return _ranked(position, trials, _tried_once(trials, budget))
    # What is drafted in the first claims, or in the last round but one, is laid well enough without a plan.
    is_long = budget.playouts >= MANY and 0 < position.round < position.rules.rounds - 1 and not trials.has_replies
    return _ranked(position, trials, _halved(trials, budget, is_long=is_long))


def _tried_once(trials: Trials, budget: Budget) -> Numbers:
    """When nothing is random an arm always ends alike against the same styles of play: each mixture is tried once."""
    trials.run(trials.arms, max(1, min(trials.mixtures, budget.playouts // len(trials.arms))), budget)
    return trials.tally


def _halved(trials: Trials, budget: Budget, *, is_long: bool) -> Numbers:
    """The sums of each arm after sequential halving."""
    alive = trials.arms
    opinion = _opinion(trials, budget)
    stages = max(1, (len(alive) - 1).bit_length() + (LONGER - 1).bit_length() * is_long)
    given_up: list[_GivenUp] = []
    for _ in range(stages):
        if is_long and len(alive) <= WIDTH:
            alive, is_long = _lengthened(trials, alive, given_up), False
        in_time = trials.run(alive, max(1, budget.playouts // (stages * len(alive))), budget)
        best_first = _best_first(trials, alive, opinion)
        alive = best_first[: (len(alive) + 1) // 2]
        given_up.append(_GivenUp(best_first[len(alive) :], trials.tally.copy(), trials.priors.copy()))
        if not in_time or len(set(trials.moves[alive, 0])) == 1:
            given_up.append(_GivenUp(alive[1:], trials.tally.copy(), trials.priors.copy()))
            break
    return _compared(trials, alive[0], given_up, opinion)


def _opinion(trials: Trials, budget: Budget) -> int:
    """The trials that the prior of an arm counts for."""
    if trials.has_replies:
        return OPINION
    return budget.opinion // SLIGHT if trials.has_outlook else budget.opinion


def _lengthened(trials: Trials, alive: NDArray[np.int64], given_up: list[_GivenUp]) -> NDArray[np.int64]:
    """Longer arms in place of those alive; in earlier stages each counts as the arm it has grown from."""
    longer, origins = trials.lengthen(alive)
    for stage in given_up:
        stage.tally[longer] = stage.tally[origins]
        stage.priors[longer] = stage.priors[origins]
    return longer


def _best_first(trials: Trials, alive: NDArray[np.int64], opinion: int) -> NDArray[np.int64]:
    believed = trials.tally[alive, LEADS] + opinion * trials.priors[alive]
    return alive[np.argsort(-believed, kind="stable")]


def _compared(trials: Trials, best: int, given_up: list[_GivenUp], opinion: int) -> Numbers:
    """The tally with every arm seen from the best one: by how much it trailed on the same deals.

    An arm that was given up early had few trials. On kind deals the best one would have done better as well.
    """
    tally, seen = trials.tally, trials.tally.copy()
    for arms, then, priors in given_up:
        for arm in arms:
            count = then[arm, TRIALS]
            for what, more in ((LEADS, opinion), (POINTS, 0), (WINS, 0)):
                liked = more * (priors[arm] - priors[best])
                difference = (then[arm, what] - then[best, what] + liked) / (count + more)
                seen[arm, what] = count * (tally[best, what] / tally[best, TRIALS] + difference)
    return seen


def _ranked(position: Position, trials: Trials, sums: Numbers) -> list[Choice]:
    """The choices, each with the best continuation that was tried, best first."""
    best: dict[int, Choice] = {}
    for arm in trials.arms.tolist():
        move = int(trials.moves[arm, 0])
        tried = choice(as_step(position, move), trials.tally[arm], sums[arm])
        if move not in best or _rank(tried) > _rank(best[move]):
            best[move] = tried
    return sorted(best.values(), key=_rank, reverse=True)


def _rank(choice: Choice) -> tuple[float, float]:
    return choice.lead, choice.score
