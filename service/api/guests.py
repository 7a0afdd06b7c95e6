"""Play at once, without an account."""

from typing import Annotated, Final

import msgspec
from litestar import Response, post
from litestar.params import FromQuery

from service.http.caller import address, services
from service.http.openapi import body, refusal, refusals
from service.http.rate_limits import Arrivals
from service.http.request import StrictRequest
from service.http.session_cookie import refuse_foreign, session_cookie


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str | None = None


GUESTS: Final = body(named={"name": "Oona"}, nameless={})
FOREIGN: Final = refusal(403, "A page of another site asks for a session", "This was asked by a page of another site.")


class Guest(msgspec.Struct, frozen=True):
    player: str
    name: str
    token: str | None  # shown this once; null with `cookie`


@post(
    "/api/guests",
    tags=["people"],
    summary="A name and a token to play with, at once; with `cookie` a session for browsers in place of the token",
    responses={403: FOREIGN, **refusals(400, 413, 422)},
)
async def welcome_guest(
    request: StrictRequest, data: Annotated[NewGuest | None, GUESTS] = None, cookie: FromQuery[bool] = False
) -> Response[Guest]:
    """Only so many a minute may come from one address."""
    arrivals: Arrivals = request.app.state.arrivals
    arrivals.take(address(request))
    people, name = services(request).people, data.name if data else None
    if not cookie:
        person, token = await people.welcome(name)
        return Response(Guest(person.player, person.name, token))
    refuse_foreign(request)
    person, secret = await people.welcome(name, "session")
    return Response(Guest(person.player, person.name, None), cookies=[session_cookie(request, secret)])
