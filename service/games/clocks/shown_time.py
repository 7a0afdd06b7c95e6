"""What makes the clocks of a table rest, as the table shows it.

It follows from the logs alone, not from the time of day: a page that stays open sees when a rest begins and ends."""

from datetime import datetime
from itertools import islice, takewhile
from typing import Final

import msgspec

from projections.timing import Timing
from service.games.clocks.rests import Quiet, Rest, TableTime, Why
from service.runtime.clock import moment

_MOST_RESTS: Final = 12  # of the seat whose time runs


class ShownRest(msgspec.Struct, frozen=True):
    seat: int | None  # null: of all
    why: Why
    begin: datetime
    end: datetime


class ShownDays(msgspec.Struct, frozen=True):
    """The days off of a seat; Monday is 0."""

    seat: int
    zone: str
    days: tuple[int, ...]


class ShownAsk(msgspec.Struct, frozen=True):
    seat: int
    days: int
    agreed: tuple[int, ...]  # seats


class ShownTime(msgspec.Struct, frozen=True):
    holidays: bool  # whether clocks rest during the holidays of players
    days_off: tuple[ShownDays, ...] | None  # null if this table has none
    quiet: Quiet | None  # hours without a clock, in each player's time zone
    rests: tuple[ShownRest, ...]  # holidays, pauses, and what postpones the deadline of the running turn
    ask: ShownAsk | None  # a pause that not everybody has agreed to
    pauses: int  # how many there were
    given: tuple[int, ...]  # by whom days were given: seats


def shown_time(
    time: TableTime, ask: ShownAsk | None = None, turn: Timing | None = None, since: int = 0
) -> ShownTime | msgspec.UnsetType:
    """Left out if clocks have never rested at this table, and cannot."""
    if time == TableTime():
        return msgspec.UNSET
    return ShownTime(
        holidays=time.terms.holidays,
        days_off=_days_off(time),
        quiet=time.terms.quiet,
        rests=(*_of_everybody(time, since), *(_of_turn(time, turn) if turn is not None else ())),
        ask=ask,
        pauses=len(time.pauses),
        given=tuple(gift.by for gift in time.gifts),
    )


def _days_off(time: TableTime) -> tuple[ShownDays, ...] | None:
    if not time.terms.days_off:
        return None
    return tuple(ShownDays(seat, rhythm.zone, rhythm.days) for seat, rhythm in time.rhythms if rhythm.days)


def _of_everybody(time: TableTime, since: int) -> list[ShownRest]:
    pauses = [_shown(None, Rest(*span, "pause")) for span in time.pauses if span[1] > since]
    return pauses + [_shown(seat, Rest(*span, "holiday")) for seat, span in time.holidays if span[1] > since]


def _of_turn(time: TableTime, turn: Timing) -> list[ShownRest]:
    """The days off and quiet hours of the seat to move, up to its deadline."""
    until_due = takewhile(lambda rest: rest.begin < turn.due, time.rests(turn.seat, turn.since))
    every_week = (rest for rest in until_due if rest.why in ("day_off", "quiet"))
    return [_shown(turn.seat, rest) for rest in islice(every_week, _MOST_RESTS)]


def _shown(seat: int | None, rest: Rest) -> ShownRest:
    return ShownRest(seat, rest.why, moment(rest.begin), moment(rest.end))
