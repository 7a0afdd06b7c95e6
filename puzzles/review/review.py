"""The review of a finished game: every decision compared with the best move, in points of expected final lead.

The value of a position before a decision is that of its best move, and after it that of the move that was played; the
difference is lost. Both are tried on the same deals, so that their difference is known better than either of them.
Only what lies outside the errors of both counts as lost, and never what a hint has advised.
Moves that were taken back are not judged, nor those without a choice, nor those of a bot that replaced a player.

Each decision is a question by itself, so they can be judged in any order by many processes. A seed gives each its own
random numbers, so that the same game with the same seed has the same review.
"""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean, median
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.commands import Play, Step, UndoTurn
from domain.decide import decide
from domain.events import BotDrawn, Event, GameCancelled, SeatResigned, SeatTimedOut, TurnUndone, VictoryClaimed
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.legal import is_choice
from domain.log import command_behind
from domain.notation.moves import write_move
from domain.position import Chief, Due, Position
from domain.rules import Mode
from puzzles.search.benefit import Benefit
from puzzles.search.budget import Choice
from puzzles.search.outlook import has_outlook

Grade: TypeAlias = Literal["best", "excellent", "good", "inaccuracy", "mistake", "blunder"]
Skill: TypeAlias = Literal["draft", "placement", "fire", "recruit"]

GRADES: Final[tuple[Grade, ...]] = get_args(Grade)
SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
BOUNDS: Final = (0.3, 1.0, 2.5, 5.0, 9.0)  # the most points lost with each grade but the last
TO_EXPLAIN: Final = 1.0  # points lost from which on it is asked why
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
    played: str  # in the notation of records, like `best`
    best: str
    before: float  # with the best move
    after: float  # with the move that was played
    error: float  # standard error of the value before
    proven: bool = False  # whether both values are certain
    benefit: Benefit | None = None  # what the best move would have brought, if that can be said for sure
    round: int | None = None  # 0 is the set-up; None in reviews that are older than this field

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
    """The best score found for a seat with the dominoes it took (`puzzles.review.hindsight`), a territory with that
    score in the notation of records, and a score that no territory exceeds."""

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
    turning_points: list[int]  # the costliest decisions, at most one of each turn, the costliest first
    hindsights: list[Hindsight] = []

    def of_seats(self) -> list[SeatReview]:
        return [_seat_review(seat, self.decisions) for seat in range(self.seats)]


def rng_for(seed: int, decision: Decision) -> Random:
    """The random numbers for judging this decision."""
    return Random(f"{seed}:{decision.seq}")


def playouts(position: Position) -> int:
    """How many games to play out for a decision: the longer they last and the more room there is, the fewer.

    So a decision takes a tenth to a fifth of a second of one core, and a review grows with the number of decisions.
    """
    rules = position.rules
    turns = rules.line_length * (rules.rounds + 1 - position.round)
    ease = _FORESEEN if has_outlook(rules) else _EASE[rules.mode]
    return max(_FEWEST, int(_PLACINGS * ease) // (turns * rules.size**2))


def decisions(events: Iterable[Event]) -> list[Decision]:
    """Every choice that a player made and did not take back, in order."""
    game, made = INITIAL, list[Decision]()
    abandoned: set[int] = set()  # seats for which a bot plays on
    consequences = 0  # events still to come of the last decision
    for event in events:
        if isinstance(event, TurnUndone):
            made = [decision for decision in made if decision.seq <= event.to]
        elif consequences:
            consequences -= 1
        elif isinstance(event, SeatResigned | SeatTimedOut):
            abandoned.add(event.seat)
        elif is_choice(game.position) and not isinstance(event, VictoryClaimed | GameCancelled | BotDrawn):
            decision, caused = _decision(game, event)
            if decision.seat not in abandoned:
                made.append(decision)
            consequences = caused - 1
        game = evolve(game, event)
    return made


def _decision(game: Game, event: Event) -> tuple[Decision, int]:
    """The decision that begins with `event`, and how many events it caused."""
    command = command_behind(game, event)
    assert isinstance(command, Play)
    assert not isinstance(command.move, UndoTurn)
    return Decision(game.version + 1, game.position, command.move), len(decide(game, command))


def judge(decision: Decision, choices: Sequence[Choice], *, is_advised: bool = False) -> Judged:
    """What the decision cost; the first of `choices` is the best, and the move that was played is among them.

    A move that the search cannot tell from the best one costs nothing, nor does one that a hint has advised.
    """
    best, played = choices[0], next(choice for choice in choices if choice.step == decision.played)
    # Rounded here: what is shown as lost is the difference of what is shown.
    before, after = round(best.lead, 2), round(played.lead, 2)
    if before == after or is_advised or played.is_as_good_as(best):
        before, best = after, played  # a player who chose one of several best moves is not shown another
    return Judged(
        seq=decision.seq,
        seat=decision.seat,
        step=decision.position.step,
        played=write_move(decision.played),
        best=write_move(best.step),
        before=before,
        after=after,
        error=round(best.error, 2),
        proven=best.proven and played.proven,
        round=decision.position.round,
    )


def grade(lost: float) -> Grade:
    for name, bound in zip(GRADES, BOUNDS, strict=False):
        if lost <= bound:
            return name
    return GRADES[-1]


def summary(made: Sequence[Decision], judged: Sequence[Judged]) -> Review:
    """The review of the decisions that were judged, which may be fewer than were made."""
    seats = made[0].position.rules.seats if made else 0
    turns = {decision.seq: decision.position.chief for decision in made}
    return Review(seats, list(judged), _turning_points(judged, turns))


def _turning_points(judged: Sequence[Judged], turns: dict[int, Chief | None]) -> list[int]:
    costliest: dict[Chief | None, int] = {}
    for decision in sorted(judged, key=lambda decision: -decision.lost):
        if decision.grade != "best":
            costliest.setdefault(turns[decision.seq], decision.seq)
    return [*costliest.values()][:TURNING_POINTS]


def _seat_review(seat: int, judged: Sequence[Judged]) -> SeatReview:
    own = [decision for decision in judged if decision.seat == seat]
    losses = [decision.lost for decision in own] or [0.0]
    return SeatReview(
        seat=seat,
        decisions=len(own),
        mean=round(fmean(losses), 2),
        median=round(median(losses), 2),
        lost={skill: round(sum(decision.lost for decision in own if decision.skill == skill), 2) for skill in SKILLS},
        grades={name: sum(decision.grade == name for decision in own) for name in GRADES},
    )
