"""The same question put to OR-Tools CP-SAT, written from the rules and independent of the solver."""

from ortools.sat.python import cp_model

from puzzles.search.exact.problem import Problem
from tests.puzzles.search.exact.referee import Referee
from tests.puzzles.search.exact.tribe import Tribe


def proven_optimum(problem: Problem, seconds: float = 600.0) -> int | None:
    """The best score, or None if the time did not suffice to prove it."""
    referee = Referee(problem)
    if problem.rules.mode == "tribe":
        Tribe(referee)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    referee.model.maximize(sum(referee.gains))
    return round(solver.objective_value) if solver.solve(referee.model) == cp_model.OPTIMAL else None
