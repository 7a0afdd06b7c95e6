"""What changes the clocks of a table: holidays, pauses and given time, as events of its log, and what they fold to."""

from typing import TypeAlias, assert_never

import msgspec

from service.games.clocks.rests import ALWAYS, Gift, Span, TableTime, Terms, cut, replanned


class RestsChosen(msgspec.Struct, frozen=True, tag="rests_chosen"):
    """When clocks rest at this table. Players agree to it by sitting down after this."""

    terms: Terms


class HolidaysNoted(msgspec.Struct, frozen=True, tag="holidays_noted"):
    """The holidays that the player on a seat has planned, as they are from `at` on; what was before that stays."""

    seat: int
    at: int
    holidays: tuple[Span, ...]


class PauseAsked(msgspec.Struct, frozen=True, tag="pause_asked"):
    seat: int
    at: int
    days: int


class PauseAgreed(msgspec.Struct, frozen=True, tag="pause_agreed"):
    seat: int
    at: int


class PauseBegun(msgspec.Struct, frozen=True, tag="pause_begun"):
    """Everybody has agreed: no clock runs until the pause is ended, or at most until `until`."""

    at: int
    until: int


class PauseEnded(msgspec.Struct, frozen=True, tag="pause_ended"):
    """A player has ended the pause; or, if it had not begun, does not want it."""

    seat: int
    at: int


class TimeGiven(msgspec.Struct, frozen=True, tag="time_given"):
    """A player has given time to the turn that began with event `turn` of the game."""

    seat: int  # who gave it
    turn: int
    time: int  # milliseconds
    at: int


TimeEvent: TypeAlias = RestsChosen | HolidaysNoted | PauseAsked | PauseAgreed | PauseBegun | PauseEnded | TimeGiven


def chosen(terms: Terms) -> list[RestsChosen]:
    """What the log of a table says of its terms: nothing, if clocks always run."""
    return [] if terms == ALWAYS else [RestsChosen(terms)]


def evolve_time(time: TableTime, event: TimeEvent) -> TableTime:
    after = msgspec.structs.replace(time, changes=time.changes + 1)
    match event:
        case RestsChosen(terms):
            return msgspec.structs.replace(time, terms=terms)
        case HolidaysNoted(seat, at, holidays):
            own = ((seat, span) for span in replanned(time.holidays_of(seat), at, holidays))
            others = (holiday for holiday in time.holidays if holiday[0] != seat)
            return msgspec.structs.replace(after, holidays=tuple(sorted([*others, *own])))
        case PauseAsked() | PauseAgreed():  # a question (service/games/questions.py)
            return after
        case PauseBegun(at, until):
            return msgspec.structs.replace(after, pauses=(*time.pauses, (at, until)))
        case PauseEnded(_, at):
            return msgspec.structs.replace(after, pauses=cut(time.pauses, at))
        case TimeGiven(seat, turn, given):
            return msgspec.structs.replace(after, gifts=(*time.gifts, Gift(seat, turn, given)))
        case _ as never:
            assert_never(never)
