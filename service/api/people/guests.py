"""New guests, who play without an account; and what they have, when they sign in to one."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromQuery
from litestar.status_codes import HTTP_200_OK

from domain.errors import Reason
from service.http.caller import address, owner
from service.http.limits.rate_limits import GuestLimit
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.refusals import NAME_TAKEN
from service.http.request import StrictRequest
from service.http.session_cookie import GUEST, ended_guest_cookie, refuse_cross_site, session_cookie
from service.people.accounts import NoAccount
from service.people.identity import Person
from service.privacy.handover import HANDED_ELSEWHERE, Handed
from service.runtime.refusal import Refused

NO_GUEST: Final = Reason("no_guest", "", "There is no guest whose games could come along to your account.")


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


class Belongings(msgspec.Struct, frozen=True):
    """What a guest has."""

    player: str
    name: str
    games: int
    puzzles: int


class BringAlong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: str | None = None  # of the guest; by default this browser's guest


class LeftBehind(msgspec.Struct, frozen=True):
    player: str | None


BRINGING: Final = body(by_cookie={}, by_token={"token": "Vbq3xk0aT1mE.7pY0cX9b2Lq8s4Wz1nR6tK3vD5mJ0hG2aE8uF4oI7"})
NOBODY_THERE: Final = refusal(404, "There is no such guest", NO_GUEST.text)
ELSEWHERE: Final = refusal(409, "They are with another account, or you have none", HANDED_ELSEWHERE.text)


class OwnGuestController(Controller):
    """The guest that somebody was before they signed in to their account."""

    path = "/api/me/guest"
    tags = ("people",)
    security = TOKEN

    @get(
        "/",
        summary="What this browser's guest has, that you could bring along to your account",
        responses={404: NOBODY_THERE, **refusals(401, 403)},
    )
    async def look(self, request: StrictRequest) -> Belongings:
        guest, services = await _guest(request, await owner(request)), request.services
        games, puzzles = await services.handover.games(guest.player), await services.attempts.count(guest.player)
        return Belongings(guest.player, guest.name, len(games), puzzles)

    @post(
        "/",
        status_code=HTTP_200_OK,
        summary="Bring along what a guest has: seats, attempts at puzzles, stars, labels and notes",
        responses={404: NOBODY_THERE, 409: ELSEWHERE, **refusals(400, 401, 403, 413)},
    )
    async def bring(
        self, request: StrictRequest, data: Annotated[BringAlong | None, BRINGING] = None
    ) -> Response[Handed]:
        """Games stay with the guest where you sit yourself (`seated`), where you and somebody there are not to play
        together (`blocked`), and where you would have too many (`too_many`). What you have done with a puzzle stays
        before what the guest did. No rating changes. May be repeated; another account gets nothing of this guest any
        more."""
        person = await owner(request)
        if not person.has_account:
            raise NoAccount
        guest = await _guest(request, person, data.token if data else None)
        handed = await request.services.handover.hand_over(guest.player, person)
        return Response(handed, cookies=[ended_guest_cookie(request)])

    @delete(
        "/",
        status_code=HTTP_200_OK,
        summary="Leave the guest's things where they are, and be asked no more",
        responses=refusals(401, 403),
    )
    async def leave(self, request: StrictRequest) -> Response[LeftBehind]:
        await owner(request)
        guest = await request.services.people.session(request.cookies.get(GUEST, ""))
        return Response(LeftBehind(guest.player if guest else None), cookies=[ended_guest_cookie(request)])


async def _guest(request: StrictRequest, person: Person, token: str | None = None) -> Person:
    """Somebody else without an account whose secret the caller has; raises Refused."""
    people = request.services.people
    guest = await (people.session(request.cookies.get(GUEST, "")) if token is None else people.bearer(token))
    if guest is None or guest.has_account or guest.player == person.player:
        raise Refused(NO_GUEST, "not_found")
    return guest


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
