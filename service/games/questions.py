"""Questions that others at the table must agree to: a pause, taking back a turn, calling the game off, another bot.

Questions and answers are events of the table's log. What all have agreed to is an event of the game, except a pause,
which is one of the clocks; so are its question and answers, which are older than the others. Pure; times are in
milliseconds.
"""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.pieces import Level
from service.games.clocks.time_events import PauseAgreed, PauseAsked, PauseBegun, PauseEnded, TimeEvent

QuestionKind: TypeAlias = Literal["pause", "undo", "call_off", "draw_bot"]
QUESTION_KINDS: Final[tuple[QuestionKind, ...]] = get_args(QuestionKind)

_DAY: Final = 86_400_000
LIFETIME: Final = 3 * _DAY  # then a question has ended; that about a pause stays longer, because it waits for no move
LIFETIME_OF_A_PAUSE: Final = 30 * _DAY
_FIRST_WAIT: Final = 5 * 60_000  # after a refusal; three times as long after each further one
_LONGEST_WAIT: Final = _DAY


class QuestionAsked(msgspec.Struct, frozen=True, tag="question_asked"):
    """A player asks the others for something. It ends with the next event of the game."""

    seat: int
    at: int
    kind: QuestionKind
    seq: int  # the newest event of the game
    voters: tuple[int, ...]  # the seats of people who must agree
    of: int | None  # the seat for which another bot is wanted
    level: Level | None  # and which


class QuestionAgreed(msgspec.Struct, frozen=True, tag="question_agreed"):
    seat: int
    at: int
    kind: QuestionKind


class QuestionClosed(msgspec.Struct, frozen=True, tag="question_closed"):
    """A player does not agree; or who asked takes the question back."""

    seat: int
    at: int
    kind: QuestionKind


QuestionEvent: TypeAlias = QuestionAsked | QuestionAgreed | QuestionClosed


class Question(msgspec.Struct, frozen=True):
    kind: QuestionKind
    by: int  # the seat
    at: int
    agreed: tuple[int, ...]  # seats in the order in which they agreed; the one that asked is the first
    seq: int | None = None  # None if it does not end with the next event of the game
    voters: tuple[int, ...] | None = None  # None: everybody who plays
    days: int = 0  # of a pause, at most
    of: int | None = None
    level: Level | None = None

    @property
    def ends(self) -> int:
        return self.at + (LIFETIME_OF_A_PAUSE if self.kind == "pause" else LIFETIME)

    def is_open(self, seq: int, now: int) -> bool:
        """Whether it still waits when the game has `seq` events."""
        return now < self.ends and (self.seq is None or seq <= self.seq)

    def waits_for(self, seat: int) -> bool:
        return seat not in self.agreed and (self.voters is None or seat in self.voters)


class Refusals(msgspec.Struct, frozen=True):
    """How often others refused what a seat asked for."""

    seat: int
    count: int
    last: int  # when


class Questions(msgspec.Struct, frozen=True):
    """The last question of each kind that was not answered, and how often seats were refused."""

    standing: tuple[Question, ...] = ()
    refusals: tuple[Refusals, ...] = ()
    changes: int = 0  # how many events there were

    def of(self, kind: QuestionKind) -> Question | None:
        return next((question for question in self.standing if question.kind == kind), None)

    def open(self, seq: int, now: int) -> list[Question]:
        return [question for question in self.standing if question.is_open(seq, now)]

    def wait(self, seat: int) -> int:
        """When this seat may ask again: each refusal makes the wait longer."""
        refused = next((refusals for refusals in self.refusals if refusals.seat == seat), None)
        if refused is None:
            return 0
        return refused.last + min(_LONGEST_WAIT, int(_FIRST_WAIT * 3 ** min(refused.count - 1, 9)))


NO_QUESTIONS: Final = Questions()


def evolve_questions(questions: Questions, event: QuestionEvent | TimeEvent) -> Questions:
    after = msgspec.structs.replace(questions, changes=questions.changes + 1)
    match event:
        case QuestionAsked(seat, at, kind, seq, voters, of, level):
            return _with(after, Question(kind, seat, at, (seat,), seq, voters, of=of, level=level))
        case PauseAsked(seat, at, days):
            return _with(after, Question("pause", seat, at, (seat,), days=days))
        case QuestionAgreed(seat, _, kind):
            return _agreed(after, kind, seat)
        case PauseAgreed(seat):
            return _agreed(after, "pause", seat)
        case PauseBegun():
            return _without(after, "pause")
        case QuestionClosed(seat, at, kind):
            return _closed(after, kind, seat, at)
        case PauseEnded(seat, at):
            return _closed(after, "pause", seat, at)
        case _:
            return questions


def _others(questions: Questions, kind: QuestionKind) -> Iterable[Question]:
    return (question for question in questions.standing if question.kind != kind)


def _with(questions: Questions, question: Question) -> Questions:
    return msgspec.structs.replace(questions, standing=(*_others(questions, question.kind), question))


def _without(questions: Questions, kind: QuestionKind) -> Questions:
    return msgspec.structs.replace(questions, standing=tuple(_others(questions, kind)))


def _agreed(questions: Questions, kind: QuestionKind, seat: int) -> Questions:
    question = questions.of(kind)
    if question is None:
        raise ValueError(f"nobody has asked for this: {kind}")
    return _with(questions, msgspec.structs.replace(question, agreed=(*question.agreed, seat)))


def _closed(questions: Questions, kind: QuestionKind, seat: int, at: int) -> Questions:
    question, after = questions.of(kind), _without(questions, kind)
    if question is None or question.by == seat:
        return after
    count = next((refusals.count for refusals in after.refusals if refusals.seat == question.by), 0)
    others = (refusals for refusals in after.refusals if refusals.seat != question.by)
    return msgspec.structs.replace(after, refusals=(*others, Refusals(question.by, count + 1, at)))
