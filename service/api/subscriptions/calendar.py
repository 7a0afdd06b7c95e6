"""The deadlines of one's games as a calendar, at a secret address."""

from hashlib import blake2b
from typing import Final

import msgspec
from litestar import Controller, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from domain.errors import Reason
from projections.words import Language
from service.http.caller import owner
from service.http.language import language
from service.http.openapi import IF_NONE_MATCH, TOKEN, UNCHANGED, operation_with, refusal, refusals
from service.http.refusals import OWNER_ONLY
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse, not_modified
from service.runtime.refusal import Refused

CALENDAR: Final = "text/calendar; charset=utf-8"
NO_CALENDAR: Final = Reason("no_calendar", "", "There is no calendar at this address, or not any more.")
GONE: Final = refusal(404, "No such calendar", NO_CALENDAR.text)


class OwnCalendar(msgspec.Struct, frozen=True):
    address: str | None  # null if there is none; only you know it


class CalendarController(Controller):
    path = "/api"
    tags = ("people",)

    @get(
        "/me/calendar",
        summary="The address of the calendar of your deadlines",
        security=TOKEN,
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def own(self, request: StrictRequest) -> OwnCalendar:
        person = await owner(request)
        secret = await request.services.calendar_addresses.secret(person.player)
        return OwnCalendar(None if secret is None else _address(request, person.player, secret))

    @post(
        "/me/calendar",
        summary="A new address for it; the old one ends",
        security=TOKEN,
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def renew(self, request: StrictRequest) -> OwnCalendar:
        person = await owner(request)
        return OwnCalendar(
            _address(request, person.player, await request.services.calendar_addresses.renew(person.player))
        )

    @delete(
        "/me/calendar",
        status_code=HTTP_200_OK,
        summary="End the address",
        security=TOKEN,
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def end(self, request: StrictRequest) -> OwnCalendar:
        person = await owner(request)
        await request.services.calendar_addresses.erase(person.player)
        return OwnCalendar(None)


class CalendarFeedController(Controller):
    path = "/feeds"
    tags = ("feeds",)

    @get(
        "/players/{player:str}/calendar.ics",
        summary="The deadlines of a player as iCalendar, for calendar programs that know its secret",
        operation_class=operation_with(IF_NONE_MATCH),
        responses={
            200: ResponseSpec(str, description="The calendar", media_type=CALENDAR, generate_examples=False),
            304: UNCHANGED,
            404: GONE,
            **refusals(400),
        },
    )
    async def calendar(
        self,
        request: StrictRequest,
        player: FromPath[str],
        key: FromQuery[str] = "",
        language: FromQuery[Language | None] = None,
    ) -> ASGIApp:
        """Without `language`, in the language of your notices."""
        services = request.services
        if not await services.calendar_addresses.opens(player, key):
            raise Refused(NO_CALENDAR, "not_found")
        body = (await services.deadlines.calendar(player, language)).encode()
        tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
        headers = (b"etag", tag.encode()), (b"cache-control", b"private, no-cache")
        return not_modified(request, tag) or PreparedResponse(body, *headers, kind=CALENDAR.encode())


def _address(request: StrictRequest, player: str, secret: str) -> str:
    """In the language of the page: calendar programs do not say which one their owner reads."""
    path = f"/feeds/players/{player}/calendar.ics"
    return f"{request.services.outside.url}{path}?language={language(request)}&key={secret}"
