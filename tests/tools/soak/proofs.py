"""The optima of the exact solver, proven a second time by other means: no disagreement is allowed.

Small problems are enumerated board by board: optimum, number of optimal boards and optimal first moves. The last few
of each kind have five or six dominoes and go to CP-SAT, which proves the optimum alone.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random

from tqdm import tqdm

from puzzles.search.exact.problem import Budget, Problem
from puzzles.search.exact.solve import solve
from tests.puzzles.search.exact.constraints import proven_optimum
from tests.puzzles.search.exact.enumeration import Verdict
from tests.puzzles.search.exact.samples import KINDS, enumerable, sample

LARGE = 20  # one problem in this many is a large one
WAYS = 20_000  # that are enumerated at most


def prove(problems: int, seed: int) -> None:
    """At least this many problems, equally many of each kind; raises at the first about which two proofs differ."""
    each = -(-problems // len(KINDS))
    large = -(-each // LARGE)
    with tqdm(total=each * len(KINDS), unit="problem") as progress:
        for kind in KINDS:
            progress.set_description(kind)
            for problem, check in _checks(kind, seed, each - large, large):
                try:
                    check()
                except AssertionError as error:
                    raise RuntimeError(f"two proofs differ about {problem}") from error
                progress.update()
    print(
        f"{(each - large) * len(KINDS)} problems enumerated and {large * len(KINDS)} proven by CP-SAT, "
        f"of {len(KINDS)} kinds: no disagreement"
    )


def _checks(kind: str, seed: int, small: int, large: int) -> Iterator[tuple[Problem, Callable[[], None]]]:
    for problem, verdict in islice(enumerable(KINDS[kind], f"{seed}/{kind}", WAYS), small):
        yield problem, partial(_check_all, problem, verdict)
    for number in range(large):
        rng = Random(f"{seed}/{kind}/large/{number}")
        problem = sample(KINDS[kind], rng, rng.randint(5, 6), -2)
        yield problem, partial(_check_optimum, problem)


def _check_all(problem: Problem, verdict: Verdict) -> None:
    verdict.check(problem, solve(problem, Budget(counts_optima=True)))


def _check_optimum(problem: Problem) -> None:
    solution = solve(problem)
    assert solution.is_proven
    assert solution.best == proven_optimum(problem, seconds=3600)
