"""Trying the arms of a position on random deals, and adding up the results."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.commands import Step
from domain.position import Position
from puzzles.search.budget import Budget, Choice
from puzzles.search.kernel.lines.trial import answer_arms, new_answers, try_answers
from puzzles.search.kernel.lines.workspace import new_line
from puzzles.search.kernel.policy.arms import MOST, Workspace, add_arms, lengthen, list_arms
from puzzles.search.kernel.policy.itemised import play_ends
from puzzles.search.kernel.policy.outlook import has_outlook
from puzzles.search.kernel.policy.survey import new_sketches
from puzzles.search.kernel.policy.trial import LEADS, POINTS, SQUARED, TALLIES, TRIALS, WINS, Deals, try_arms
from puzzles.search.kernel.policy.weights import STYLES
from puzzles.search.kernel.rules.layout import empty_states
from puzzles.search.outlook import has_replies
from puzzles.search.sampling import is_determined, unshuffled

Numbers: TypeAlias = NDArray[np.float64]

WIDTH: Final = 16  # moves that are tried
ARMS: Final = 32  # moves with what is drafted after them
LONGER: Final = 6  # placements of the next domino that are tried with each arm
CHUNK: Final = 64  # trials between two looks at the clock: a few milliseconds
ANSWERED: Final = 16  # arms that are tried where lines are searched for replies
LINES: Final = 1  # lines that are revealed and searched in a trial
COST: Final = {5: 8, 7: 5}  # playouts that take as long as the search of a line, by the size of a territory


class Trials:
    """The arms of a position with the sums of their trials."""

    def __init__(self, position: Position, seed: int, also: Sequence[int] = (), *, replies: bool = True) -> None:
        """The arms that look best and those of the moves in `also`; all arms once nothing is random.

        With `replies` lines are searched for replies, where there is an outlook for that.
        """
        room_for = 4 * (MOST + len(also))
        self._work = Workspace(
            state=unshuffled(position),
            sketches=new_sketches(position.rules),
            room=empty_states(4),
            arms=np.zeros((room_for, 3), np.int64),
            priors=np.zeros(room_for),
            tally=np.zeros((room_for, TALLIES)),
        )
        self._seed, self._deals, self._cost = seed, 0, COST[position.rules.size]
        self.has_outlook = bool(has_outlook(self._work.state))
        self.mixtures = STYLES ** (position.rules.seats - 1)  # of the styles of opponents
        self.moves: NDArray[np.int64] = self._work.arms
        self.priors: Numbers = self._work.priors
        self.tally: Numbers = self._work.tally
        self.has_replies = replies and has_replies(position.rules) and position.round < position.rules.rounds - 1
        if self.has_replies:
            self._line, self._answers = new_line(), new_answers(room_for)
        self.arms, self._end = self._listed(also, is_wide=is_determined(position))

    def _listed(self, also: Sequence[int], *, is_wide: bool) -> tuple[NDArray[np.int64], int]:
        """The arms to be tried, and the number of arms that have been written."""
        count = end = list_arms(self._work, MOST if is_wide else WIDTH)
        if self.has_replies:
            answer_arms(self._work, self._line, self._answers, 0, count)
        most = count if is_wide else ANSWERED if self.has_replies else ARMS
        best = np.argsort(-self.priors[:count], kind="stable")[:most]
        for move in set(also).difference(self.moves[best, 0].tolist()):
            end = add_arms(self._work, move, 0.0, end)
        if self.has_replies:
            answer_arms(self._work, self._line, self._answers, count, end)
        else:
            self.priors[count:end] = self.priors[best].min()
        return np.concatenate([best, np.arange(count, end)]), end

    def lengthen(self, alive: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Longer arms in place of those alive, and for each the arm it has grown from: it takes over its trials."""
        longer: list[int] = []
        origins: list[int] = []
        for arm in alive.tolist():
            begin = self._end
            self._end = lengthen(self._work, arm, LONGER, self._end)
            grown = list(range(begin, self._end)) or [arm]
            longer += grown
            origins += [arm] * len(grown)
        self.tally[longer] = self.tally[origins]
        self.arms = np.concatenate([np.setdiff1d(self.arms, alive), longer])
        return np.array(longer), np.array(origins)

    def run(self, arms: NDArray[np.int64], deals: int, budget: Budget) -> bool:
        """Tries these arms on `deals` more deals, or on as many as take that long; False if the time was up before."""
        chunk = CHUNK
        if self.has_replies:
            deals, chunk = max(1, deals // self._cost), CHUNK // self._cost
        step = max(1, chunk // len(arms))
        for begin in range(0, deals, step):
            count = min(step, deals - begin)
            some = Deals(self._seed, self._deals, self._deals + count)
            if self.has_replies:
                try_answers(self._work, self._line, self._answers, arms, some, LINES)
            else:
                try_arms(self._work, arms, some)
            self._deals += count
            if budget.is_over is not None and budget.is_over():
                return False
        return True

    def play_ends(
        self,
        arms: NDArray[np.int64],
        as_if: NDArray[np.int64],
        watched: int,
        items: NDArray[np.int64],
        owners: NDArray[np.int64],
    ) -> None:
        """Plays these arms to the end of the game, on as many new deals as `items` has room for."""
        deals = Deals(self._seed, self._deals, self._deals + len(items))
        self._deals += len(items)
        play_ends(self._work, arms, as_if, watched, deals, items, owners)


def choice(step: Step, tally: Numbers, sums: Numbers) -> Choice:
    """The step with the sums of its arm, which may be seen from the best arm; the error is that of its own tally."""
    trials = tally[TRIALS]
    variance = max(tally[SQUARED] / trials - (tally[LEADS] / trials) ** 2, 0.0)
    lead, score, wins = (float(sums[what] / trials) for what in (LEADS, POINTS, WINS))
    return Choice(
        step=step,
        lead=lead,
        score=score,
        wins=min(max(wins, 0.0), 1.0),
        error=sqrt(variance / trials),
        trials=int(trials),
    )
