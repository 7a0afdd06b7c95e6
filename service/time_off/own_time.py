"""Plans and ends the holidays of a person, and sets the days off: everything goes into the log of that person."""

from collections.abc import Awaitable, Callable
from datetime import date, datetime, time, timedelta
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from domain.errors import IllegalMove, Reason
from service.games.clocks.rests import OwnRests
from service.runtime.clock import Clock, is_zone
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.log_names import time_off_log
from service.store.typed_log import TypedLog
from service.time_off.allowance import DAYS_IN_A_YEAR, left, overdrawn
from service.time_off.records import (
    TIME_OFF_LOGS,
    DaysOffChosen,
    Holiday,
    HolidayEnded,
    HolidayPlanned,
    TimeOff,
    TimeOffRecord,
)

Decide: TypeAlias = Callable[[TimeOff], Awaitable[list[TimeOffRecord]]]
MOST_DAYS_OFF: Final = 3
_AHEAD: Final = 366  # days
_MOST_CHANGES: Final = 200  # in 366 days
_YEAR: Final = 366 * 86_400_000

NO_SUCH_ZONE: Final = Reason("no_such_zone", "", "There is no time zone {zone}.")
BAD_DAYS_OFF: Final = Reason(
    "bad_days_off", "", "Days off are up to {most} different weekdays: 0 is Monday, 6 is Sunday."
)
BAD_HOLIDAY: Final = Reason(
    "bad_holiday",
    "",
    "A holiday begins today or later, ends on the same day or later, and is planned at most a year ahead.",
)
NO_SUCH_HOLIDAY: Final = Reason("no_such_holiday", "", "You have no such holiday, or it is over.")
HOLIDAYS_OVERLAP: Final = Reason("holidays_overlap", "", "You have a holiday on one of these days already.")
NO_HOLIDAYS_LEFT: Final = Reason(
    "no_holidays_left", "", "A year has {most} days of holiday, and you have {left} left in {year}."
)
TIME_OFF_CHANGED_OFTEN: Final = Reason(
    "time_off_changed_often", "", "You have changed your time off {most} times in a year, and no more is allowed."
)


class OwnTime:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self.clock = clock

    async def read(self, player: str) -> TimeOff:
        return await self._log(player).read()

    async def rests(self, player: str) -> OwnRests:
        """What concerns the tables at which the person sits."""
        state = await self.read(player)
        return OwnRests(state.rhythm, tuple(holiday.span for holiday in state.holidays))

    async def choose_days(self, player: str, zone: str, days: tuple[int, ...]) -> TimeOff:
        """Raises Refused or IllegalMove, as all of these do."""
        _check_zone(zone)
        if len(days) > MOST_DAYS_OFF or len({*days}) != len(days) or not all(0 <= day < 7 for day in days):
            raise IllegalMove(BAD_DAYS_OFF.about(most=MOST_DAYS_OFF))

        async def decide(state: TimeOff) -> list[TimeOffRecord]:
            self._check_changes(state)
            return [DaysOffChosen(self.clock(), zone, tuple(sorted(days)))]

        return await self._change(player, decide)

    async def plan(self, player: str, first: date, last: date, zone: str | None = None) -> TimeOff:
        """A holiday that begins today begins now."""

        async def decide(state: TimeOff) -> list[TimeOffRecord]:
            self._check_changes(state)
            now = self.clock()
            where = ZoneInfo(_checked(zone or state.rhythm.zone))
            current = _day(now, where)
            if not current <= first <= last <= current + timedelta(_AHEAD):
                raise IllegalMove(BAD_HOLIDAY)
            begin, end = max(now, _midnight(first, where)), _midnight(last + timedelta(1), where)
            planned = Holiday(first.toordinal(), last.toordinal(), begin, end)
            _check_planned(state.holidays, planned)
            return [HolidayPlanned(now, planned.first, planned.last, begin, end)]

        return await self._change(player, decide)

    async def end(self, player: str, first: date) -> TimeOff:
        """Give up a holiday that has not begun, or end it now: the day counts as a whole."""

        async def decide(state: TimeOff) -> list[TimeOffRecord]:
            now = self.clock()
            number = first.toordinal()
            if not any(holiday.first == number and holiday.end > now for holiday in state.holidays):
                raise Refused(NO_SUCH_HOLIDAY, "not_found")
            return [HolidayEnded(now, number, max(number, _day(now, ZoneInfo(state.rhythm.zone)).toordinal()))]

        return await self._change(player, decide)

    def today(self, zone: str) -> date:
        """The day that it is in a time zone."""
        return _day(self.clock(), ZoneInfo(zone))

    async def erase(self, player: str) -> None:
        await self._store.forget(time_off_log(player))

    def _check_changes(self, state: TimeOff) -> None:
        now = self.clock()
        if sum(now - _YEAR < at for at in state.changes) >= _MOST_CHANGES:
            raise Refused(TIME_OFF_CHANGED_OFTEN.about(most=_MOST_CHANGES), "conflict")

    async def _change(self, player: str, decide: Decide) -> TimeOff:
        log = self._log(player)
        await log.change(decide)
        return await log.read()

    def _log(self, player: str) -> TypedLog[TimeOffRecord, TimeOff]:
        return TypedLog(self._store, TIME_OFF_LOGS, time_off_log(player))


def _day(now: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(now / 1000, zone).date()


def _check_planned(holidays: tuple[Holiday, ...], planned: Holiday) -> None:
    if any(planned.begin < other.end and other.begin < planned.end for other in holidays):
        raise IllegalMove(HOLIDAYS_OVERLAP)
    if (year := overdrawn([*holidays, planned])) is not None:
        raise IllegalMove(NO_HOLIDAYS_LEFT.about(most=DAYS_IN_A_YEAR, left=left(holidays, year), year=year))


def _checked(zone: str) -> str:
    _check_zone(zone)
    return zone


def _check_zone(zone: str) -> None:
    if not is_zone(zone):
        raise IllegalMove(NO_SUCH_ZONE.about(zone=zone[:40]))


def _midnight(day: date, zone: ZoneInfo) -> int:
    return round(datetime.combine(day, time(), zone).timestamp() * 1000)
