"""What players agree on about time: pauses, and days that one gives to another."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from service.games.consent.wishes import Pause
from service.games.shown_clock import ShownClock, shown_clock
from service.http.caller import held_seat, known_caller, table_visit
from service.http.openapi import INVITE, TOKEN, body, operation_with, refusals
from service.http.request import StrictRequest

_SAMPLE: Final = {"days": 7}


class WantedPause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    days: int  # at most; anybody may end it before


class AgreedTime(msgspec.Struct, frozen=True):
    clock: ShownClock | None


async def _seat(request: StrictRequest, game: str) -> int:
    await known_caller(request)
    return held_seat(await table_visit(request, game))


async def _shown(request: StrictRequest, game: str) -> AgreedTime:
    services = request.services
    table = await services.tables.seating(game)
    view = await services.live.view(game, 0, table.nameless)
    return AgreedTime(shown_clock(table, view, await services.outages.all()))


class AgreementsController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)
    security = TOKEN

    @post(
        "/pause",
        status_code=HTTP_200_OK,
        summary="Ask for a pause of some days; it begins when every person at the table has agreed",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 413, 422),
    )
    async def ask(
        self, request: StrictRequest, game: FromPath[str], data: Annotated[WantedPause, body(week=_SAMPLE)]
    ) -> AgreedTime:
        seat = await _seat(request, game)
        await request.services.consent.ask(game, seat, Pause(data.days))
        return await _shown(request, game)

    @post(
        "/pause/agree",
        status_code=HTTP_200_OK,
        summary="Agree to the pause that somebody has asked for",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def agree(self, request: StrictRequest, game: FromPath[str]) -> AgreedTime:
        seat = await _seat(request, game)
        await request.services.consent.agree(game, seat, "pause")
        return await _shown(request, game)

    @post(
        "/pause/end",
        status_code=HTTP_200_OK,
        summary="End the pause; or refuse it, or withdraw the question, if it has not begun",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def end(self, request: StrictRequest, game: FromPath[str]) -> AgreedTime:
        seat = await _seat(request, game)
        await request.services.agreements.end_pause(game, seat)
        return await _shown(request, game)

    @post(
        "/give-day",
        status_code=HTTP_200_OK,
        summary="Give a day to the player whose time is running",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def give(self, request: StrictRequest, game: FromPath[str]) -> AgreedTime:
        seat = await _seat(request, game)
        await request.services.agreements.give_day(game, seat)
        return await _shown(request, game)
