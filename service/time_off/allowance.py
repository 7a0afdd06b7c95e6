"""How many days of holiday a person has in a year, and how many are left. Pure."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import Final

from service.time_off.records import Holiday

DAYS_IN_A_YEAR: Final = 30


def used(holidays: Iterable[Holiday]) -> Counter[int]:
    """By year: the days that belong to a holiday. A day that was begun counts as a whole."""
    days = {day for holiday in holidays for day in range(holiday.first, holiday.last + 1)}
    return Counter(date.fromordinal(day).year for day in days)


def left(holidays: Iterable[Holiday], year: int) -> int:
    return DAYS_IN_A_YEAR - used(holidays)[year]


def overdrawn(holidays: Iterable[Holiday]) -> int | None:
    """The first year that has too many days of holiday, or None."""
    return min((year for year, days in used(holidays).items() if days > DAYS_IN_A_YEAR), default=None)
