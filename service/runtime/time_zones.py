"""Days and minutes where people live. Times are in milliseconds since 1970."""

from datetime import date, datetime, time
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from domain.errors import Reason

NO_SUCH_ZONE: Final = Reason("no_such_zone", "", "There is no time zone {zone}.")
_UTC: Final = ZoneInfo("UTC")
_LONGEST: Final = 40  # characters of what is said about it


def flaw_of_zone(zone: str) -> Reason | None:
    """Why this cannot be the name of a time zone, or None."""
    return None if zone in _zones() else NO_SUCH_ZONE.about(zone=zone[:_LONGEST])


@cache
def _zones() -> frozenset[str]:
    """Read once: Python looks into hundreds of files for them, while nothing else of the process goes on."""
    return frozenset(available_timezones())


def local(at: int, zone: ZoneInfo) -> datetime:
    return datetime.fromtimestamp(at / 1000, zone)


def moment_of(day: date, minute: int, zone: ZoneInfo, fold: int = 0) -> int:
    """When clocks show this minute of the day; the second time it comes, with `fold` 1."""
    shown = datetime.combine(day, time(minute // 60, minute % 60, fold=fold), zone)
    return round(shown.timestamp() * 1000)


def utc_midnight(day: date) -> int:
    """When a day begins."""
    return moment_of(day, 0, _UTC)
