"""A solved problem step by step, from which its themes are found."""

from collections.abc import Iterator
from functools import cached_property

import msgspec

from domain.commands import PlaceDomino, RecruitCaveman, Step, ThrowFire
from domain.dominoes import Domino, Square, dominoes
from domain.fire import land
from domain.grid import Cell
from domain.scoring import Score, score
from domain.territory import Territory, place
from domain.tribe import recruit
from puzzles.search.exact.problem import Optima, Problem, Solution

Face = frozenset[tuple[Cell, Square]]


class Throw(msgspec.Struct, frozen=True):
    """A fire: the territory before it landed, the volcano it came from, and where it went."""

    territory: Territory
    volcano: Cell
    at: Cell


class Study(msgspec.Struct, frozen=True, dict=True):
    """A problem, its solution with all optimal boards, and the greedy line."""

    problem: Problem
    solution: Solution
    greedy: tuple[Step, ...]

    @property
    def line(self) -> tuple[Step, ...]:
        return self.solution.line

    @property
    def optima(self) -> Optima:
        assert self.solution.optima is not None
        return self.solution.optima

    @cached_property
    def stages(self) -> list[Territory]:
        """The territory at the beginning and after each step of the best line."""
        return list(stages(self.problem, self.line))

    @property
    def final(self) -> Territory:
        return self.stages[-1]

    @cached_property
    def score(self) -> Score:
        return score(self.problem.rules, self.final, {}, 0)

    @cached_property
    def greedy_stages(self) -> list[Territory]:
        return list(stages(self.problem, self.greedy))

    @cached_property
    def throws(self) -> list[Throw]:
        return list(_throws(self))

    @property
    def recruits(self) -> list[RecruitCaveman]:
        return [step for step in self.line if isinstance(step, RecruitCaveman)]

    @property
    def placed(self) -> int:
        """How many of the dominoes found room."""
        return sum(isinstance(step, PlaceDomino) for step in self.line)


def stages(problem: Problem, line: tuple[Step, ...]) -> Iterator[Territory]:
    """The territory at the beginning and after each step."""
    territory, volcano = problem.territory, (0, 0)
    yield territory
    for step in line:
        match step:
            case PlaceDomino(number, a, b):
                domino = dominoes(problem.rules)[number]
                territory, volcano = place(territory, domino, a, b), volcano_cell(domino, a, b)
            case ThrowFire(at):
                territory = land(territory, at, territory.squares[volcano].craters)
            case RecruitCaveman(caveman, _, spend, at):
                territory = recruit(territory, caveman, spend, at)
            case _:
                pass  # a declined domino or a pass does not change the territory
        yield territory


def volcano_cell(domino: Domino, a: Cell, b: Cell) -> Cell:
    """Where the volcano of a domino lies, if it has one."""
    return a if domino.a.craters else b


def face(territory: Territory) -> Face:
    """What is visible of a territory: not which domino a square belongs to."""
    return frozenset((cell, msgspec.structs.replace(square, domino=0)) for cell, square in territory.squares.items())


def _throws(study: Study) -> Iterator[Throw]:
    volcano = (0, 0)
    for before, step in zip(study.stages, study.line, strict=False):
        if isinstance(step, PlaceDomino):
            volcano = volcano_cell(dominoes(study.problem.rules)[step.domino], step.a, step.b)
        if isinstance(step, ThrowFire):
            yield Throw(before, volcano, step.at)
