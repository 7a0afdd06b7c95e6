"""A puzzle: a territory, the dominoes that come, and what is proven to be the best one can make of them.

It is kept as one line of JSON; territories and moves in it are words of the notation.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias, cast

import msgspec

from domain.commands import Step
from domain.dominoes import dominoes
from domain.notation.moves import read_move, write_move
from domain.notation.territories import read_territory, write_territory
from domain.pieces import Caveman
from domain.rules import Rules
from puzzles.search.exact.problem import Problem

Theme: TypeAlias = Literal[
    "burnt_resource",
    "centre_the_hut",
    "far_fire",
    "gather_fire",
    "harmony",
    "horde",
    "hunters",
    "join_regions",
    "last_domino",
    "leave_no_hole",
    "no_room",
    "one_big_region",
    "only_board",
    "patience",
    "save_the_mushrooms",
    "several_regions",
    "split_fire",
    "two_recruits",
    "waiting_region",
]

Source: TypeAlias = Literal["self_play", "game", "composed"]


class Answer(msgspec.Struct, frozen=True):
    """What nobody is shown before their first attempt is graded."""

    optimum: int
    line: tuple[Step, ...]  # one of the best
    boards: int  # optimal final boards
    first_moves: tuple[Step, ...]  # optimal ones; two that show the same board count once
    greedy: int  # what one reaches who always takes the most points at once
    nodes: int  # how much work the proof was


class Puzzle(msgspec.Struct, frozen=True):
    id: str  # the same for all that a turn or a mirror makes of it
    problem: Problem
    answer: Answer
    themes: tuple[Theme, ...]  # in alphabetical order
    difficulty: float  # estimated rating, 1500 is average, before anybody has tried
    source: Source
    game: str | None = None  # where it comes from, and whose decision it was
    seat: int | None = None
    seq: int | None = None


class StoredAnswer(msgspec.Struct, frozen=True):
    optimum: int
    line: str
    boards: int
    first_moves: str
    greedy: int
    nodes: int


class StoredPuzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """The written form. Fields are never renamed; new ones get defaults."""

    id: str
    rules: Rules
    territory: str
    dominoes: tuple[int, ...]
    answer: StoredAnswer
    themes: tuple[Theme, ...]
    difficulty: float
    source: Source
    cave: tuple[Caveman, ...] = ()
    recruits: int = 0
    game: str | None = None
    seat: int | None = None
    seq: int | None = None


def to_json(puzzle: Puzzle) -> bytes:
    return msgspec.json.encode(stored(puzzle))


def from_json(line: bytes) -> Puzzle:
    """Raises msgspec.ValidationError or Unreadable if this is no puzzle."""
    stored = msgspec.json.decode(line, type=StoredPuzzle)
    return Puzzle(
        stored.id,
        _read_problem(stored),
        _read_answer(stored.answer),
        stored.themes,
        stored.difficulty,
        stored.source,
        stored.game,
        stored.seat,
        stored.seq,
    )


def stored(puzzle: Puzzle) -> StoredPuzzle:
    """The written form of a puzzle, before it is bytes."""
    problem, answer = puzzle.problem, puzzle.answer
    return StoredPuzzle(
        puzzle.id,
        problem.rules,
        " ".join(write_territory(dominoes(problem.rules), problem.territory)),
        problem.dominoes,
        StoredAnswer(
            answer.optimum,
            _words(answer.line),
            answer.boards,
            _words(answer.first_moves),
            answer.greedy,
            answer.nodes,
        ),
        puzzle.themes,
        puzzle.difficulty,
        puzzle.source,
        problem.cave,
        problem.recruits,
        puzzle.game,
        puzzle.seat,
        puzzle.seq,
    )


def _words(steps: Iterable[Step]) -> str:
    return " ".join(map(write_move, steps))


def _read_problem(stored: StoredPuzzle) -> Problem:
    rules = stored.rules
    territory = read_territory(dominoes(rules), rules.size, stored.territory.split())
    return Problem(rules, territory, stored.dominoes, stored.cave, stored.recruits)


def _read_answer(stored: StoredAnswer) -> Answer:
    return Answer(
        stored.optimum,
        _read_steps(stored.line),
        stored.boards,
        _read_steps(stored.first_moves),
        stored.greedy,
        stored.nodes,
    )


def _read_steps(words: str) -> tuple[Step, ...]:
    return tuple(cast(Step, read_move(word)) for word in words.split())
