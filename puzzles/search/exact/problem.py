"""The questions and answers of the exact solver."""

from collections.abc import Callable

import msgspec

from domain.commands import Step
from domain.pieces import Caveman
from domain.rules import Rules
from domain.territory import Territory


class Problem(msgspec.Struct, frozen=True):
    """These dominoes, in this order, into this territory; then up to `recruits` from the cave (O10)."""

    rules: Rules
    territory: Territory
    dominoes: tuple[int, ...]
    cave: tuple[Caveman, ...] = ()
    recruits: int = 0


class Solution(msgspec.Struct, frozen=True):
    """The best score found, with a line that reaches it, and the score that is proven to be out of reach above.

    Totems are left out: they depend on other seats. A step that leaves no choice is in the line like any other, but a
    domino that fits nowhere is discarded (O4) and has none.
    """

    best: int
    bound: int
    line: tuple[Step, ...]
    nodes: int  # how much work it was, and an estimate of how hard it is for people
    optima: "Optima | None" = None  # if they were asked for, and all could be found

    @property
    def is_proven(self) -> bool:
        return self.best == self.bound


class Optima(msgspec.Struct, frozen=True):
    """All the ways to reach the optimum: every one of them is a right answer.

    Boards differ if they look different: which domino a square belongs to is not visible.
    """

    boards: int
    first_moves: tuple[Step, ...]  # two that show the same board count once; none if the first domino has no room


def _never() -> bool:
    return False


class Budget(msgspec.Struct, frozen=True):
    """How much may be thought: nodes make an answer repeatable, `should_stop` is for clocks and impatience."""

    nodes: int = 50_000_000
    should_stop: Callable[[], bool] = _never
    counts_optima: bool = False
    most_boards: int = 1_000_000  # beyond this they are not counted
