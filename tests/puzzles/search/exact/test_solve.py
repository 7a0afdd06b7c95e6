"""The exact solver against full enumeration, another solver, and the rules."""

from itertools import count, islice
from random import Random

import pytest
from msgspec.structs import replace

from domain.commands import RecruitCaveman
from domain.grid import Cell
from domain.territory import Territory
from puzzles.search.exact.problem import Budget, Problem, Solution
from puzzles.search.exact.solve import solve
from puzzles.search.exact.window_problem import PLIES
from puzzles.solving.attempt import replay
from tests.puzzles.search.exact.constraints import proven_optimum
from tests.puzzles.search.exact.samples import KINDS, enumerable, sample
from tests.support.variants import only

COMPLETELY = Budget(counts_optima=True)

RICHEST = ("kingdomino-bonuses-declining", "discovery-7", "totem-bonuses", "tribe-bonuses")

every_kind = pytest.mark.parametrize("kind", KINDS)


def problems(kind: str, number: int, dominoes: int, spare: int = 0) -> list[Problem]:
    return [sample(KINDS[kind], Random(f"{kind}/{seed}"), dominoes, spare) for seed in range(number)]


@every_kind
def test_full_enumeration_finds_the_same_optimum_boards_and_first_moves(kind: str) -> None:
    for problem, verdict in islice(enumerable(KINDS[kind], f"enumerated/{kind}", most=800), 8):
        verdict.check(problem, solve(problem, COMPLETELY))


@pytest.mark.parametrize(
    "kind", only(["kingdomino-bonuses-declining", "discovery-7", "totem-bonuses", "tribe-bonuses"], KINDS)
)
def test_another_solver_proves_the_same_optimum(kind: str) -> None:
    [problem] = problems(kind, 1, dominoes=5, spare=-1 if kind in ("kingdomino-declining", "discovery") else -2)
    assert solve(problem).best == proven_optimum(problem)


@every_kind
def test_the_line_is_legal_and_reaches_the_optimum(kind: str) -> None:
    for problem in problems(kind, 4, dominoes=5):
        solution = solve(problem)
        assert solution.is_proven
        assert reached(problem, solution) == solution.best


def reached(problem: Problem, solution: Solution) -> int:
    return replay(problem, solution.line).score.total


@every_kind
def test_a_stopped_search_returns_its_best_line_and_a_bound(kind: str) -> None:
    for problem in problems(kind, 2, dominoes=6):
        optimum = solve(problem).best
        for stopped in (Budget(nodes=1), Budget(nodes=300), Budget(should_stop=lambda: True), impatient(5)):
            solution = solve(problem, stopped)
            assert reached(problem, solution) == solution.best <= optimum <= solution.bound


def impatient(looks: int) -> Budget:
    clock = count()
    return Budget(should_stop=lambda: next(clock) >= looks)


@every_kind
def test_the_same_problem_has_the_same_answer(kind: str) -> None:
    for problem in problems(kind, 2, dominoes=5):
        assert solve(problem, COMPLETELY) == solve(problem, COMPLETELY)
        assert solve(problem, Budget(nodes=200)) == solve(problem, Budget(nodes=200))


@every_kind
def test_a_mirror_image_has_as_many_optima(kind: str) -> None:
    for problem in problems(kind, 3, dominoes=3):
        original, mirror = solve(problem, COMPLETELY), solve(mirrored(problem), COMPLETELY)
        assert original.best == mirror.best
        assert original.optima is not None
        assert mirror.optima is not None
        assert original.optima.boards == mirror.optima.boards
        assert len(original.optima.first_moves) == len(mirror.optima.first_moves)


def mirrored(problem: Problem) -> Problem:
    def turned(cell: Cell) -> Cell:
        return cell[1], -cell[0]

    squares = {turned(cell): square for cell, square in problem.territory.squares.items()}
    return replace(problem, territory=Territory(problem.territory.size, squares))


def test_a_whole_territory_from_its_first_domino_is_proven() -> None:
    problem = Problem(KINDS["kingdomino"], Territory(5), tuple(range(25, 37)))
    solution = solve(problem)
    assert solution.is_proven
    assert reached(problem, solution) == solution.best


def test_optima_are_counted_only_on_request_and_up_to_the_limit() -> None:
    problem = Problem(KINDS["kingdomino"], Territory(5), (1, 2))
    many = solve(problem, COMPLETELY).optima
    assert many is not None
    assert many.boards > 10
    assert solve(problem).optima is None
    assert solve(problem, replace(COMPLETELY, most_boards=10)).optima is None


def test_two_recruits_come_after_the_last_domino_and_never_more() -> None:
    problem = Problem(KINDS["tribe"], Territory(5), (13, 20, 19), ("hunter", "shaman", "painter", "small_warrior"))
    recruits = [
        sum(isinstance(step, RecruitCaveman) for step in solve(replace(problem, recruits=most)).line)
        for most in (0, 1, 2)
    ]
    assert recruits == [0, 1, 2]


@pytest.mark.parametrize("dominoes", [(), tuple(range(1, PLIES + 2))], ids=["none", "too many"])
def test_no_dominoes_and_too_many_are_refused(dominoes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="dominoes"):
        solve(Problem(KINDS["kingdomino"], Territory(5), dominoes))
