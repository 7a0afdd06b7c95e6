"""`python -m puzzles.search.train`: train the outlooks from nothing. `OUTLOOKS="kingdomino_duel_7"` chooses.

The first course uses games by instinct, or such in which an outlook can only count points; each later course uses games
played with what was learnt so far. The results are written next to the kernel and take effect at the next start.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from tqdm import tqdm

from domain.rules import MODES, VARIANTS, Rules, Variant
from puzzles.search.kernel.lines.lessons import Lessons
from puzzles.search.kernel.lines.lessons import take_lessons as take_line_lessons
from puzzles.search.kernel.lines.workspace import new_line
from puzzles.search.kernel.policy.lessons import take_lessons
from puzzles.search.kernel.policy.network import LEARNT, NUMBERS, SIGHTS, unpacked
from puzzles.search.kernel.policy.survey import Sketch, new_sketch
from puzzles.search.kernel.rules.layout import empty_states
from puzzles.search.kernel.rules.pack import pack_table
from puzzles.search.outlook import name_of
from puzzles.search.pupil import READINGS, STEP, Numbers, Pupil


class Course(NamedTuple):
    lessons: int
    trust: float = 0.0  # in what was expected a round later; without any, games are played by instinct
    readings: int = READINGS
    step: float = STEP
    goes_on: bool = False  # with what was learnt before


_KINGDOMINO: Final[tuple[Variant, ...]] = ("must_place", "middle_kingdom", "harmony")
_DUEL: Final[tuple[Variant, ...]] = ("mighty_duel",)
Task = tuple[Rules, int, int, Numbers, float]

FORESIGHT: Final = (Course(4_000_000),) * 4
LINES: Final = (
    Course(750_000),
    Course(200_000, 0.7, 6, 0.002, goes_on=True),
    Course(300_000, 0.7, 8, 0.002, goes_on=True),
)
LONG_LINES: Final = (Course(250_000, readings=6), *(Course(240_000, 0.7, 5, 0.002, goes_on=True),) * 3)  # twelve rounds


def foresight_lessons(task: Task) -> tuple[Numbers, Numbers]:
    """What was seen, and the points still to come then."""
    rules, count, seed, numbers, _ = task
    sights, to_come = np.zeros((count, SIGHTS), np.float32), np.zeros(count, np.float32)
    taken = take_lessons(pack_table(rules), _sketch(rules, numbers), empty_states(4), sights, to_come, np.uint64(seed))
    return sights[:taken], to_come[:taken]


def line_lessons(task: Task) -> tuple[Numbers, Numbers]:
    rules, count, seed, numbers, trust = task
    had, foreseen, to_come = np.zeros((3, count), np.float32)
    lessons = Lessons(np.zeros((count, SIGHTS), np.float32), had, foreseen, to_come, np.zeros(count, np.int64))
    sketch = _sketch(rules, numbers)
    taken = take_line_lessons(pack_table(rules), sketch, new_line(), empty_states(4), lessons, np.uint64(seed), trust)
    return lessons.sights[:taken], to_come[:taken]


def _sketch(rules: Rules, numbers: Numbers) -> Sketch:
    sketch = new_sketch(rules)
    sketch["first"], sketch["second"], sketch["third"] = unpacked(numbers)
    return sketch


def tables_of(name: str) -> list[Rules]:
    """The rules that an outlook is taught for; half of the lessons are of the most popular ones."""
    if name == "kingdomino_table":
        tables = [Rules("kingdomino", seats, None, some) for seats in (3, 4) for some in _subsets(_KINGDOMINO)]
        return tables + tables[-1:] * len(tables)
    every = [Rules("kingdomino", 2, None, some + more) for more in ((), _DUEL) for some in _subsets(_KINGDOMINO)]
    for mode in MODES:
        for seats in (2, 4, 3):
            every += [Rules("origins", seats, mode, some) for some in reversed(_subsets(VARIANTS["origins"]))]
    tables = [rules for rules in every if name_of(rules) == name]
    return tables + tables[-1:] * len(tables)


def _subsets(variants: tuple[Variant, ...]) -> list[tuple[Variant, ...]]:
    subsets: list[tuple[Variant, ...]] = [()]
    for variant in variants:
        longer: list[tuple[Variant, ...]] = [(*subset, variant) for subset in subsets]
        subsets += longer
    return subsets


OUTLOOKS: Final = ("kingdomino_table", "kingdomino_duel_5", "discovery_duel_7")  # those in use; others can be named


def teach(name: str, pool: ProcessPoolExecutor) -> None:
    numbers, rng, tables = np.zeros(NUMBERS, np.float32), np.random.default_rng(1), tables_of(name)
    courses, lessons = LINES if tables[0].rounds == 6 else LONG_LINES, line_lessons
    if name == "kingdomino_table":
        courses, lessons = FORESIGHT, foresight_lessons
    for course in courses:
        each = course.lessons // len(tables)
        seeds = rng.integers(1, 2**62, len(tables)).tolist()
        tasks = [(rules, each, seed, numbers, course.trust) for rules, seed in zip(tables, seeds, strict=True)]
        taken = list(tqdm(pool.map(lessons, tasks), desc="playing", total=len(tasks), leave=False))
        sights, to_come = (np.concatenate(parts) for parts in zip(*taken, strict=True))
        pupil = Pupil(sights, to_come, rng, numbers if course.goes_on else None)
        error = pupil.learn(course.readings, course.step)
        print(f"{name}: {len(sights):,} lessons, off by {error:.2f} points", flush=True)
        numbers = pupil.numbers()
        np.save(LEARNT / f"{name}.npy", numbers)


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        for name in os.environ.get("OUTLOOKS", " ".join(OUTLOOKS)).split():
            teach(name, pool)
