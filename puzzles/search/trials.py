"""The arms of a position, and what has come of trying them."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.position import Position
from puzzles.search.choices import Budget
from puzzles.search.kernel.arms import MOST, add_arms, list_arms
from puzzles.search.kernel.layout import empty_states
from puzzles.search.kernel.survey import new_sketches
from puzzles.search.kernel.trial import TALLIES, try_arms
from puzzles.search.kernel.weights import STYLES, THOUGHTFUL
from puzzles.search.sampling import luck_is_out, unshuffled

WIDTH: Final = 16  # moves that are tried
ARMS: Final = 32  # the same with what is drafted after them
CHUNK: Final = 64  # trials between two looks at the clock: a few milliseconds


class Trials:
    def __init__(self, position: Position, seed: int, also: Sequence[int] = ()) -> None:
        """The arms that instinct likes best and those of the moves in `also`; all of them once luck is out."""
        wide = luck_is_out(position)
        self._state, self._sketches, self._room = unshuffled(position), new_sketches(position.rules), empty_states(2)
        sketch = self._sketches[THOUGHTFUL]
        self._seed, self._deals = seed, 0
        self.mixtures = STYLES ** (position.rules.seats - 1)  # of the styles of opponents
        self.moves = np.zeros((4 * (MOST + len(also)), 2), np.int64)
        self.priors = np.zeros(len(self.moves))  # what instinct thinks of each arm
        count = list_arms(self._state, sketch, self._room, MOST if wide else WIDTH, self.moves, self.priors)
        best = np.argsort(-self.priors[:count], kind="stable")[: count if wide else ARMS]
        end = count
        for move in set(also).difference(self.moves[best, 0].tolist()):
            end = add_arms(self._state, sketch, self._room, move, 0.0, self.moves, self.priors, end)
        self.priors[count:end] = self.priors[best].min()
        self.arms: NDArray[np.int64] = np.concatenate([best, np.arange(count, end)])
        self.tally = np.zeros((end, TALLIES))

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
