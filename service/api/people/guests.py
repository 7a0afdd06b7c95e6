"""New guests, who play without an account."""

from typing import Annotated, Final

import msgspec
from litestar import Response, post
from litestar.params import FromQuery

from service.http.caller import address
from service.http.limits.rate_limits import GuestLimit
from service.http.openapi import body, refusal, refusals
from service.http.refusals import NAME_TAKEN
from service.http.request import StrictRequest
from service.http.session_cookie import refuse_cross_site, session_cookie


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str | None = None


GUESTS: Final = body(named={"name": "Oona"}, nameless={})
FOREIGN: Final = refusal(
    403, "The request comes from a page of another site", "This request came from a page of another site."
)


class Guest(msgspec.Struct, frozen=True):
    player: str
    name: str
    token: str | None  # shown only once; null with `cookie`


@post(
    "/api/guests",
    tags=["people"],
    summary="Play as a guest: get a name and a token, or with `cookie` a session for browsers instead of the token",
    responses={403: FOREIGN, 409: NAME_TAKEN, **refusals(400, 413, 422)},
)
async def welcome_guest(
    request: StrictRequest, data: Annotated[NewGuest | None, GUESTS] = None, cookie: FromQuery[bool] = False
) -> Response[Guest]:
    """The number of new guests per minute from one network is limited. Guests may share a name, but nobody may have one
    that belongs to an account or a bot, or looks like it."""
    guest_limit: GuestLimit = request.app.state.guest_limit
    guest_limit.count(address(request))
    accounts, name = request.services.accounts, data.name if data else None
    if not cookie:
        person, token = await accounts.welcome(name)
        return Response(Guest(person.player, person.name, token))
    refuse_cross_site(request)
    person, secret = await accounts.welcome(name, "session")
    return Response(Guest(person.player, person.name, None), cookies=[session_cookie(request, secret)])
