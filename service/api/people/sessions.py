"""Signing in and out, for browsers."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from service.http.caller import address, caller, known_caller, owner
from service.http.me import Credentials, Me, me_of
from service.http.openapi import OPTIONAL_TOKEN, TOKEN, body, refusals
from service.http.refusals import OWNER_ONLY, WRONG_PASSWORD
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse
from service.http.session_cookie import COOKIE, DEVICE, device_cookie, ended_cookie, refuse_cross_site, session_cookie
from service.people.accounts import Caller, ChangedMeanwhile


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
        responses={401: WRONG_PASSWORD, 403: OWNER_ONLY, **refusals(400, 413)},
    )
    async def sign_in(self, request: StrictRequest, data: Annotated[Credentials, SIGN_IN]) -> Response[SignedIn]:
        """The error does not say whether the name or the password is wrong. After too many failures you must wait."""
        refuse_cross_site(request)
        services, old_secret = request.services, request.cookies.get(COOKIE, "")
        device = Caller(address(request), request.cookies.get(DEVICE, ""))
        player, profile, is_known = await services.accounts.sign_in(data.name, data.password, device)
        secret = await services.people.open_session(player, profile)
        if secret is None:
            raise ChangedMeanwhile
        old = await services.people.session(old_secret)
        if old is not None and old.player == player:
            await services.people.revoke(player, old.proof)
        cookies = [session_cookie(request, secret)]
        if not is_known:
            cookies.append(device_cookie(request, await services.people.remember_device(player, profile)))
        return Response(SignedIn(player, profile.name), cookies=cookies)

    @get(
        "/session",
        summary="Who you are, or null without authentication",
        security=OPTIONAL_TOKEN,
        responses={200: ResponseSpec(Me | None, description="You", generate_examples=False), **refusals(401)},
    )
    async def session(self, request: StrictRequest) -> ASGIApp:
        """For pages, which do not know whether the reader is signed in. An unknown token is still refused."""
        person = await caller(request)
        return PreparedResponse(
            msgspec.json.encode(None if person is None else me_of(person)), (b"cache-control", b"no-store")
        )

    @delete(
        "/session",
        status_code=HTTP_200_OK,
        summary="Sign out: ends this session",
        security=TOKEN,
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def sign_out(self, request: StrictRequest) -> Response[SignedOut]:
        person = await known_caller(request)
        if person.kind == "session":
            await request.services.people.revoke(person.player, person.proof)
        return _signed_out(request, int(person.kind == "session"))

    @delete(
        "/sessions",
        status_code=HTTP_200_OK,
        summary="Sign out everywhere: ends all your sessions",
        security=TOKEN,
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def sign_out_everywhere(self, request: StrictRequest) -> Response[SignedOut]:
        person = await owner(request)
        return _signed_out(request, await request.services.people.end(person.player, "session"))


def _signed_out(request: StrictRequest, ended: int) -> Response[SignedOut]:
    return Response(SignedOut(ended), cookies=[ended_cookie(request)])
