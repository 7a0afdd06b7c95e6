"""From the numbers of the search to steps of the game, and what a line of steps leads to."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    RecruitCaveman,
    Step,
    ThrowFire,
)
from domain.dominoes import dominoes
from domain.fire import land
from domain.scoring import score
from domain.territory import Territory, place, placements
from domain.tribe import recruit
from puzzles.search.exact.cells import NOWHERE
from puzzles.search.exact.placing import DISCARD, fire_cell, first_cell, second_cell
from puzzles.search.exact.problem import Problem
from puzzles.search.exact.window import Window


def placing_steps(problem: Problem, window: Window, moves: Iterable[int]) -> list[Step]:
    """The steps that lay the dominoes; those that fit nowhere leave none."""
    steps: list[Step] = []
    for domino, move in zip(problem.dominoes, moves, strict=True):
        if move != DISCARD:
            steps += _placed(window, domino, int(move))
        elif any(placements(after(problem, steps), dominoes(problem.rules)[domino])):
            steps.append(DeclineDomino(domino))
    return steps


def _placed(window: Window, domino: int, move: int) -> Iterator[Step]:
    yield PlaceDomino(domino, window.cell(first_cell(move)), window.cell(second_cell(move)))
    if (fire := fire_cell(move)) != NOWHERE:
        yield ThrowFire(window.cell(fire))


def after(problem: Problem, line: Iterable[Step]) -> Territory:
    """The territory at the end of a line."""
    territory, volcano = problem.territory, (0, 0)
    for step in line:
        match step:
            case PlaceDomino(number, a, b):
                domino = dominoes(problem.rules)[number]
                territory, volcano = place(territory, domino, a, b), a if domino.a.craters else b
            case ThrowFire(at):
                territory = land(territory, at, territory.squares[volcano].craters)
            case RecruitCaveman(caveman, _, spend, at):
                territory = recruit(territory, caveman, spend, at)
            case DeclineDomino() | PassRecruit() | ClaimDomino() | GiveTotem() | DraftDomino():
                pass
            case _:
                assert_never(step)
    return territory


def worth(problem: Problem, line: Iterable[Step]) -> int:
    """What that territory is worth by the rules. Totems are left out: they depend on other seats."""
    return score(problem.rules, after(problem, line), {}, 0).total
