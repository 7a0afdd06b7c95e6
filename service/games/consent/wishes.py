"""What a player can ask the others for, who must agree to it, and what then happens. Pure.

Bots agree to everything at tables that are not rated. At rated ones they refuse: nobody gets rid of a result there
because a bot plays for somebody who left. So they do where everybody plays the deal of the day. A pause concerns only
clocks, and bots have none.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias, assert_never

import msgspec

from domain.commands import CancelGame, Command, DrawBot, Play, TakeBack, UndoTurn
from domain.decide import NO_TURN, NOT_LEFT, OVER
from domain.errors import IllegalMove, Reason
from domain.game import Game
from domain.pieces import Level
from domain.position import Position
from domain.undo import limit_of, retractable
from service.games.clocks.rests import TableTime
from service.games.questions import Question, QuestionKind
from service.games.seating import SEAT_LEFT, SEATS_OPEN, Seating

LONGEST_PAUSE: Final = 30  # days
MOST_PAUSES: Final = 3

NO_CLOCK: Final = Reason("no_clock", "", "This game has no clock: nobody has to hurry.")
BAD_PAUSE: Final = Reason("bad_pause", "", "A pause has 1 to {most} days.")
TOO_MANY_PAUSES: Final = Reason("too_many_pauses", "", "A game has at most {most} pauses.")
PAUSED_ALREADY: Final = Reason("paused_already", "", "This game is paused already.")
BOTS_REFUSE: Final = Reason("bots_refuse", "", "In a rated game bots do not agree to this.")
SAME_FOR_ALL: Final = Reason(
    "same_for_all", "", "The deal of the day is the same for everybody: bots do not agree to this."
)
RATED_REVEAL: Final = Reason(
    "rated_reveal", "O2a", "In a rated game nothing is taken back once a line or cavemen were revealed after it."
)
RATED_BOT: Final = Reason("rated_bot", "", "In a rated game the bot stays that was chosen when the table was opened.")
SAME_BOT: Final = Reason("same_bot", "", "This bot plays there already.")


class Pause(msgspec.Struct, frozen=True, tag="pause", forbid_unknown_fields=True):
    days: int  # at most; anybody may end it before


class TakeBackTurn(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back one's last turn."""


class CallOff(msgspec.Struct, frozen=True, tag="call_off", forbid_unknown_fields=True):
    """End the game without a result."""


class AnotherBot(msgspec.Struct, frozen=True, tag="draw_bot", forbid_unknown_fields=True):
    """Let another bot play on for somebody who has left."""

    seat: int
    level: Level


Wish: TypeAlias = Pause | TakeBackTurn | CallOff | AnotherBot


def kind_of(wish: Wish) -> QuestionKind:
    match wish:
        case Pause():
            return "pause"
        case TakeBackTurn():
            return "undo"
        case CallOff():
            return "call_off"
        case AnotherBot():
            return "draw_bot"
        case _:
            assert_never(wish)


def wish_of(question: Question) -> Wish:
    match question.kind:
        case "pause":
            return Pause(question.days)
        case "undo":
            return TakeBackTurn()
        case "call_off":
            return CallOff()
        case "draw_bot":
            assert question.of is not None
            assert question.level is not None
            return AnotherBot(question.of, question.level)
        case _:
            assert_never(question.kind)


class Voters(msgspec.Struct, frozen=True):
    """Who must agree: people, and bots that do so at once."""

    people: tuple[int, ...]
    bots: tuple[int, ...] = ()


def check_playing(table: Seating, position: Position, seat: int) -> None:
    """Raises IllegalMove unless the game runs and this seat is still played by its player."""
    if not table.is_full:
        raise IllegalMove(SEATS_OPEN)
    if table.is_cancelled or table.opened.is_record or position.step == "over":
        raise IllegalMove(OVER)
    if seat not in people(position):
        raise IllegalMove(SEAT_LEFT)


def people(position: Position) -> frozenset[int]:
    """The seats that no bot plays."""
    return frozenset(seat for seat, player in enumerate(position.players) if player.bot is None)


def is_paused(time: TableTime, now: int) -> bool:
    return any(begin <= now < end for begin, end in time.pauses)


def voters(wish: Wish, game: Game, table: Seating, seat: int, now: int) -> Voters:
    """Who must agree to the wish of this seat; raises IllegalMove if it cannot be asked for here."""
    playing = people(game.position)
    match wish:
        case Pause(days):
            _check_pause(days, table, now)
            return Voters(tuple(sorted(playing - {seat})))
        case TakeBackTurn():
            seats = _asked_for_undo(game, table, seat)
        case CallOff():
            seats = tuple(sorted({*range(table.rules.seats)} - {seat}))
        case AnotherBot():
            seats = _asked_for_bot(wish, game.position, table, seat)
        case _:
            assert_never(wish)
    bots = tuple(other for other in seats if other not in playing)
    if bots and table.is_contest:
        raise IllegalMove(SAME_FOR_ALL if table.is_of_day else BOTS_REFUSE)
    return Voters(tuple(other for other in seats if other in playing), bots)


def _check_pause(days: int, table: Seating, now: int) -> None:
    if table.opened.clock is None:
        raise IllegalMove(NO_CLOCK)
    if not 1 <= days <= LONGEST_PAUSE:
        raise IllegalMove(BAD_PAUSE.about(most=LONGEST_PAUSE))
    if is_paused(table.time, now):
        raise IllegalMove(PAUSED_ALREADY)
    if len(table.time.pauses) >= MOST_PAUSES:
        raise IllegalMove(TOO_MANY_PAUSES.about(most=MOST_PAUSES))


def _asked_for_undo(game: Game, table: Seating, seat: int) -> tuple[int, ...]:
    retraction = retractable(game, seat)
    if retraction is None:
        raise IllegalMove(NO_TURN)
    if reason := limit_of(game, retraction.turn):
        raise IllegalMove(reason)
    if retraction.is_over_reveal and table.opened.rated:
        raise IllegalMove(RATED_REVEAL)
    return retraction.voters


def _asked_for_bot(wish: AnotherBot, position: Position, table: Seating, seat: int) -> tuple[int, ...]:
    if table.opened.rated:
        raise IllegalMove(RATED_BOT)
    if wish.seat not in position.left:
        raise IllegalMove(NOT_LEFT)
    if position.players[wish.seat].bot == wish.level:
        raise IllegalMove(SAME_BOT)
    return tuple(sorted({*range(table.rules.seats)} - {seat, wish.seat}))


def command(wish: TakeBackTurn | CallOff | AnotherBot, seat: int, agreed: Sequence[int]) -> Command:
    """What happens when these seats have agreed, in this order, to the wish of `seat`."""
    match wish:
        case TakeBackTurn():
            return TakeBack(seat, tuple(agreed)) if agreed else Play(seat, UndoTurn())
        case CallOff():
            return CancelGame(seat, tuple(agreed))
        case AnotherBot(of, level):
            return DrawBot(seat, of, level, tuple(agreed))
        case _:
            assert_never(wish)
