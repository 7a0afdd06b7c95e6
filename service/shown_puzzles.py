"""Puzzles as a reader sees them. Nothing of an answer is here, but in what follows a person's own first attempt."""

from datetime import UTC, date, datetime
from typing import Final

import msgspec

from domain.commands import PassRecruit, Step
from domain.dominoes import Square, dominoes
from domain.grid import Cell
from domain.notation.moves import write_move
from domain.pieces import Caveman
from domain.position import Due
from domain.rules import Rules
from domain.scoring import Score
from projections.choices import Recruits, recruits
from projections.table import ShownTerritory, shown_territory
from puzzles.attempt import Sitting, begun
from puzzles.attempt import after as after_step
from puzzles.grade import STARS, Grade
from puzzles.ladder import Hint, Rung
from puzzles.puzzle import Puzzle
from puzzles.themes import Theme
from service.solving import Solving
from service.stock import Kept
from service.tallies import Result

_HINT_STARS: Final = 1
_HINT_RATING: Final = round(1 / STARS, 2)
_STAR, _NO_STAR, _MINUS, _HINT, _RIGHT = "★", "☆", "\N{MINUS SIGN}", "💡", "✓"


class Tile(msgspec.Struct, frozen=True):
    domino: int
    a: Square
    b: Square


class Origin(msgspec.Struct, frozen=True):
    """Whose decision in which game it was."""

    game: str
    seat: int | None
    seq: int | None


class NextHint(msgspec.Struct, frozen=True):
    """What the next hint costs: stars, and a share of a win against the puzzle."""

    rung: Rung
    stars: int
    rating: float


class Ladder(msgspec.Struct, frozen=True):
    taken: list[Hint]
    next: NextHint | None


class ShownResult(msgspec.Struct, frozen=True):
    """What you made of a puzzle. Score, stars, hints and time are those of the first attempt."""

    puzzle: str
    day: date | None
    at: datetime
    score: int
    optimum: int
    stars: int
    solved: bool
    hints: int
    seconds: float | None
    attempts: int
    best: int
    rating: int
    on_the_day: bool


class ShownPuzzle(msgspec.Struct, frozen=True):
    id: str
    day: date | None
    rules: Rules
    territory: ShownTerritory
    dominoes: tuple[int, ...]  # to be placed in this order
    tiles: list[Tile]
    cave: tuple[Caveman, ...] | None
    recruits: int | None
    game: Origin | None
    rated: bool  # your first attempt will count
    ladder: Ladder
    result: ShownResult | None


class ShownSitting(msgspec.Struct, frozen=True):
    """How an attempt stands, and what may come next: each move ready to be added to those so far."""

    territory: ShownTerritory
    step: Due
    domino: int | None
    volcano: Cell | None
    placed: int  # dominoes that are done with
    discarded: tuple[int, ...]  # those of them that fitted nowhere
    moves: list[Step]
    notation: list[str]
    recruit: Recruits | None
    cave: tuple[Caveman, ...] | None
    recruits: int | None  # that may still come
    score: Score
    is_complete: bool


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
    hints: list[Hint]
    best: int
    share: str


def shown_puzzle(kept: Kept, day: date | None, known: Solving | None, result: Result | None) -> ShownPuzzle:
    puzzle, problem = kept.puzzle, kept.puzzle.problem
    box, is_tribe = dominoes(problem.rules), problem.rules.mode == "tribe"
    is_known = puzzle.game is not None and kept.shelf != "private"
    return ShownPuzzle(
        id=puzzle.id,
        day=day,
        rules=problem.rules,
        territory=shown_territory(problem.territory),
        dominoes=problem.dominoes,
        tiles=[Tile(number, box[number].a, box[number].b) for number in problem.dominoes],
        cave=problem.cave if is_tribe else None,
        recruits=problem.recruits if is_tribe else None,
        game=Origin(puzzle.game or "", puzzle.seat, puzzle.seq) if is_known else None,
        rated=result is None,
        ladder=ladder(known or Solving(puzzle)),
        result=shown_result(result) if result is not None else None,
    )


def ladder(known: Solving) -> Ladder:
    is_free = known.first is not None
    price = (0, 0.0) if is_free else (_HINT_STARS, _HINT_RATING)
    return Ladder(known.hints_taken(), NextHint(known.next_rung, *price) if known.next_rung is not None else None)


def shown_result(result: Result) -> ShownResult:
    return ShownResult(
        puzzle=result.puzzle,
        day=result.day,
        at=moment(result.at),
        score=result.score,
        optimum=result.optimum,
        stars=result.stars,
        solved=result.solved,
        hints=result.hints,
        seconds=result.seconds,
        attempts=result.attempts,
        best=result.best,
        rating=round(result.rating),
        on_the_day=result.on_the_day,
    )


def moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def shown_sitting(sitting: Sitting) -> ShownSitting:
    position, is_tribe = sitting.position, sitting.problem.rules.mode == "tribe"
    is_recruit = sitting.due == "recruit"
    moves: list[Step] = [PassRecruit()] if is_recruit else sitting.legal()
    waiting = len(position.line) if sitting.due in ("place", "fire") else 0
    return ShownSitting(
        territory=shown_territory(sitting.territory),
        step=sitting.due,
        domino=sitting.domino,
        volcano=position.volcano,
        placed=len(sitting.problem.dominoes) - waiting,
        discarded=sitting.discarded,
        moves=moves,
        notation=[write_move(move) for move in moves],
        recruit=recruits(position) if is_recruit else None,
        cave=position.cave if is_tribe else None,
        recruits=sitting.recruits if is_tribe else None,
        score=sitting.score,
        is_complete=sitting.is_complete,
    )


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
        sitting = after_step(sitting, move)
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
