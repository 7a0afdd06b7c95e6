"""Small puzzles for tests, solved by trying everything: two dominoes into a territory of a random game."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Final

from domain.commands import Step
from domain.dominoes import dominoes
from domain.rules import Rules
from domain.territory import placements
from puzzles.identity import puzzle_id
from puzzles.puzzle import Answer, Puzzle, Theme
from puzzles.search.exact.problem import Problem
from puzzles.solving.attempt import Sitting, after, begun
from tests.support.play import random_game

KINGDOMINO: Final = Rules("kingdomino", 4, None, ("must_place",))
DISCOVERY: Final = Rules("origins", 4, "discovery")
TOTEM: Final = Rules("origins", 4, "totem")
TRIBE: Final = Rules("origins", 4, "tribe")


@cache
def some_puzzle(
    seed: int = 1, rules: Rules = KINGDOMINO, *, difficulty: float = 1500, themes: tuple[Theme, ...] = ("patience",)
) -> Puzzle:
    problem = some_problem(seed, rules)
    lines = sorted(_lines(begun(problem)), key=lambda scored: -scored[0])
    best, line = lines[0]
    first_moves = tuple(dict.fromkeys(steps[0] for score, steps in lines if score == best))
    boards = sum(score == best for score, _ in lines)
    answer = Answer(best, line, boards, first_moves, best - 3, 100)
    return Puzzle(puzzle_id(problem), problem, answer, themes, difficulty, "composed")


def some_problem(seed: int, rules: Rules) -> Problem:
    position = random_game(rules, Random(seed), commands=50).end.position
    territory, box = position.territories[0], dominoes(rules)
    numbers = tuple(number for number in sorted(position.unseen) if any(placements(territory, box[number])))[-2:]
    recruits = 1 if rules.mode == "tribe" else 0
    return Problem(rules, territory, numbers, position.cave[:2], recruits)


def _lines(sitting: Sitting, line: tuple[Step, ...] = ()) -> Iterator[tuple[int, tuple[Step, ...]]]:
    if sitting.is_complete:
        yield sitting.score.total, line
    if sitting.due != "over":
        for step in sitting.legal():
            yield from _lines(after(sitting, step), (*line, step))


def worst_line(puzzle: Puzzle) -> tuple[Step, ...]:
    """A whole attempt that is not a good one."""
    return min(_lines(begun(puzzle.problem)), key=lambda scored: scored[0])[1]
