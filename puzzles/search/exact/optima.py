"""How many final boards and which first moves reach the optimum."""

from collections.abc import Iterator
from typing import Final

from domain.commands import DeclineDomino, PlaceDomino, Step
from domain.dominoes import dominoes
from domain.territory import placements
from puzzles.search.exact.counted_boards import CountedBoards, new_counted_boards
from puzzles.search.exact.counting import COUNTED, TOO_MANY, count_boards
from puzzles.search.exact.placing import DISCARD
from puzzles.search.exact.problem import Budget, Optima, Problem
from puzzles.search.exact.proof import START
from puzzles.search.exact.window import Window, windows
from puzzles.search.exact.window_problem import WindowProblem, boards, window_problems
from puzzles.search.exact.workspace import Workspace, new_workspace

_SLICE: Final = 4096  # nodes between two looks at the clock


def optima(problem: Problem, optimum: int, budget: Budget) -> Optima | None:
    """All that reach the optimum, which must be proven; None if they cannot be counted within the budget."""
    workspace, counted, steps = new_workspace(), new_counted_boards(budget.most_boards), dict[Step, None]()
    every = windows(problem.territory)
    for window, window_problem in zip(every, window_problems(problem, every), strict=True):
        workspace["boards"][0] = boards(problem.rules, problem.territory, window)
        if not _count(window_problem, workspace, counted, optimum, budget):
            return None
        steps.update(dict.fromkeys(_first_steps(problem, window, workspace)))
    return Optima(int(counted.tally[0]), tuple(steps))


def _count(
    window_problem: WindowProblem, workspace: Workspace, counted: CountedBoards, optimum: int, budget: Budget
) -> bool:
    workspace["ply"] = START
    while not budget.should_stop() and workspace["nodes"] < budget.nodes:
        answer = count_boards(window_problem, workspace, counted, optimum, _SLICE)
        if answer in (COUNTED, TOO_MANY):
            return answer == COUNTED
    return False


def _first_steps(problem: Problem, window: Window, workspace: Workspace) -> Iterator[Step]:
    domino = problem.dominoes[0]
    for number in range(int(workspace["count"][0])):
        if not workspace["is_fruitful"][number]:
            continue
        move = int(workspace["move"][0, number])
        if move != DISCARD:
            yield PlaceDomino(domino, window.cell(move & 63), window.cell(move >> 6 & 63))
        elif any(placements(problem.territory, dominoes(problem.rules)[domino])):
            yield DeclineDomino(domino)
