"""Puzzles as they are shown before the first attempt: nothing here depends on the answer."""

from datetime import date, datetime
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
from projections.earnings import Earning, Holding, earned
from projections.table import ShownTerritory, shown_territory
from puzzles.solving.attempt import Sitting, after
from puzzles.solving.grade import STARS
from puzzles.solving.hint_ladder import HintRung, Rung
from service.puzzles.attempts import Solving
from service.puzzles.library import LibraryEntry
from service.puzzles.names import PuzzleName, name_of
from service.puzzles.results import AnyResult, Result
from service.runtime.clock import moment

_HINT_STARS: Final = 1
_HINT_RATING: Final = round(1 / STARS, 2)


class Tile(msgspec.Struct, frozen=True):
    domino: int
    a: Square
    b: Square


class Origin(msgspec.Struct, frozen=True):
    """The decision in a game from which the puzzle was made."""

    game: str
    seat: int | None
    seq: int | None


class NextHint(msgspec.Struct, frozen=True):
    """What the next hint costs: stars, and a share of what the rating can win. It never costs rating itself."""

    rung: Rung
    stars: int
    rating: float


class Ladder(msgspec.Struct, frozen=True):
    taken: list[HintRung]
    next: NextHint | None


class ShownResult(AnyResult, frozen=True):
    """Your result for a puzzle. Score, stars, hints and time are those of the first attempt."""

    at: datetime
    rating: int
    on_the_day: bool


class ShownPuzzle(msgspec.Struct, frozen=True):
    id: str
    day: date | None
    name: PuzzleName
    rules: Rules
    territory: ShownTerritory
    dominoes: tuple[int, ...]  # to be placed in this order
    tiles: list[Tile]
    cave: tuple[Caveman, ...] | None
    recruits: int | None
    game: Origin | None
    rated: bool  # your first attempt will count
    begun: datetime | None  # since when your time is counted
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
    earns: list[Earning]  # what each move earns at once, in the order of `moves`: arithmetic, not advice
    recruit: Recruits | None
    cave: tuple[Caveman, ...] | None
    recruits: int | None  # that may still come
    score: Score
    is_complete: bool


def shown_puzzle(entry: LibraryEntry, day: date | None, solving: Solving | None, result: Result | None) -> ShownPuzzle:
    puzzle, problem = entry.puzzle, entry.puzzle.problem
    box, is_tribe = dominoes(problem.rules), problem.rules.mode == "tribe"
    is_public = puzzle.game is not None and entry.collection != "private"
    return ShownPuzzle(
        id=puzzle.id,
        day=day,
        name=name_of(problem),
        rules=problem.rules,
        territory=shown_territory(problem.territory),
        dominoes=problem.dominoes,
        tiles=[Tile(number, box[number].a, box[number].b) for number in problem.dominoes],
        cave=problem.cave if is_tribe else None,
        recruits=problem.recruits if is_tribe else None,
        game=Origin(puzzle.game or "", puzzle.seat, puzzle.seq) if is_public else None,
        rated=result is None,
        begun=moment(solving.begun) if solving is not None and solving.begun is not None else None,
        ladder=ladder(solving or Solving(puzzle=puzzle)),
        result=shown_result(result) if result is not None else None,
    )


def ladder(solving: Solving) -> Ladder:
    """The hints taken, and what the next one costs: nothing after the first attempt."""
    stars, rating = (_HINT_STARS, _HINT_RATING) if solving.first is None else (0, 0.0)
    rung = solving.next_rung
    following = None if rung is None else NextHint(rung=rung, stars=stars, rating=rating)
    return Ladder(taken=solving.hints_taken(), next=following)


def shown_result(result: Result) -> ShownResult:
    fields = {name: getattr(result, name) for name in ShownResult.__struct_fields__}
    return ShownResult(**{**fields, "at": moment(result.at), "rating": round(result.rating)})


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
        earns=_earnings(sitting, moves),
        recruit=recruits(position) if is_recruit else None,
        cave=position.cave if is_tribe else None,
        recruits=sitting.recruits if is_tribe else None,
        score=sitting.score,
        is_complete=sitting.is_complete,
    )


def _earnings(sitting: Sitting, moves: list[Step]) -> list[Earning]:
    def held(now: Sitting) -> Holding:
        # Totems are left out, as in the score of a puzzle; a discarded domino leaves the territory unfinished.
        to_come = {"place": len(now.position.line), "fire": len(now.position.line) - 1}.get(now.due, 0)
        is_whole = len(now.territory.squares) + 2 * to_come == now.territory.size**2 - 1
        return Holding(now.territory, {}, is_whole)

    return earned(sitting.problem.rules, 0, moves, held(sitting), lambda move: held(after(sitting, move)))
