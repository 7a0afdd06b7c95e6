"""Sign in and out, for browsers."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from service.http.caller import address, caller, known_caller, owner, services
from service.http.me import Credentials, Me, me_of
from service.http.openapi import TOKEN, TOKEN_OR_NOBODY, body, refusals
from service.http.refusals import NOT_YOURS, WRONG
from service.http.request import StrictRequest
from service.http.responses import Ready
from service.http.session_cookie import COOKIE, ended_cookie, refuse_foreign, session_cookie
from service.people.accounts import ChangedMeanwhile


class SignedIn(msgspec.Struct, frozen=True):
    player: str
    name: str


class SignedOut(msgspec.Struct, frozen=True):
    ended: int  # sessions


SIGN_IN: Final = body(account={"name": "Oona of the lake", "password": "a stone, a fish and a fire"})


class SessionsController(Controller):
    path = "/api"
    tags = ("people",)

    @post(
        "/session",
        status_code=HTTP_200_OK,
        summary="Sign in: sets the session cookie, a new one each time",
        responses={401: WRONG, 403: NOT_YOURS, **refusals(400, 413)},
    )
    async def sign_in(self, request: StrictRequest, data: Annotated[Credentials, SIGN_IN]) -> Response[SignedIn]:
        """Whether the name or the password is wrong is not told. Too many wrong ones make the next wait."""
        refuse_foreign(request)
        here, before = services(request), request.cookies.get(COOKIE, "")
        player, profile = await here.accounts.sign_in(data.name, data.password, address(request))
        secret = await here.people.open_session(player, profile)
        if secret is None:
            raise ChangedMeanwhile
        old = await here.people.session(before)
        if old is not None and old.player == player:
            await here.people.revoke(player, old.proof)
        return Response(SignedIn(player, profile.name), cookies=[session_cookie(request, secret)])

    @get(
        "/session",
        summary="Who you are, or null: nobody is refused",
        security=TOKEN_OR_NOBODY,
        responses={200: ResponseSpec(Me | None, description="You", generate_examples=False), **refusals(401)},
    )
    async def session(self, request: StrictRequest) -> ASGIApp:
        """For pages, which do not know whether anybody is signed in. A token that nobody has is still refused."""
        person = await caller(request)
        return Ready(msgspec.json.encode(None if person is None else me_of(person)), (b"cache-control", b"no-store"))

    @delete(
        "/session",
        status_code=HTTP_200_OK,
        summary="Sign out: ends this session",
        security=TOKEN,
        responses={403: NOT_YOURS, **refusals(401)},
    )
    async def sign_out(self, request: StrictRequest) -> Response[SignedOut]:
        person = await known_caller(request)
        if person.kind == "session":
            await services(request).people.revoke(person.player, person.proof)
        return _out(request, int(person.kind == "session"))

    @delete(
        "/sessions",
        status_code=HTTP_200_OK,
        summary="Sign out everywhere: ends all your sessions",
        security=TOKEN,
        responses={403: NOT_YOURS, **refusals(401)},
    )
    async def sign_out_everywhere(self, request: StrictRequest) -> Response[SignedOut]:
        person = await owner(request)
        return _out(request, await services(request).people.end(person.player, "session"))


def _out(request: StrictRequest, ended: int) -> Response[SignedOut]:
    return Response(SignedOut(ended), cookies=[ended_cookie(request)])
