"""How many final boards and which first moves reach the optimum."""

from collections.abc import Iterator
from typing import Final

from domain.commands import DeclineDomino, PlaceDomino, Step
from domain.dominoes import dominoes
from domain.territory import placements
from puzzles.search.exact.counted_boards import Ledger, ledger
from puzzles.search.exact.counting import COUNTED, TOO_MANY, count_boards
from puzzles.search.exact.placing import DISCARD
from puzzles.search.exact.problem import Budget, Optima, Problem
from puzzles.search.exact.proof import START
from puzzles.search.exact.window import Window, windows
from puzzles.search.exact.window_problem import Task, boards, tasks
from puzzles.search.exact.workspace import Desk, desk

_SLICE: Final = 4096  # nodes between two looks at the clock


def optima(problem: Problem, optimum: int, budget: Budget) -> Optima | None:
    """All that reach the optimum, which must be proven; None if they cannot be counted within the budget."""
    room, counted, steps = desk(), ledger(budget.most_boards), dict[Step, None]()
    every = windows(problem.territory)
    for window, task in zip(every, tasks(problem, every), strict=True):
        room["boards"][0] = boards(problem.rules, problem.territory, window)
        if not _count(task, room, counted, optimum, budget):
            return None
        steps.update(dict.fromkeys(_first_steps(problem, window, room)))
    return Optima(int(counted.tally[0]), tuple(steps))


def _count(task: Task, room: Desk, counted: Ledger, optimum: int, budget: Budget) -> bool:
    room["ply"] = START
    while not budget.should_stop() and room["nodes"] < budget.nodes:
        answer = count_boards(task, room, counted, optimum, _SLICE)
        if answer in (COUNTED, TOO_MANY):
            return answer == COUNTED
    return False


def _first_steps(problem: Problem, window: Window, room: Desk) -> Iterator[Step]:
    domino = problem.dominoes[0]
    for number in range(int(room["count"][0])):
        if not room["is_fruitful"][number]:
            continue
        move = int(room["move"][0, number])
        if move != DISCARD:
            yield PlaceDomino(domino, window.cell(move & 63), window.cell(move >> 6 & 63))
        elif any(placements(problem.territory, dominoes(problem.rules)[domino])):
            yield DeclineDomino(domino)
