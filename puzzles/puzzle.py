"""A puzzle: a territory, the dominoes to come, and the proven best result.

It is stored as one line of JSON, with territories and moves in the words of the notation.
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
    """What a player is shown only after the first attempt has been graded."""

    optimum: int
    line: tuple[Step, ...]  # one of the best lines
    boards: int  # optimal final boards
    first_moves: tuple[Step, ...]  # the optimal ones; two that lead to the same board count once
    greedy: int  # the score of a player who always takes the most points at once
    nodes: int  # territories that the proof looked at


class Puzzle(msgspec.Struct, frozen=True):
    id: str  # the same for all rotations and reflections
    problem: Problem
    answer: Answer
    themes: tuple[Theme, ...]  # in alphabetical order
    difficulty: float  # estimated rating before the first attempt; 1500 is average
    source: Source
    game: str | None = None  # the game it comes from, with the seat and the event of the decision
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
    """Raises msgspec.ValidationError or Unreadable if the line is not a puzzle."""
    stored = msgspec.json.decode(line, type=StoredPuzzle)
    return Puzzle(
        id=stored.id,
        problem=_read_problem(stored),
        answer=_read_answer(stored.answer),
        themes=stored.themes,
        difficulty=stored.difficulty,
        source=stored.source,
        game=stored.game,
        seat=stored.seat,
        seq=stored.seq,
    )


def stored(puzzle: Puzzle) -> StoredPuzzle:
    """The written form of a puzzle, before it is bytes."""
    problem = puzzle.problem
    return StoredPuzzle(
        id=puzzle.id,
        rules=problem.rules,
        territory=" ".join(write_territory(dominoes(problem.rules), problem.territory)),
        dominoes=problem.dominoes,
        answer=_stored_answer(puzzle.answer),
        themes=puzzle.themes,
        difficulty=puzzle.difficulty,
        source=puzzle.source,
        cave=problem.cave,
        recruits=problem.recruits,
        game=puzzle.game,
        seat=puzzle.seat,
        seq=puzzle.seq,
    )


def _stored_answer(answer: Answer) -> StoredAnswer:
    return StoredAnswer(
        optimum=answer.optimum,
        line=_words(answer.line),
        boards=answer.boards,
        first_moves=_words(answer.first_moves),
        greedy=answer.greedy,
        nodes=answer.nodes,
    )


def _words(steps: Iterable[Step]) -> str:
    return " ".join(map(write_move, steps))


def _read_problem(stored: StoredPuzzle) -> Problem:
    rules = stored.rules
    territory = read_territory(dominoes(rules), rules.size, stored.territory.split())
    return Problem(
        rules=rules, territory=territory, dominoes=stored.dominoes, cave=stored.cave, recruits=stored.recruits
    )


def _read_answer(stored: StoredAnswer) -> Answer:
    return Answer(
        optimum=stored.optimum,
        line=_read_steps(stored.line),
        boards=stored.boards,
        first_moves=_read_steps(stored.first_moves),
        greedy=stored.greedy,
        nodes=stored.nodes,
    )


def _read_steps(words: str) -> tuple[Step, ...]:
    return tuple(cast(Step, read_move(word)) for word in words.split())
