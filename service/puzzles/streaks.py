"""Streaks: days in a row with a complete attempt at the puzzle of the day. A few missed days are forgiven (frozen)."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

import msgspec

EARNED_EVERY: Final = 7  # days of a streak
MOST_FREEZES: Final = 2


class Streak(msgspec.Struct, frozen=True):
    days: int  # with an attempt, in a row; forgiven days are not counted
    longest: int
    freezes: int  # days that may be missed without ending the streak
    until_freeze: int  # days until the next freeze is earned
    today: bool  # whether there was an attempt today


_NONE: Final = Streak(days=0, longest=0, freezes=0, until_freeze=EARNED_EVERY, today=False)


def streak(done: Iterable[date], today: date) -> Streak:
    """The streak as of today. A day counts as missed only when it is over."""
    current, last = _NONE, None
    for day in sorted(set(done)):
        if day > today:
            break
        missed = 0 if last is None else (day - last).days - 1
        current, last = _with_day(_after_missing(current, missed)), day
    if last is None:
        return _NONE
    is_done = last == today
    missed = 0 if is_done else (today - last - timedelta(1)).days
    return msgspec.structs.replace(_after_missing(current, missed), today=is_done)


def _after_missing(before: Streak, days: int) -> Streak:
    if days <= before.freezes:
        return msgspec.structs.replace(before, freezes=before.freezes - days)
    return msgspec.structs.replace(_NONE, longest=before.longest)


def _with_day(before: Streak) -> Streak:
    days = before.days + 1
    earned = days % EARNED_EVERY == 0
    freezes = min(MOST_FREEZES, before.freezes + earned)
    return Streak(
        days=days,
        longest=max(before.longest, days),
        freezes=freezes,
        until_freeze=EARNED_EVERY - days % EARNED_EVERY,
        today=False,
    )
