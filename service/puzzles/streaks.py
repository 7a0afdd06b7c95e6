"""Days in a row on which somebody made a whole attempt at the puzzle of the day. A few missed days are forgiven."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

import msgspec

EARNED_EVERY: Final = 7  # days of a streak
MOST_FREEZES: Final = 2


class Streak(msgspec.Struct, frozen=True):
    days: int  # done in a row; days that were forgiven are not counted
    longest: int
    freezes: int  # days that may still be missed
    until_freeze: int  # days to do until the next one is earned
    today: bool  # whether today is done


_NONE: Final = Streak(0, 0, 0, EARNED_EVERY, False)


def streak(done: Iterable[date], today: date) -> Streak:
    """How it stands today. A day is missed when it is over."""
    found, last = _NONE, None
    for day in sorted(set(done)):
        if day > today:
            break
        missed = 0 if last is None else (day - last).days - 1
        found, last = _one_more(_after_missing(found, missed)), day
    if last is None:
        return _NONE
    is_done = last == today
    missed = 0 if is_done else (today - last - timedelta(1)).days
    return msgspec.structs.replace(_after_missing(found, missed), today=is_done)


def _after_missing(before: Streak, days: int) -> Streak:
    if days <= before.freezes:
        return msgspec.structs.replace(before, freezes=before.freezes - days)
    return Streak(0, before.longest, 0, EARNED_EVERY, False)


def _one_more(before: Streak) -> Streak:
    days = before.days + 1
    earned = days % EARNED_EVERY == 0
    freezes = min(MOST_FREEZES, before.freezes + earned)
    return Streak(days, max(before.longest, days), freezes, EARNED_EVERY - days % EARNED_EVERY, False)
