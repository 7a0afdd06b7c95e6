"""When the clock of a seat rests: days off, quiet hours, holidays, pauses, as the log of the table has them. Pure.

Days off and quiet hours come every week, in the time zone of the player. So rests are worked out from a moment on, and
no further than the reader needs them. Times are in milliseconds.
"""

import heapq
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final, Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

import msgspec

from domain.errors import Reason
from service.runtime.time_zones import local, moment_of

Span: TypeAlias = tuple[int, int]  # the start and the end
Why: TypeAlias = Literal["day_off", "quiet", "holiday", "pause"]
DAY: Final = 86_400_000
LONGEST_QUIET: Final = 12 * 60  # minutes
_MINUTES: Final = 24 * 60  # of a day

RESTS_NEED_CLOCK: Final = Reason("rests_need_clock", "", "Without a clock nothing can rest: choose a clock as well.")
BAD_QUIET_HOURS: Final = Reason(
    "bad_quiet_hours", "", "Quiet hours begin and end at a minute from 0 to 1439, and last at most 12 hours."
)


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hours in which no clock runs; minutes since midnight in the time zone of each player."""

    begin: int
    end: int


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When clocks rest at a table. Players agree to it by sitting down."""

    days_off: bool = False  # each player's own
    holidays: bool = False
    quiet: Quiet | None = None


ALWAYS: Final = Terms()  # clocks run always


def flaw_of_rests(terms: Terms, *, has_clock: bool) -> Reason | None:
    """Why clocks cannot rest like this, or None."""
    if not has_clock:
        return RESTS_NEED_CLOCK
    return None if terms.quiet is None or _is_short(terms.quiet) else BAD_QUIET_HOURS


def _is_short(quiet: Quiet) -> bool:
    in_day = 0 <= quiet.begin < _MINUTES and 0 <= quiet.end < _MINUTES
    return in_day and 0 < (quiet.end - quiet.begin) % _MINUTES <= LONGEST_QUIET


class Rhythm(msgspec.Struct, frozen=True):
    """The time zone of a player, and the weekdays on which they do not play; Monday is 0."""

    zone: str
    days: tuple[int, ...]


NO_DAYS_OFF: Final = Rhythm("UTC", ())


class OwnRests(NamedTuple):
    """The days off of a player, and the holidays that they have planned."""

    rhythm: Rhythm
    holidays: tuple[Span, ...]


NOTHING_PLANNED: Final = OwnRests(NO_DAYS_OFF, ())


class Gift(msgspec.Struct, frozen=True):
    by: int  # the seat
    turn: int  # the event that began the turn
    time: int


class Rest(NamedTuple):
    begin: int
    end: int
    why: Why


class TableTime(msgspec.Struct, frozen=True):
    """All that changes the clocks of a table. It is compared as a whole, so that a clock is kept until this changes."""

    terms: Terms = ALWAYS
    changes: int = 0  # how many there were since the table was opened
    rhythms: tuple[tuple[int, Rhythm], ...] = ()  # by seat
    holidays: tuple[tuple[int, Span], ...] = ()  # by seat, in order
    pauses: tuple[Span, ...] = ()
    gifts: tuple[Gift, ...] = ()

    def of(self, seat: int, since: int) -> Iterable[Span]:
        return ((rest.begin, rest.end) for rest in self.rests(seat, since))

    def given(self, turn: int) -> int:
        return sum(gift.time for gift in self.gifts if gift.turn == turn)

    def rests(self, seat: int, since: int) -> Iterator[Rest]:
        """Those of a seat that end after `since`, in the order in which they begin; there may be no end of them."""
        pauses = (Rest(*span, "pause") for span in self.pauses)
        holidays = (Rest(*span, "holiday") for span in self.holidays_of(seat))
        every_week = self._every_week(self.rhythm(seat), since)
        return (rest for rest in heapq.merge(pauses, holidays, every_week) if rest.end > since)

    def holidays_of(self, seat: int) -> tuple[Span, ...]:
        return tuple(span for owner, span in self.holidays if owner == seat)

    def rhythm(self, seat: int) -> Rhythm:
        return dict(self.rhythms).get(seat, NO_DAYS_OFF)

    def _every_week(self, rhythm: Rhythm, since: int) -> Iterator[Rest]:
        quiet, days = self.terms.quiet, rhythm.days if self.terms.days_off else ()
        if quiet is None and not days:
            return
        zone = ZoneInfo(rhythm.zone)
        day = local(since, zone).date() - timedelta(1)  # its quiet hours may end on the next
        while True:
            if day.weekday() in days:
                yield Rest(moment_of(day, 0, zone), moment_of(day + timedelta(1), 0, zone), "day_off")
            if quiet is not None:
                end = day + timedelta(quiet.end <= quiet.begin)
                begins, ends = moment_of(day, quiet.begin, zone), moment_of(end, quiet.end, zone)
                if begins < ends:  # not so if clocks are set forward within them
                    yield Rest(begins, ends, "quiet")
            day += timedelta(1)


def replanned(before: tuple[Span, ...], at: int, planned: Iterable[Span]) -> tuple[Span, ...]:
    """The holidays of a seat for which others are planned from `at` on: what was before that stays."""
    past = [(begin, min(end, at)) for begin, end in before if begin < at]
    coming = sorted((max(begin, at), end) for begin, end in planned if end > at)
    if past and coming and past[-1][1] == coming[0][0]:
        coming[0] = (past.pop()[0], coming[0][1])
    return (*past, *coming)


def coming(spans: Iterable[Span], now: int) -> tuple[Span, ...]:
    """Those that are not over, or what is left of them."""
    return tuple((max(begin, now), end) for begin, end in spans if end > now)


def cut(pauses: tuple[Span, ...], at: int) -> tuple[Span, ...]:
    """The pauses, of which the last one ends now if it still lasts."""
    return tuple((begin, max(begin, min(end, at))) for begin, end in pauses)
