"""Puzzles as they are shown after the first attempt: the grade, the answer, and what other solvers did."""

from datetime import date, datetime

import msgspec

from domain.commands import Step
from domain.grid import Cell
from domain.notation.moves import write_move
from domain.scoring import Score
from projections.table import ShownTerritory, shown_territory
from puzzles.puzzle import Puzzle, Theme
from puzzles.search.benefit import Item, score_items
from puzzles.solving.attempt import after, begun, played
from puzzles.solving.grade import STARS, Grade
from puzzles.solving.hint_ladder import HintRung
from service.puzzles.attempts import Solving
from service.puzzles.ratings import is_provisional
from service.puzzles.results import Result
from service.runtime.clock import moment

_STAR, _NO_STAR, _MINUS, _HINT, _RIGHT = "★", "☆", "\N{MINUS SIGN}", "💡", "✓"


class RatingChange(msgspec.Struct, frozen=True):
    before: int
    after: int
    deviation: int
    provisional: bool


class Graded(Grade, frozen=True):
    attempt: int
    hints: int
    points: Score
    seconds: float | None
    rating: RatingChange | None
    share: str
    missing: list[Item]  # what the best line has over this attempt, item by item, the largest difference first


class LineStep(msgspec.Struct, frozen=True):
    move: Step
    notation: str
    territory: ShownTerritory
    total: int


class FirstMove(msgspec.Struct, frozen=True):
    move: Step
    notation: str


class ScoreCount(msgspec.Struct, frozen=True):
    score: int
    solvers: int


class CellCount(msgspec.Struct, frozen=True):
    at: Cell
    solvers: int


class ShownAttempt(msgspec.Struct, frozen=True):
    at: datetime
    score: int
    points: Score
    gap: int
    solved: bool
    stars: int
    moves: tuple[Step, ...]
    notation: list[str]
    missing: list[Item]


class Outcome(msgspec.Struct, frozen=True):
    """The answer and the statistics of a puzzle, for players who have made an attempt."""

    id: str
    day: date | None
    optimum: int
    greedy: int
    boards: int
    themes: tuple[Theme, ...]
    rating: int
    points: Score  # of the line, item by item
    line: list[LineStep]
    first_moves: list[FirstMove]
    solvers: int
    histogram: list[ScoreCount]
    heat: list[CellCount]
    attempts: list[ShownAttempt]
    hints: list[HintRung]
    best: int
    share: str


def graded(solving: Solving, result: Result) -> Graded:
    """The grade of the last attempt."""
    number = len(solving.attempts) - 1
    is_first = number == 0
    rating = RatingChange(
        before=round(result.rating_before),
        after=round(result.rating),
        deviation=round(result.deviation),
        provisional=is_provisional(result.deviation),
    )
    return Graded(
        **msgspec.structs.asdict(solving.grade(number)),
        attempt=number + 1,
        hints=solving.hints,
        points=solving.points[number],
        seconds=solving.seconds if is_first else None,
        rating=rating if is_first else None,
        share=share(solving, result.day),
        missing=_missing(solving, number),
    )


def _missing(solving: Solving, number: int) -> list[Item]:
    best = played(solving.puzzle.problem, solving.puzzle.answer.line).score
    items = [] if solving.grade(number).solved else score_items(best, solving.points[number])
    return sorted(items, key=lambda item: -abs(item.points))


def outcome(
    solving: Solving, day: date | None, rating: float, scores: dict[int, int], heat: dict[Cell, int]
) -> Outcome:
    puzzle, answer = solving.puzzle, solving.puzzle.answer
    return Outcome(
        id=puzzle.id,
        day=day,
        optimum=answer.optimum,
        greedy=answer.greedy,
        boards=answer.boards,
        themes=puzzle.themes,
        rating=round(rating),
        points=played(puzzle.problem, answer.line).score,
        line=_line(puzzle),
        first_moves=[FirstMove(move, write_move(move)) for move in answer.first_moves],
        solvers=sum(scores.values()),
        histogram=[ScoreCount(score, solvers) for score, solvers in scores.items()],
        heat=[CellCount(at, solvers) for at, solvers in heat.items()],
        attempts=[_attempt(solving, number) for number in range(len(solving.attempts))],
        hints=solving.hints_taken(),
        best=solving.best,
        share=share(solving, day),
    )


def _line(puzzle: Puzzle) -> list[LineStep]:
    steps, sitting = [], begun(puzzle.problem)
    for move in puzzle.answer.line:
        sitting = after(sitting, move)
        step = LineStep(
            move=move,
            notation=write_move(move),
            territory=shown_territory(sitting.territory),
            total=sitting.score.total,
        )
        steps.append(step)
    return steps


def _attempt(solving: Solving, number: int) -> ShownAttempt:
    attempt, grade = solving.attempts[number], solving.grade(number)
    return ShownAttempt(
        at=moment(attempt.at),
        score=grade.score,
        points=solving.points[number],
        gap=grade.gap,
        solved=grade.solved,
        stars=grade.stars,
        moves=attempt.moves,
        notation=[write_move(move) for move in attempt.moves],
        missing=_missing(solving, number),
    )


def share(solving: Solving, day: date | None) -> str:
    """The result of the first attempt as one line of text that does not spoil the puzzle."""
    grade: Grade = solving.grade(0)
    stars = _STAR * grade.stars + _NO_STAR * (STARS - grade.stars)
    hints = [f"{_HINT}{solving.hints}"] if solving.hints else []
    return " ".join(["Firstfire", str(day or solving.puzzle.id), stars, _gap(grade), *hints])


def _gap(grade: Grade) -> str:
    return _RIGHT if grade.solved else f"{_MINUS}{grade.gap}"
