"""The caller's days off and holidays."""

from datetime import date, datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from service.http.caller import owner
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.refusals import OWNER_ONLY
from service.http.request import StrictRequest
from service.runtime.clock import moment
from service.time_off.allowance import DAYS_IN_A_YEAR, used
from service.time_off.own_time import (
    BAD_DAYS_OFF,
    BAD_HOLIDAY,
    MOST_DAYS_OFF,
    NO_SUCH_HOLIDAY,
    TIME_OFF_CHANGED_OFTEN,
)
from service.time_off.records import TimeOff

_DAYS: Final = {"zone": "Europe/Berlin", "days": [5, 6]}
_HOLIDAY: Final = {"first": "2026-12-20", "last": "2027-01-03", "zone": "Europe/Berlin"}
IMPOSSIBLE_DAYS: Final = refusal(422, "No such days off", BAD_DAYS_OFF.about(most=MOST_DAYS_OFF).text)
IMPOSSIBLE: Final = refusal(422, "No such holiday, or no days left", BAD_HOLIDAY.text)
OFTEN: Final = refusal(409, "Changed too often", TIME_OFF_CHANGED_OFTEN.about(most=200).text)
UNKNOWN: Final = refusal(404, "You have no such holiday", NO_SUCH_HOLIDAY.text)


class WantedDays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    zone: str
    days: tuple[int, ...]  # weekdays, Monday is 0


class WantedHoliday(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: date  # today: it begins now
    last: date
    zone: str | None = None  # by default that of the days off


class ShownHoliday(msgspec.Struct, frozen=True):
    first: date
    last: date
    begin: datetime
    end: datetime


class Allowance(msgspec.Struct, frozen=True):
    year: int
    days: int
    used: int


class ShownTimeOff(msgspec.Struct, frozen=True):
    zone: str
    days: tuple[int, ...]  # off; Monday is 0
    holidays: list[ShownHoliday]  # those that are not over
    allowance: list[Allowance]  # of this year and the next


class TimeOffController(Controller):
    path = "/api/me/time-off"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="Your days off and holidays", responses={403: OWNER_ONLY, **refusals(401)})
    async def own(self, request: StrictRequest) -> ShownTimeOff:
        person = await owner(request)
        return _shown(request, await request.services.own_time.read(person.player))

    @put(
        "/days",
        summary="Choose your days off, for tables at which you sit down from now on",
        responses={403: OWNER_ONLY, 409: OFTEN, 422: IMPOSSIBLE_DAYS, **refusals(400, 401, 413)},
    )
    async def choose(self, request: StrictRequest, data: Annotated[WantedDays, body(weekend=_DAYS)]) -> ShownTimeOff:
        person = await owner(request)
        return _shown(request, await request.services.own_time.choose_days(person.player, data.zone, data.days))

    @post(
        "/holidays",
        summary="Plan a holiday, or begin one now: your clocks rest at all tables that allow it",
        responses={403: OWNER_ONLY, 409: OFTEN, 422: IMPOSSIBLE, **refusals(400, 401, 413)},
    )
    async def plan(self, request: StrictRequest, data: Annotated[WantedHoliday, body(winter=_HOLIDAY)]) -> ShownTimeOff:
        """Each day from the first to the last counts as one of those that a year has."""
        person, services = await owner(request), request.services
        state = await services.own_time.plan(person.player, data.first, data.last, data.zone)
        await services.time_off.apply(person.player)
        return _shown(request, state)

    @delete(
        "/holidays/{first:date}",
        status_code=HTTP_200_OK,
        summary="Give up the holiday that begins on this day; if it has begun, end it now",
        responses={403: OWNER_ONLY, 404: UNKNOWN, **refusals(400, 401)},
    )
    async def end(self, request: StrictRequest, first: FromPath[date]) -> ShownTimeOff:
        person, services = await owner(request), request.services
        state = await services.own_time.end(person.player, first)
        await services.time_off.apply(person.player)
        return _shown(request, state)


def _shown(request: StrictRequest, state: TimeOff) -> ShownTimeOff:
    own_time = request.services.own_time
    now, year, days = own_time.clock(), own_time.today(state.rhythm.zone).year, used(state.holidays)
    holidays = sorted((holiday for holiday in state.holidays if holiday.end > now), key=lambda holiday: holiday.begin)
    return ShownTimeOff(
        zone=state.rhythm.zone,
        days=state.rhythm.days,
        holidays=[
            ShownHoliday(
                date.fromordinal(holiday.first),
                date.fromordinal(holiday.last),
                moment(holiday.begin),
                moment(holiday.end),
            )
            for holiday in holidays
        ],
        allowance=[Allowance(each, DAYS_IN_A_YEAR, days[each]) for each in (year, year + 1)],
    )
