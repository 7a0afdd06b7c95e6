"""A pupil: the network while it learns from lessons."""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from puzzles.search.kernel.policy.network import SHAPES, unpacked

Numbers = NDArray[np.float32]

READINGS: Final = 10  # how often each lesson is gone through
BATCH: Final = 4096
STEP: Final = 0.004  # of the learning, at its largest
FADING: Final = (0.9, 0.999)  # how slowly Adam forgets gradients and their squares


class Pupil:
    """The network while it learns: plain Adam on the squared error."""

    def __init__(
        self, sights: Numbers, to_come: Numbers, rng: np.random.Generator, before: Numbers | None = None
    ) -> None:
        """Begins with what was learnt before, or else knows nothing."""
        self._sights, self._to_come, self._rng = sights, to_come, rng
        # Inputs are scaled to a standard deviation of one for learning; `numbers` undoes it.
        self._mean, self._spread = sights.mean(0), sights.std(0) + 1e-3
        self._level, self._scale = float(to_come.mean()), float(to_come.std())
        self._layers = [(rng.standard_normal(s) * np.sqrt(2 / s[0])).astype(np.float32) for s in SHAPES]
        for layer in self._layers:
            layer[-1] = 0
        if before is not None:
            self._recall(before)
        self._moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in self._layers]
        self._steps = 0

    def _recall(self, numbers: Numbers) -> None:
        """The opposite of `numbers`."""
        first, second, third = (layer.copy() for layer in unpacked(numbers))
        first[-1] += self._mean @ first[:-1]
        first[:-1] *= self._spread[:, np.newaxis]
        third[-1] -= self._level
        self._layers = [first, second, (third / self._scale).astype(np.float32)]

    def learn(self, readings: int = READINGS, step: float = STEP) -> float:
        """Goes through all lessons; returns the remaining error in points."""
        per_reading = len(self._sights) // BATCH
        error = 0.0
        for reading in range(readings):
            order, error = self._rng.permutation(len(self._sights)), 0.0
            for batch in tqdm(range(per_reading), desc=f"reading {reading + 1} of {readings}", leave=False):
                some = order[batch * BATCH : (batch + 1) * BATCH]
                error += self._correct(some, step * self._pace(reading * per_reading + batch, readings * per_reading))
            error /= per_reading
        return self._scale * float(np.sqrt(error))

    @staticmethod
    def _pace(step: int, steps: int) -> float:
        """Slowly at first, and ever more slowly towards the end."""
        return min(1.0, 10 * step / steps) * 0.5 * (1 + float(np.cos(np.pi * step / steps)))

    def _correct(self, some: NDArray[np.int64], pace: float) -> float:
        values = [(self._sights[some] - self._mean) / self._spread]
        for layer in self._layers[:-1]:
            values.append(np.maximum(values[-1] @ layer[:-1] + layer[-1], 0))
        answers = values[-1] @ self._layers[-1][:-1] + self._layers[-1][-1]
        off: Numbers = answers - (self._to_come[some, np.newaxis] - self._level) / self._scale
        blame = 2 * off / len(some)
        self._steps += 1
        for number in reversed(range(len(self._layers))):
            gradient = np.vstack([values[number].T @ blame, blame.sum(0, keepdims=True)])
            blame = (blame @ self._layers[number][:-1].T) * (values[number] > 0)
            self._adjust(number, gradient, pace)
        return float(np.mean(off**2))

    def _adjust(self, number: int, gradient: Numbers, pace: float) -> None:
        mean, square = self._moments[number]
        slow, slower = FADING
        mean += (1 - slow) * (gradient - mean)
        square += (1 - slower) * (gradient**2 - square)
        unbiased = mean / (1 - slow**self._steps), square / (1 - slower**self._steps)
        self._layers[number] -= pace * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)

    def numbers(self) -> Numbers:
        """All layers as the kernel reads them: for plain sights, and in points."""
        first, second, third = (layer.copy() for layer in self._layers)
        first[:-1] /= self._spread[:, np.newaxis]
        first[-1] -= self._mean @ first[:-1]
        third *= self._scale
        third[-1] += self._level
        return np.concatenate([layer.ravel() for layer in (first, second, third)]).astype(np.float32)
