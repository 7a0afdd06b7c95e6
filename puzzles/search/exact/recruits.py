"""The recruits at the end of a line, as steps."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from domain.commands import RecruitCaveman, Step
from domain.grid import Cell
from domain.pieces import Caveman, Resource
from domain.territory import Territory
from domain.tribe import misprice, misstand, recruit, resources_by_kind
from puzzles.search.exact.line import after
from puzzles.search.exact.problem import Problem
from puzzles.search.exact.recruiting import gain_alone, gain_of_pair, recruits_worth
from puzzles.search.exact.window import Window
from puzzles.search.exact.window_problem import WindowProblem, boards
from puzzles.search.exact.workspace import Workspace, new_workspace
from puzzles.search.kernel.rules.constants import TRIBE

Recruit = tuple[Caveman, Cell]


def recruiting_line(
    problem: Problem, window: Window, window_problem: WindowProblem, steps: Sequence[Step]
) -> list[RecruitCaveman]:
    """The best recruits once these steps are taken."""
    if not window_problem["recruits"]:
        return []
    territory = after(problem, steps)
    workspace = new_workspace()
    workspace["boards"][0] = boards(problem.rules, territory, window)
    if not recruits_worth(window_problem, workspace, 0):
        return []
    recruits = _recruits(window, window_problem, workspace)
    costs = {cell: int(workspace["price"][window.number(cell)]) for cell in territory.squares}
    return _paid(territory, recruits, _cheapest(resources_by_kind(territory), [at for _, at in recruits], costs))


def _recruits(window: Window, window_problem: WindowProblem, workspace: Workspace) -> list[Recruit]:
    """Those noted on the workspace, which is left with what it costs to spend each resource when they are there."""
    number, *who_and_where = (int(value) for value in workspace["hired"])
    if number == 1:
        gain_alone(window_problem, workspace, 0, *who_and_where[:2])
    else:
        gain_of_pair(window_problem, workspace, 0, *who_and_where)
    men, cells = who_and_where[: 2 * number : 2], who_and_where[1 : 2 * number : 2]
    return [(TRIBE[man - 1], window.cell(cell)) for man, cell in zip(men, cells, strict=True)]


def _cheapest(resources: dict[Resource, list[Cell]], standing: Sequence[Cell], costs: dict[Cell, int]) -> list[Cell]:
    """Two resources for each recruit, at most as many of a kind as there are recruits, those they stand on first."""
    kinds = {cell: kind for kind, cells in resources.items() for cell in cells}
    chosen: list[Cell] = []
    for cell in sorted(kinds, key=lambda cell: (cell not in standing, costs[cell])):
        alike = sum(kinds[other] == kinds[cell] for other in chosen)
        if alike < len(standing) and len(chosen) < 2 * len(standing):
            chosen.append(cell)
    return chosen


def _paid(territory: Territory, recruits: Sequence[Recruit], spent: Sequence[Cell]) -> list[RecruitCaveman]:
    """An order of the recruits and of what is spent in which each pays with two kinds and stands where he may."""
    for steps in _payments(recruits, spent):
        if _is_legal(territory, steps):
            return steps
    raise AssertionError("recruits that cannot be paid")


def _payments(recruits: Sequence[Recruit], spent: Sequence[Cell]) -> Iterator[list[RecruitCaveman]]:
    for order in permutations(recruits):
        for paid in permutations(spent):
            yield [
                RecruitCaveman(caveman, "cave", paid[2 * number : 2 * number + 2], at)
                for number, (caveman, at) in enumerate(order)
            ]


def _is_legal(territory: Territory, steps: Sequence[RecruitCaveman]) -> bool:
    for step in steps:
        if misprice(territory, step.source, step.spend) or misstand(territory, step.spend, step.at):
            return False
        territory = recruit(territory, step.caveman, step.spend, step.at)
    return True
