"""How fast optima are proven, beside OR-Tools CP-SAT on some of the same puzzles in the same run.

The territories are half built by the engine playing against itself; what came to that seat then is the puzzle. Times
are those of the process alone, on one core.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Final

from tqdm import tqdm

from domain.dominoes import dominoes
from domain.rules import Rules
from puzzles.making.self_play import self_played
from puzzles.search.exact.problem import Budget, Problem
from puzzles.search.exact.solve import solve
from puzzles.search.precompile import warm
from tests.puzzles.search.exact.constraints import proven_optimum
from tests.tools.bench.measure import Ratio

KINGDOMINO: Final = Rules("kingdomino", 4, None, ("must_place",))
DISCOVERY: Final = Rules("origins", 4, "discovery")
WHOLE: Final = 12  # dominoes
PATIENCE: Final = 60.0  # seconds for a whole territory
ENOUGH: Final = 20.0  # seconds for CP-SAT: what it has not proven by then would take longer


def figures() -> Iterator[Ratio]:
    warm(lambda _: None)
    yield from _against_the_other("5×5 Kingdomino, k = 6", _puzzles(KINGDOMINO, 6), 300, others=5, at_most=0.05)
    yield from _against_the_other("5×5 Kingdomino, k = 8", _puzzles(KINGDOMINO, 8), 200, others=2, at_most=1.0)
    volcanic = (puzzle for puzzle in _puzzles(DISCOVERY, 6) if _volcanoes(puzzle) in (1, 2))
    yield from _against_the_other("Discovery, k = 6, 1 or 2 volcanoes", volcanic, 200, others=2, at_most=0.5)
    yield from _whole("Kingdomino", KINGDOMINO, 60, at_least=95)
    yield from _whole("Discovery", DISCOVERY, 20, at_least=None)


def _puzzles(rules: Rules, dominoes: int) -> Iterator[Problem]:
    """The last dominoes of each seat, this many, and the territory before them."""
    for seed in count():
        for hands in self_played(rules, Random(seed)):
            territory, _ = hands[-dominoes]
            yield Problem(rules, territory, tuple(domino for _, domino in hands[-dominoes:]))


def _volcanoes(puzzle: Problem) -> int:
    return sum(dominoes(puzzle.rules)[number].has_volcano for number in puzzle.dominoes)


def _against_the_other(
    what: str, puzzles: Iterator[Problem], number: int, others: int, at_most: float
) -> Iterator[Ratio]:
    chosen = list(islice(puzzles, number))
    ours = [_seconds_of_ours(puzzle) for puzzle in tqdm(chosen, desc=what, leave=False)]
    yield Ratio(f"prove {what}, p95 of {number}", _p95(ours), unit="s", at_most=at_most)
    ratios, stopped = [], 0
    for puzzle, seconds in tqdm(list(zip(chosen, ours, strict=True))[:others], desc=f"{what}, CP-SAT", leave=False):
        theirs, was_stopped = _seconds_of_theirs(puzzle)
        ratios.append(theirs / seconds)
        stopped += was_stopped
    label = f"times as fast as CP-SAT, median of {others} of them, {stopped} of which it gave up after {ENOUGH:.0f} s"
    yield Ratio(label, median(ratios), unit="×", at_least=100)


def _whole(what: str, rules: Rules, number: int, at_least: float | None) -> Iterator[Ratio]:
    times, proven = [], 0
    for puzzle in tqdm(islice(_puzzles(rules, WHOLE), number), total=number, desc=f"whole {what}", leave=False):
        end = process_time() + PATIENCE
        proven += solve(puzzle, Budget(1 << 40, partial(_is_past, end))).is_proven
        times.append(process_time() - end + PATIENCE)
    share = 100 * proven / number
    yield Ratio(f"of {number} whole territories of {what}, k = 12, proven in 60 s", share, unit="%", at_least=at_least)
    yield Ratio("the same, p95", _p95(times), unit="s")


def _is_past(end: float) -> bool:
    return process_time() > end


def _seconds_of_ours(puzzle: Problem) -> float:
    begin = process_time()
    assert solve(puzzle).is_proven
    return process_time() - begin


def _seconds_of_theirs(puzzle: Problem) -> tuple[float, bool]:
    """How long, and whether it was stopped."""
    begin = process_time()
    optimum = proven_optimum(puzzle, ENOUGH)
    seconds = process_time() - begin
    assert optimum in (None, solve(puzzle).best)
    return seconds, optimum is None


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]
