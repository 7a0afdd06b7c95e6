"""The stored log of a person's time off. Days are numbers, those of Python's `date.toordinal`; times are milliseconds.

An entry is a msgpack array `[code, field, …]`. Codes and the order of fields never change; a new field goes to the end
and has a default.
"""

from typing import Final, TypeAlias, assert_never

import msgspec

from service.games.clocks.rests import NO_DAYS_OFF, Rhythm, Span
from service.store.log_names import time_off_log
from service.store.typed_log import LogKind


class DaysOffChosen(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """From now on the person does not play on these weekdays, at tables where they sit down after this."""

    at: int
    zone: str
    days: tuple[int, ...]  # Monday is 0


class HolidayPlanned(msgspec.Struct, frozen=True, array_like=True, tag=2):
    at: int
    first: int  # day
    last: int  # day
    begin: int
    end: int


class HolidayEnded(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """A holiday was given up before it began, or ended on the day `last`."""

    at: int
    first: int  # the first day of the holiday
    last: int


TimeOffRecord: TypeAlias = DaysOffChosen | HolidayPlanned | HolidayEnded


class Holiday(msgspec.Struct, frozen=True):
    first: int
    last: int
    begin: int
    end: int

    @property
    def span(self) -> Span:
        return self.begin, self.end


class TimeOff(msgspec.Struct, frozen=True):
    rhythm: Rhythm = msgspec.field(default_factory=lambda: NO_DAYS_OFF)  # the schema of the export has no default
    holidays: tuple[Holiday, ...] = ()  # also those that are over, in order
    changes: tuple[int, ...] = ()  # when


def _evolve(state: TimeOff, record: TimeOffRecord) -> TimeOff:
    after = msgspec.structs.replace(state, changes=(*state.changes, record.at))
    match record:
        case DaysOffChosen(_, zone, days):
            return msgspec.structs.replace(after, rhythm=Rhythm(zone, days))
        case HolidayPlanned(_, first, last, begin, end):
            planned = Holiday(first, last, begin, end)
            return msgspec.structs.replace(after, holidays=(*state.holidays, planned))
        case HolidayEnded(at, first, last):
            changed = (_ended(holiday, at, last) if holiday.first == first else holiday for holiday in state.holidays)
            return msgspec.structs.replace(after, holidays=tuple(filter(None, changed)))
        case _ as never:
            assert_never(never)


def _ended(holiday: Holiday, at: int, last: int) -> Holiday | None:
    if at <= holiday.begin:
        return None
    return msgspec.structs.replace(holiday, last=min(last, holiday.last), end=min(at, holiday.end))


TIME_OFF_LOGS: Final = LogKind(time_off_log, TimeOffRecord, TimeOff, _evolve)
