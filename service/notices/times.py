"""Hours of the day in somebody's time zone: quiet hours, and the hour of the digest. Pure; times are in milliseconds.

On the day when clocks are set back, an hour comes twice, and on another one an hour is missing. What should happen in
the missing hour happens after it, and what should happen in the one that comes twice happens the first time.
"""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from service.notices.preferences import Preferences, Quiet
from service.runtime.time_zones import local, moment_of

_NIGHT: Final = Quiet(21 * 60 + 30, 9 * 60)
_STEP: Final = 15 * 60 * 1000
_DAY: Final = 24 * 60 * 60 * 1000


def after_quiet(at: int, preferences: Preferences) -> int:
    """`at`, or the end of the quiet hours if it is in them."""
    quiet = preferences.quiet
    if quiet is None:
        return at
    zone = ZoneInfo(preferences.zone)
    while _is_quiet(local(at, zone), quiet):  # twice, if an hour of the night comes twice
        at = _next(at, quiet.end, zone)
    return at


def next_digest(after: int, preferences: Preferences) -> int:
    """The first moment after `after` at which a digest is due."""
    return _next(after, preferences.digest_hour * 60, ZoneInfo(preferences.zone))


def last_digest(now: int, preferences: Preferences) -> tuple[int, int]:
    """The day, as a number, and the moment of the digest that was due last."""
    zone = ZoneInfo(preferences.zone)
    today = local(now, zone).date()
    for day in (today, today - timedelta(1)):
        if (moment := moment_of(day, preferences.digest_hour * 60, zone)) <= now:
            return day.toordinal(), moment
    raise AssertionError("a day has one digest")


def last_waking(at: int, preferences: Preferences) -> int:
    """The last moment up to `at`, to a quarter of an hour, that is neither in the night nor in quiet hours."""
    zone, hours = ZoneInfo(preferences.zone), [quiet for quiet in (_NIGHT, preferences.quiet) if quiet is not None]
    moments = (at - step * _STEP for step in range(_DAY // _STEP))
    awake = (moment for moment in moments if not any(_is_quiet(local(moment, zone), quiet) for quiet in hours))
    return next(awake, at)


def _is_quiet(shown: datetime, quiet: Quiet) -> bool:
    minute = shown.hour * 60 + shown.minute
    if quiet.begin <= quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end


def _next(after: int, minute: int, zone: ZoneInfo) -> int:
    """The first moment after `after` at which clocks show this minute of the day."""
    today = local(after, zone).date()
    moments = (moment_of(today + timedelta(days), minute, zone, fold) for days in range(3) for fold in (0, 1))
    return next(moment for moment in moments if moment > after)
