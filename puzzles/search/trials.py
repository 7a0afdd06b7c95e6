"""The arms of a position, and what has come of trying them."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.position import Position
from puzzles.search.budget import Budget
from puzzles.search.kernel.policy.arms import MOST, add_arms, lengthen, list_arms
from puzzles.search.kernel.policy.outlook import has_outlook
from puzzles.search.kernel.policy.survey import new_sketches
from puzzles.search.kernel.policy.trial import TALLIES, try_arms
from puzzles.search.kernel.policy.weights import STYLES, THOUGHTFUL
from puzzles.search.kernel.rules.layout import empty_states
from puzzles.search.sampling import luck_is_out, unshuffled

WIDTH: Final = 16  # moves that are tried
ARMS: Final = 32  # the same with what is drafted after them
LONGER: Final = 6  # placements of the next domino that are tried with an arm
CHUNK: Final = 64  # trials between two looks at the clock: a few milliseconds


class Trials:
    def __init__(self, position: Position, seed: int, also: Sequence[int] = ()) -> None:
        """The arms that instinct likes best and those of the moves in `also`; all of them once luck is out."""
        wide = luck_is_out(position)
        self._state, self._sketches, self._room = unshuffled(position), new_sketches(position.rules), empty_states(4)
        self._sketch = sketch = self._sketches[THOUGHTFUL]
        self._seed, self._deals = seed, 0
        self.has_outlook = bool(has_outlook(self._state))
        self.mixtures = STYLES ** (position.rules.seats - 1)  # of the styles of opponents
        self.moves = np.zeros((4 * (MOST + len(also)), 3), np.int64)  # of each arm; see kernel/arms.py
        self.priors = np.zeros(len(self.moves))  # what instinct, or the outlook, thinks of each arm
        count = list_arms(self._state, sketch, self._room, MOST if wide else WIDTH, self.moves, self.priors)
        best = np.argsort(-self.priors[:count], kind="stable")[: count if wide else ARMS]
        end = count
        for move in set(also).difference(self.moves[best, 0].tolist()):
            end = add_arms(self._state, sketch, self._room, move, 0.0, self.moves, self.priors, end)
        self.priors[count:end] = self.priors[best].min()
        self.arms: NDArray[np.int64] = np.concatenate([best, np.arange(count, end)])
        self.tally = np.zeros((len(self.moves), TALLIES))
        self._end = end

    def lengthen(self, alive: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Longer arms in place of those alive, and which of those each has grown from: it takes over its trials."""
        longer: list[int] = []
        origins: list[int] = []
        for arm in alive.tolist():
            begin = self._end
            self._end = lengthen(self._state, self._sketch, self._room, arm, LONGER, self.moves, self.priors, self._end)
            grown = list(range(begin, self._end)) or [arm]
            longer += grown
            origins += [arm] * len(grown)
        self.tally[longer] = self.tally[origins]
        self.arms = np.concatenate([np.setdiff1d(self.arms, alive), longer])
        return np.array(longer), np.array(origins)

    def run(self, arms: NDArray[np.int64], deals: int, budget: Budget) -> bool:
        """Try so many more deals with these arms; False if the time was up before."""
        step = max(1, CHUNK // len(arms))
        for begin in range(0, deals, step):
            count = min(step, deals - begin)
            try_arms(
                self._state, self._sketches, self._room, self.moves, arms, self._seed, self._deals, count, self.tally
            )
            self._deals += count
            if budget.is_over is not None and budget.is_over():
                return False
        return True
