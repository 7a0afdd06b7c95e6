"""What a finished game could have been: every decision held against the best one, in points of expected final lead.

Before a decision the position is worth what its best move is worth, after it what the move that was played is worth;
the difference is lost. Both are tried on the same deals, so that their difference is known better than either of them.
What was taken back is not judged, nor what left no choice, nor what a bot played for somebody who had left.

Each decision is a question by itself: whoever has many processes can ask them in any order. A seed gives each of them
its own luck, so that the same game with the same seed has the same review.
"""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean, median
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.commands import Play, Step, UndoTurn
from domain.decide import decide
from domain.events import Event, SeatResigned, SeatTimedOut, TurnUndone
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.legal import is_choice
from domain.log import command_behind
from domain.notation.moves import write_move
from domain.position import Chief, Due, Position
from domain.rules import Mode
from puzzles.search.budget import Choice

Grade: TypeAlias = Literal["best", "excellent", "good", "inaccuracy", "mistake", "blunder"]
Skill: TypeAlias = Literal["draft", "placement", "fire", "recruit"]

GRADES: Final[tuple[Grade, ...]] = get_args(Grade)
SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
BOUNDS: Final = (0.3, 1.0, 2.5, 5.0, 9.0)  # up to so many points lost is each grade but the last
TURNING_POINTS: Final = 3
_PLACINGS: Final = 1_000_000  # turns played out for a decision, times the cells there are to choose from
_EASE: Final[dict[Mode | None, float]] = {None: 4.0, "discovery": 2.5, "totem": 2.0, "tribe": 1.0}
_FORESEEN: Final = 0.8  # instead, where playouts have foresight
_FEWEST: Final = 200

# A totem is given away because of a placement, and a domino declined in place of one: both belong there.
SKILL_OF: Final[dict[Due, Skill]] = {
    "claim": "draft",
    "draft": "draft",
    "place": "placement",
    "totem": "placement",
    "fire": "fire",
    "recruit": "recruit",
}


class Decision(msgspec.Struct, frozen=True):
    """A choice that was made: `played` in `position`, logged as event `seq`."""

    seq: int
    position: Position
    played: Step

    @property
    def seat(self) -> int:
        assert self.position.seat is not None
        return self.position.seat


class Judged(msgspec.Struct, frozen=True):
    """A decision and what it cost. Values are expected final leads over the best opponent, in points."""

    seq: int
    seat: int
    step: Due
    played: str  # as a record writes it, as is the best move
    best: str
    before: float  # with the best move
    after: float  # with the move that was played
    error: float  # standard error of the value before

    @property
    def lost(self) -> float:
        return round(self.before - self.after, 2)

    @property
    def grade(self) -> Grade:
        return grade(self.lost)

    @property
    def skill(self) -> Skill:
        return SKILL_OF[self.step]


class SeatReview(msgspec.Struct, frozen=True):
    """How one seat played."""

    seat: int
    decisions: int
    mean: float  # points lost by a decision
    median: float
    lost: dict[Skill, float]  # in all
    grades: dict[Grade, int]


class Hindsight(msgspec.Struct, frozen=True):
    """The best score that was found for a seat with what it took (`puzzles.review.hindsight`), a territory
    that has it, as a record writes it, and the score that none has more than."""

    seat: int
    best: int
    bound: int
    territory: str

    @property
    def is_proven(self) -> bool:
        return self.best == self.bound


class Review(msgspec.Struct, frozen=True):
    seats: int
    decisions: list[Judged]
    turning_points: list[int]  # the decisions that cost most, each of another turn, the costliest first
    hindsights: list[Hindsight] = []

    def of_seats(self) -> list[SeatReview]:
        return [_seat_review(seat, self.decisions) for seat in range(self.seats)]


def luck(seed: int, decision: Decision) -> Random:
    return Random(f"{seed}:{decision.seq}")


def playouts(position: Position) -> int:
    """How many games to play out for a decision: the longer they last and the more room there is, the fewer.

    So a decision takes a tenth to a fifth of a second of one core, and a review grows with the number of decisions.
    """
    rules = position.rules
    turns = rules.line_length * (rules.rounds + 1 - position.round)
    ease = _FORESEEN if rules.game == "kingdomino" and rules.seats > 2 else _EASE[rules.mode]
    return max(_FEWEST, int(_PLACINGS * ease) // (turns * rules.size**2))


def decisions(events: Iterable[Event]) -> list[Decision]:
    """Every choice somebody made and nobody took back, in order."""
    game, found, left, following = INITIAL, list[Decision](), set[int](), 0
    for event in events:
        if isinstance(event, TurnUndone):
            found = [one for one in found if one.seq <= event.to]
        elif following:
            following -= 1
        elif isinstance(event, SeatResigned | SeatTimedOut):
            left.add(event.seat)
        elif is_choice(game.position):
            made, caused = _made(game, event)
            found += [made] if made.seat not in left else []
            following = caused - 1
        game = evolve(game, event)
    return found


def _made(game: Game, event: Event) -> tuple[Decision, int]:
    """The decision that begins with `event`, and how many events it caused."""
    command = command_behind(game, event)
    assert isinstance(command, Play)
    assert not isinstance(command.move, UndoTurn)
    return Decision(game.version + 1, game.position, command.move), len(decide(game, command))


def judge(decision: Decision, choices: Sequence[Choice]) -> Judged:
    """What the decision cost; the first of `choices` is the best, and the move that was played is among them."""
    best, played = choices[0], next(choice for choice in choices if choice.step == decision.played)
    # Rounded here: what is shown as lost is the difference of what is shown.
    before, after = round(best.lead, 2), round(played.lead, 2)
    if before == after:
        best = played  # whoever played one of several best moves is not shown another
    return Judged(
        seq=decision.seq,
        seat=decision.seat,
        step=decision.position.step,
        played=write_move(decision.played),
        best=write_move(best.step),
        before=before,
        after=after,
        error=round(best.error, 2),
    )


def grade(lost: float) -> Grade:
    return next((name for name, bound in zip(GRADES, BOUNDS, strict=False) if lost <= bound), GRADES[-1])


def summary(made: Sequence[Decision], judged: Sequence[Judged]) -> Review:
    """The review of the decisions that were judged, which may be fewer than were made."""
    seats = made[0].position.rules.seats if made else 0
    turns = {one.seq: one.position.chief for one in made}
    return Review(seats, list(judged), _turning_points(judged, turns))


def _turning_points(judged: Sequence[Judged], turns: dict[int, Chief | None]) -> list[int]:
    costliest: dict[Chief | None, int] = {}
    for one in sorted(judged, key=lambda one: -one.lost):
        if one.grade != "best":
            costliest.setdefault(turns[one.seq], one.seq)
    return [*costliest.values()][:TURNING_POINTS]


def _seat_review(seat: int, judged: Sequence[Judged]) -> SeatReview:
    mine = [one for one in judged if one.seat == seat]
    losses = [one.lost for one in mine] or [0.0]
    return SeatReview(
        seat=seat,
        decisions=len(mine),
        mean=round(fmean(losses), 2),
        median=round(median(losses), 2),
        lost={skill: round(sum(one.lost for one in mine if one.skill == skill), 2) for skill in SKILLS},
        grades={name: sum(one.grade == name for one in mine) for name in GRADES},
    )
