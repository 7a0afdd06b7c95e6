"""Questions as the table shows them, and what a player may ask the others for now."""

from datetime import datetime

import msgspec

from domain.errors import IllegalMove
from domain.game import Game
from domain.pieces import Level
from service.games.consent.wishes import CallOff, TakeBackTurn, Voters, people, voters
from service.games.questions import Question, QuestionKind
from service.games.seating import Seating
from service.runtime.clock import moment


class ShownQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: QuestionKind
    seat: int  # who asks
    voters: tuple[int, ...]  # the seats that must agree
    agreed: tuple[int, ...]  # those that have
    at: datetime
    ends: datetime  # unless somebody moves before
    days: int = 0  # of a pause, at most
    of: int | None = None  # the seat for which another bot is wanted
    level: Level | None = None


class PossibleQuestions(msgspec.Struct, frozen=True):
    """What a player may ask for; the seats that must agree, nobody if only bots must. Null: not possible here."""

    undo: tuple[int, ...] | None  # null also if the turn can be taken back without asking
    call_off: tuple[int, ...] | None
    draw_bot: tuple[int, ...]  # the seats of players who left, for which another bot could play
    again: datetime | None  # not before: the others have refused


class Standing(msgspec.Struct, frozen=True):
    """What waits for an answer; `seq` is the newest event of the game: higher than before if all have agreed."""

    seq: int
    questions: tuple[ShownQuestion, ...]


def shown_questions(table: Seating, game: Game) -> tuple[ShownQuestion, ...] | None:
    """Those that no event of the game has ended yet; None if there are none."""
    if not table.questions.standing or table.is_cancelled or game.position.step == "over":
        return None
    playing = tuple(sorted(people(game.position)))
    standing = (question for question in table.questions.standing if question.is_open(game.version, question.at))
    return tuple(_shown(question, playing) for question in standing) or None


def _shown(question: Question, playing: tuple[int, ...]) -> ShownQuestion:
    others = tuple(seat for seat in playing if seat != question.by)
    return ShownQuestion(
        kind=question.kind,
        seat=question.by,
        voters=others if question.voters is None else question.voters,
        agreed=question.agreed[1:],
        at=moment(question.at),
        ends=moment(question.ends),
        days=question.days,
        of=question.of,
        level=question.level,
    )


def possible_questions(table: Seating, game: Game, seat: int, now: int) -> PossibleQuestions:
    undo = _if_possible(TakeBackTurn(), game, table, seat, now)
    off = _if_possible(CallOff(), game, table, seat, now)
    wait = table.questions.wait(seat)
    return PossibleQuestions(
        undo=None if undo is None or not (undo.people or undo.bots) else undo.people,
        call_off=None if off is None else off.people,
        draw_bot=() if table.opened.rated else game.position.left,
        again=moment(wait) if now < wait else None,
    )


def _if_possible(wish: TakeBackTurn | CallOff, game: Game, table: Seating, seat: int, now: int) -> Voters | None:
    try:
        return voters(wish, game, table, seat, now)
    except IllegalMove:
        return None
