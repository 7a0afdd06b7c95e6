"""The current time as a callable that is passed in, so that tests can bring their own."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import TypeAlias
from zoneinfo import available_timezones

Clock: TypeAlias = Callable[[], int]  # milliseconds since 1970


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


def is_zone(name: str) -> bool:
    """Whether there is a time zone of this name."""
    return name in _zones()


@cache
def _zones() -> frozenset[str]:
    """Read once: Python looks into hundreds of files for them, while nothing else of the process goes on."""
    return frozenset(available_timezones())


def moment(milliseconds: int) -> datetime:
    """The time of a clock as a datetime in UTC, for JSON and for people."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def milliseconds(at: datetime) -> int:
    """The other way round."""
    return round(at.timestamp() * 1000)
