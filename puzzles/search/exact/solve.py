"""The door to the exact solver: `solve(problem, budget)`.

Every window in which the territory may end is a problem of its own. The window with the highest bound is asked whether
it can reach just that bound: if so the answer is proven, for no window has a higher one; if not its bound falls, and
the next is asked. Between these questions beams, each wider than the one before, look for good lines, so that there
is an answer when the budget ends, and nothing needs to be proven below it.
"""

from typing import Final, NamedTuple

import msgspec

from domain.commands import Step
from puzzles.search.exact.beam import best_line
from puzzles.search.exact.bound import survey
from puzzles.search.exact.line import placing_steps, worth
from puzzles.search.exact.optima import optima
from puzzles.search.exact.problem import Budget, Problem, Solution
from puzzles.search.exact.proof import FOUND, PAUSED, START, chosen, search
from puzzles.search.exact.recruits import recruiting_line
from puzzles.search.exact.transpositions import hand_over, new_transpositions
from puzzles.search.exact.window import Window, different_windows
from puzzles.search.exact.window_problem import PLIES, WindowProblem, Words, boards, window_problems
from puzzles.search.exact.workspace import new_workspace

_SLICE: Final = 4096  # nodes between two looks at the clock: some hundredths of a second


class _Stage(NamedTuple):
    """How wide a beam, how large a table of transpositions, and how many nodes before the next stage."""

    width: int
    bits: int
    nodes: int


_STAGES: Final = (
    _Stage(16, 14, 2_000),
    _Stage(64, 16, 20_000),
    _Stage(256, 19, 200_000),
    _Stage(1024, 22, 2_000_000),
    _Stage(4096, 22, 1 << 62),
)


class View(msgspec.Struct):
    """The problem in one window, and the score it cannot exceed."""

    window: Window
    window_problem: WindowProblem
    boards: Words
    bound: int


def solve(problem: Problem, budget: Budget = Budget()) -> Solution:  # noqa: B008 - it is frozen
    """The best score, proven if the budget allows, and a line that reaches it."""
    if not 1 <= len(problem.dominoes) <= PLIES:
        raise ValueError(f"1 to {PLIES} dominoes can be solved, not {len(problem.dominoes)}")
    inquiry = _Inquiry(problem, budget)
    inquiry.run()
    solution = Solution(inquiry.best, inquiry.bound, inquiry.line, inquiry.nodes)
    if worth(problem, solution.line) != solution.best:
        raise AssertionError(f"the solver and the rules disagree about {problem}")
    if budget.counts_optima and solution.is_proven:
        return msgspec.structs.replace(solution, optima=optima(problem, solution.best, budget))
    return solution


class _Inquiry:
    """What is known of a problem so far."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem = problem
        self.budget = budget
        self.workspace = new_workspace()
        self.beam_workspace = new_workspace()
        self.transpositions = new_transpositions(_STAGES[0].bits)
        self.views = self._views()
        self.best = -1
        self.line: tuple[Step, ...] = ()
        self.asked: View | None = None  # the window that is being asked, and has not answered yet

    def _views(self) -> list[View]:
        problem = self.problem
        windows = different_windows(problem.territory)
        views = [
            View(window, window_problem, boards(problem.rules, problem.territory, window), 0)
            for window, window_problem in zip(windows, window_problems(problem, windows), strict=True)
        ]
        for view in views:
            self.workspace["boards"][0] = view.boards
            view.bound = survey(view.window_problem, self.workspace, 0, 0, 0)[0]
        return views

    @property
    def bound(self) -> int:
        """Nothing above this can be reached."""
        return max(self.best, *(view.bound for view in self.views))

    @property
    def nodes(self) -> int:
        return int(self.workspace["nodes"] + self.beam_workspace["nodes"])

    @property
    def is_over(self) -> bool:
        return self.best == self.bound or self.nodes >= self.budget.nodes or self.budget.should_stop()

    def run(self) -> None:
        for stage in _STAGES:
            self._look_for_lines(stage.width)
            if self.is_over:
                return
            self._enlarge_transpositions(stage.bits)
            self._prove(self.nodes + stage.nodes)
            if self.is_over:
                return

    def _look_for_lines(self, width: int) -> None:
        """The first look is short and never broken off: there must be an answer."""
        for view in sorted(self.views, key=lambda view: -view.bound):
            if self.best >= 0 and self.is_over:
                return
            if view.bound > self.best:
                self.beam_workspace["boards"][0] = view.boards
                best, moves = best_line(view.window_problem, self.beam_workspace, width, self.best, self._should_stop)
                if best > self.best:
                    self._note(view, best, moves)

    def _should_stop(self) -> bool:
        return self.best >= 0 and self.budget.should_stop()

    def _note(self, view: View, best: int, moves: list[int]) -> None:
        steps = placing_steps(self.problem, view.window, moves)
        self.best, self.line = best, (*steps, *recruiting_line(self.problem, view.window, view.window_problem, steps))

    def _enlarge_transpositions(self, bits: int) -> None:
        if len(self.transpositions.key) < 1 << bits:
            larger = new_transpositions(bits)
            hand_over(self.transpositions, larger)
            self.transpositions = larger

    def _prove(self, until: int) -> None:
        while not self.is_over and self.nodes < until:
            if self.asked is None:
                self.asked = max(self.views, key=lambda view: view.bound)
                self.workspace["boards"][0] = self.asked.boards
                self.workspace["ply"] = START
            self._ask(self.asked, min(_SLICE, until - self.nodes, self.budget.nodes - self.nodes))

    def _ask(self, view: View, patience: int) -> None:
        answer = search(view.window_problem, self.workspace, self.transpositions, view.bound, patience)
        if answer == PAUSED:
            return
        self.asked = None
        if answer == FOUND:
            moves = [
                int(self.workspace["move"][ply, chosen(self.workspace, ply)])
                for ply in range(len(self.problem.dominoes))
            ]
            self._note(view, view.bound, moves)
        else:
            view.bound = int(self.workspace["back"][0])
