"""Signing in and out, for browsers."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from service.http.caller import OPEN_TO_BANNED, address, caller, known_caller, owner
from service.http.me import Credentials, Me, me_of
from service.http.openapi import OPTIONAL_TOKEN, TOKEN, body, refusals
from service.http.origin import origin
from service.http.refusals import OWNER_ONLY, WRONG_PASSWORD
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse
from service.http.session_cookie import DEVICE, ended_cookie, ended_guest_cookie, refuse_cross_site
from service.http.signed_in import SignedIn, signed_in
from service.people.accounts import Caller
from service.people.activity import Act


class SignIn(Credentials, frozen=True, forbid_unknown_fields=True):
    code: str | None = None  # of the second factor, if the account has one: from the app, or a recovery code


class SignedOut(msgspec.Struct, frozen=True):
    ended: int  # sessions


_OONA: Final = {"name": "Oona of the lake", "password": "a stone, a fish and a fire"}
SIGN_IN: Final = body(account=_OONA, second_factor={**_OONA, "code": "492039"})


class SessionsController(Controller):
    path = "/api"
    tags = ("people",)

    @post(
        "/session",
        status_code=HTTP_200_OK,
        summary="Sign in: sets the session cookie, a new one each time",
        responses={401: WRONG_PASSWORD, 403: OWNER_ONLY, **refusals(400, 413)},
    )
    async def sign_in(self, request: StrictRequest, data: Annotated[SignIn, SIGN_IN]) -> Response[SignedIn]:
        """The error does not say whether the name or the password is wrong. After too many failures you must wait.
        If the account has a second factor, the error has the code `code_needed`: send all again, with `code`."""
        refuse_cross_site(request)
        services = request.services
        caller = Caller(address(request), request.cookies.get(DEVICE, ""))
        player, profile, is_known, by_recovery = await services.accounts.sign_in(
            data.name, data.password, caller, data.code
        )
        act: Act = "recovery_code_used" if by_recovery else "signed_in"
        if not is_known:
            await services.mail.warn_of_new_place(player, profile.name, origin(request))
        await services.activity.note(player, act, origin(request))
        return await signed_in(request, player, profile, is_known_device=is_known)

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
        opt={OPEN_TO_BANNED: True},
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
        summary="Sign out everywhere: ends all your sessions, and pushes to your devices",
        opt={OPEN_TO_BANNED: True},
        security=TOKEN,
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def sign_out_everywhere(self, request: StrictRequest) -> Response[SignedOut]:
        person, services = await owner(request), request.services
        ended = await services.people.end(person.player, "session")
        for device in await services.devices.of(person.player):
            await services.devices.remove(person.player, device)
        await services.activity.note(person.player, "signed_out_everywhere", origin(request))
        return _signed_out(request, ended)


def _signed_out(request: StrictRequest, ended: int) -> Response[SignedOut]:
    return Response(SignedOut(ended), cookies=[ended_cookie(request), ended_guest_cookie(request)])
