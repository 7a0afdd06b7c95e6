"""Which notices follow from what happened in a game: who is to be informed of what. Pure.

Only people are informed, never the one who caused it. A notice is named by its kind, its game and the number of the
event that it follows from, so working it out again gives the same notice.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.events import (
    BotDrawn,
    Event,
    GameCancelled,
    GameFinished,
    SeatResigned,
    SeatTimedOut,
    TotemMoved,
    TurnUndone,
)
from domain.position import Position

Kind: TypeAlias = Literal[
    "turn",  # it is my turn
    "time_short",  # it is my turn, and a fifth of the time is left
    "started",
    "finished",
    "cancelled",
    "joined",  # somebody sat down at my table
    "rematch",  # a seat is kept for me in the next game
    "invited",  # a seat is kept for me at an open table
    "left",  # somebody else resigned or ran out of time, and a bot plays on
    "timed_out",  # a bot plays on for me
    "pause_asked",  # somebody asks for a pause, and I have not answered
    "pause_begun",  # everybody has agreed to a pause
    "pause_refused",  # somebody does not want the pause that was asked for
    "pause_ended",  # somebody has ended the pause: clocks run again
    "time_given",  # somebody gave me a day
    "undo_asked",  # somebody wants to take back a turn, and I must agree
    "call_off_asked",  # somebody wants to end the game without a result
    "bot_asked",  # somebody wants another bot to play on for who has left
    "question_refused",  # somebody does not agree to what I asked for
    "message",  # somebody said something at my table
    "mention",  # somebody called me by my name there
    "plan_moved",  # my plan has played my turn
    "plan_stopped",  # my plan has ended before it could
    "tournament_begun",  # my first game in a tournament has begun
    "round_begun",  # the next one has
    "round_rests",  # I have no game in this round
    "tournament_over",
    "tournament_off",  # it does not take place
    "moderation",  # a note of the moderators
    "puzzle",  # the new puzzle of the day
    "streak",  # a streak ends unless today's puzzle is tried
    "unreachable",  # an address or a webhook of mine was given up
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Way: TypeAlias = Literal["page", "push", "mail", "webhook"]
WAYS: Final[tuple[Way, ...]] = get_args(Way)

ABOUT_TURNS: Final[tuple[Kind, ...]] = ("turn", "time_short")  # settled as soon as the move is made
ABOUT_DAYS: Final[tuple[Kind, ...]] = ("puzzle", "streak")  # settled when the day is over or its puzzle was tried
QUESTIONS: Final[tuple[Kind, ...]] = (
    "pause_asked",
    "undo_asked",
    "call_off_asked",
    "bot_asked",
)  # settled when they are answered, or taken back
ABOUT_TALK: Final[tuple[Kind, ...]] = ("message", "mention")  # settled when it was read
PASSING: Final = (*ABOUT_TURNS, *ABOUT_DAYS, *QUESTIONS, *ABOUT_TALK)
ABOUT_PLANS: Final[tuple[Kind, ...]] = ("plan_moved", "plan_stopped")
ABOUT_PAUSES: Final[tuple[Kind, ...]] = ("pause_asked", "pause_begun", "pause_refused", "pause_ended")


class Notice(msgspec.Struct, frozen=True):
    """What the person on a seat is informed of."""

    kind: Kind
    seat: int
    number: int  # of the event that it follows from
    by: int | None = None  # the seat that caused it


def game_notices(
    before: Position | None, events: Sequence[Event], after: Position, last: int, starter: int | None = None
) -> list[Notice]:
    """What follows from the events of one command, the last of which has the number `last`.

    `starter` is the seat whose player came last to the table, and so started the game.
    """
    cause = starter if before is None else _cause(events, after)
    return [
        notice
        for notice in _notices(before, events, after, last, cause)
        if notice.seat != cause and (after.players[notice.seat].bot is None or notice.kind == "timed_out")
    ]


def _cause(events: Sequence[Event], after: Position) -> int | None:
    """The seat whose move it was; None if the clock did it. What all wanted was done by the last person to agree."""
    match events[0]:
        case BotDrawn() | TurnUndone() | GameCancelled() as event if people := [
            seat for seat in event.agreed if after.players[seat].bot is None
        ]:
            return people[-1]
        case BotDrawn(by=by):
            return by
        case SeatTimedOut():
            return None
        case TotemMoved(giver=int(giver)):  # a totem that one must give away is a move of its own
            return giver
        case _:
            pass
    return next((seat for event in events if (seat := getattr(event, "seat", None)) is not None), None)


def _notices(
    before: Position | None, events: Sequence[Event], after: Position, last: int, cause: int | None
) -> Iterator[Notice]:
    seats = range(len(after.players))
    for number, event in enumerate(events, last - len(events) + 1):
        match event:
            case SeatTimedOut(seat):
                yield Notice("timed_out", seat, number)
                yield from (Notice("left", other, number, seat) for other in seats if other != seat)
            case SeatResigned(seat):
                yield from (Notice("left", other, number, seat) for other in seats)
            case GameCancelled(seat):
                yield from (Notice("cancelled", other, number, cause if other == seat else seat) for other in seats)
            case GameFinished():
                yield from (Notice("finished", seat, number, cause) for seat in seats)
            case _:
                pass
    if before is None:  # the seat that begins learns that it is its turn
        yield from (Notice("started", seat, last, cause) for seat in seats if seat != after.seat)
    if after.seat is not None and (before is None or before.chief != after.chief):
        yield Notice("turn", after.seat, last, cause)
