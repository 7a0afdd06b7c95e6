"""`python -m puzzles.search.train`: train the outlook from scratch, in some minutes on two cores.

The first course uses games in which the outlook can only count points; each later course uses games played with what it
has learnt so far. The result is written next to the kernel and takes effect at the next start.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from domain.rules import Rules, Variant
from puzzles.search.kernel.policy.lessons import take_lessons
from puzzles.search.kernel.policy.network import LEARNT, SHAPES, SIGHTS, unpacked
from puzzles.search.kernel.policy.survey import new_sketch
from puzzles.search.kernel.rules.layout import empty_states
from puzzles.search.kernel.rules.pack import pack_table

Numbers = NDArray[np.float32]

COURSES: Final = int(os.environ.get("COURSES", "4"))
LESSONS: Final = int(os.environ.get("LESSONS", "4000000"))  # of each course
READINGS: Final = 10  # how often each lesson is gone through
BATCH: Final = 4096
STEP: Final = 0.004  # of the learning, at its largest
FADING: Final = (0.9, 0.999)  # how slowly Adam forgets gradients and their squares

_BONUSES: Final[tuple[tuple[Variant, ...], ...]] = (
    (),
    ("middle_kingdom",),
    ("harmony",),
    ("middle_kingdom", "harmony"),
)
_PLACING: Final[tuple[tuple[Variant, ...], ...]] = ((), ("must_place",))
_TABLES: Final = [
    Rules("kingdomino", seats, None, (*must, *bonuses)) for seats in (3, 4) for must in _PLACING for bonuses in _BONUSES
]
TABLES: Final = _TABLES + _TABLES[-1:] * len(_TABLES)  # half of the lessons are of the most popular rules


def lessons(task: tuple[Rules, int, int, Numbers]) -> tuple[Numbers, Numbers]:
    """What was seen, and the points still to come then."""
    rules, count, seed, numbers = task
    sketch = new_sketch(rules)
    sketch["first"], sketch["second"], sketch["third"] = unpacked(numbers)
    sights, to_come = np.zeros((count, SIGHTS), np.float32), np.zeros(count, np.float32)
    taken = take_lessons(pack_table(rules), sketch, empty_states(4), sights, to_come, np.uint64(seed))
    return sights[:taken], to_come[:taken]


class Pupil:
    """The network while it learns: plain Adam on the squared error."""

    def __init__(self, sights: Numbers, to_come: Numbers, rng: np.random.Generator) -> None:
        self._sights, self._to_come, self._rng = sights, to_come, rng
        # Inputs are scaled to a standard deviation of one for learning; `numbers` undoes it.
        self._mean, self._spread = sights.mean(0), sights.std(0) + 1e-3
        self._level, self._scale = float(to_come.mean()), float(to_come.std())
        self._layers = [(rng.standard_normal(s) * np.sqrt(2 / s[0])).astype(np.float32) for s in SHAPES]
        for layer in self._layers:
            layer[-1] = 0
        self._moments = [(np.zeros_like(layer), np.zeros_like(layer)) for layer in self._layers]
        self._steps = 0

    def learn(self) -> float:
        """Goes through all lessons; returns the remaining error in points."""
        per_reading = len(self._sights) // BATCH
        error = 0.0
        for reading in range(READINGS):
            order, error = self._rng.permutation(len(self._sights)), 0.0
            for batch in tqdm(range(per_reading), desc=f"reading {reading + 1} of {READINGS}", leave=False):
                some = order[batch * BATCH : (batch + 1) * BATCH]
                error += self._correct(some, self._pace(reading * per_reading + batch, READINGS * per_reading))
            error /= per_reading
        return self._scale * float(np.sqrt(error))

    @staticmethod
    def _pace(step: int, steps: int) -> float:
        """Slowly at first, and ever more slowly towards the end."""
        return STEP * min(1.0, 10 * step / steps) * 0.5 * (1 + float(np.cos(np.pi * step / steps)))

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


def teach() -> None:
    numbers = np.zeros(sum(rows * columns for rows, columns in SHAPES), np.float32)
    rng = np.random.default_rng(1)
    np.save(LEARNT, numbers)  # what was there may have had another shape
    with ProcessPoolExecutor() as pool:
        for course in range(1, COURSES + 1):
            each = LESSONS // len(TABLES)
            tasks = [
                (rules, each, int(seed), numbers)
                for rules, seed in zip(TABLES, rng.integers(1, 2**62, len(TABLES)), strict=True)
            ]
            taken = list(tqdm(pool.map(lessons, tasks), desc="playing", total=len(tasks), leave=False))
            sights, to_come = (np.concatenate(parts) for parts in zip(*taken, strict=True))
            pupil = Pupil(sights, to_come, rng)
            print(
                f"course {course} of {COURSES}: {len(sights):,} lessons, off by {pupil.learn():.2f} points", flush=True
            )
            numbers = pupil.numbers()
            np.save(LEARNT, numbers)


if __name__ == "__main__":
    teach()
