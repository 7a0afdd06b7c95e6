"""What a person made of a puzzle, and all that may be known of it once the first attempt is made."""

from datetime import date, datetime

import msgspec

from domain.commands import Step
from domain.grid import Cell
from domain.notation.moves import write_move
from domain.scoring import Score
from projections.table import ShownTerritory, shown_territory
from puzzles.puzzle import Puzzle, Theme
from puzzles.solving.attempt import after, begun
from puzzles.solving.grade import STARS, Grade
from puzzles.solving.hint_ladder import HintRung
from service.puzzles.attempts import Solving
from service.puzzles.results import Result
from service.runtime.clock import moment

_STAR, _NO_STAR, _MINUS, _HINT, _RIGHT = "★", "☆", "\N{MINUS SIGN}", "💡", "✓"


class RatingChange(msgspec.Struct, frozen=True):
    before: int
    after: int
    deviation: int


class Graded(msgspec.Struct, frozen=True):
    score: int
    optimum: int
    gap: int
    solved: bool
    stars: int
    attempt: int
    hints: int
    points: Score
    seconds: float | None
    rating: RatingChange | None
    share: str


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
    gap: int
    solved: bool
    stars: int
    moves: tuple[Step, ...]
    notation: list[str]


class Outcome(msgspec.Struct, frozen=True):
    """All there is to know of a puzzle, for those who have made an attempt."""

    id: str
    day: date | None
    optimum: int
    greedy: int
    boards: int
    themes: tuple[Theme, ...]
    rating: int
    line: list[LineStep]
    first_moves: list[FirstMove]
    solvers: int
    histogram: list[ScoreCount]
    heat: list[CellCount]
    attempts: list[ShownAttempt]
    hints: list[HintRung]
    best: int
    share: str


def graded(known: Solving, result: Result, points: Score) -> Graded:
    """The last attempt."""
    number = len(known.attempts) - 1
    grade, is_first = known.grade(number), number == 0
    rating = RatingChange(round(result.rating_before), round(result.rating), round(result.deviation))
    return Graded(
        score=grade.score,
        optimum=grade.optimum,
        gap=grade.gap,
        solved=grade.solved,
        stars=grade.stars,
        attempt=number + 1,
        hints=known.hints,
        points=points,
        seconds=known.seconds if is_first else None,
        rating=rating if is_first else None,
        share=share(known, result.day),
    )


def outcome(known: Solving, day: date | None, rating: float, scores: dict[int, int], heat: dict[Cell, int]) -> Outcome:
    puzzle, answer = known.puzzle, known.puzzle.answer
    return Outcome(
        id=puzzle.id,
        day=day,
        optimum=answer.optimum,
        greedy=answer.greedy,
        boards=answer.boards,
        themes=puzzle.themes,
        rating=round(rating),
        line=_line(puzzle),
        first_moves=[FirstMove(move, write_move(move)) for move in answer.first_moves],
        solvers=sum(scores.values()),
        histogram=[ScoreCount(score, solvers) for score, solvers in scores.items()],
        heat=[CellCount(at, solvers) for at, solvers in heat.items()],
        attempts=[_attempt(known, number) for number in range(len(known.attempts))],
        hints=known.hints_taken(),
        best=known.best,
        share=share(known, day),
    )


def _line(puzzle: Puzzle) -> list[LineStep]:
    found, sitting = [], begun(puzzle.problem)
    for move in puzzle.answer.line:
        sitting = after(sitting, move)
        territory = shown_territory(sitting.territory)
        found.append(LineStep(move, write_move(move), territory, sitting.score.total))
    return found


def _attempt(known: Solving, number: int) -> ShownAttempt:
    attempt, grade = known.attempts[number], known.grade(number)
    notation = [write_move(move) for move in attempt.moves]
    return ShownAttempt(moment(attempt.at), grade.score, grade.gap, grade.solved, grade.stars, attempt.moves, notation)


def share(known: Solving, day: date | None) -> str:
    """The first result, for others to see who have not tried yet."""
    grade: Grade = known.grade(0)
    stars = _STAR * grade.stars + _NO_STAR * (STARS - grade.stars)
    hints = [f"{_HINT}{known.hints}"] if known.hints else []
    return " ".join(["Firstfire", str(day or known.puzzle.id), stars, _gap(grade), *hints])


def _gap(grade: Grade) -> str:
    return _RIGHT if grade.solved else f"{_MINUS}{grade.gap}"
