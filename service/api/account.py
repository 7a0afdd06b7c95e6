"""Oneself: who one is, an account, what is kept, and leaving."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.status_codes import HTTP_200_OK

from domain.errors import Reason
from service.http.caller import address, known_caller, owner, services
from service.http.me import Credentials, Me, me_of
from service.http.openapi import TOKEN, body, refusals
from service.http.refusals import NOT_FIT, NOT_YOURS, TAKEN, WRONG
from service.http.request import StrictRequest
from service.http.session_cookie import ended_cookie, session_cookie
from service.people.accounts import ChangedMeanwhile
from service.people.credentials import Kind
from service.people.identity import Person
from service.runtime.refusal import Refused

NO_CURRENT: Final = Reason("no_current", "", "For a new password say the one until now, as `current`.")
ONCE_MORE: Final = Reason("once_more", "", "To leave, say your password once more.")

ACCOUNT: Final = body(account={"name": "Oona of the lake", "password": "a stone, a fish and a fire"})
CHANGES: Final = body(
    name={"name": "Oona of the hill"},
    password={"password": "two stones and a fire", "current": "a stone, a fish and a fire"},
)
LEAVING: Final = body(account={"password": "a stone, a fish and a fire"}, guest={})


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str | None = None
    password: str | None = None
    current: str | None = None  # the password until now


class Farewell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str | None = None  # of an account


class MeController(Controller):
    path = "/api"
    tags = ("people",)
    security = TOKEN

    @get("/me", summary="Who you are, and what you may do", responses=refusals(401))
    async def me(self, request: StrictRequest) -> Me:
        return me_of(await known_caller(request))

    @post(
        "/account",
        summary="Make an account of yourself, a guest; your games stay yours",
        responses={403: NOT_YOURS, 409: TAKEN, 422: NOT_FIT, **refusals(400, 401, 413)},
    )
    async def sign_up(self, request: StrictRequest, data: Annotated[Credentials, ACCOUNT]) -> Response[Me]:
        """Names are unique, whatever their case. Whoever came with a session gets a new one; a guest's token plays on,
        as a personal one would: for all that concerns the account, sign in."""
        person, here = await owner(request), services(request)
        profile = await here.accounts.sign_up(person.player, data.name, data.password)
        me = msgspec.structs.replace(person, name=profile.name, has_account=True)
        return await _renewed(request, me, "session")

    @patch(
        "/me",
        summary="Change your name, or your password (with the one until now)",
        responses={401: WRONG, 403: NOT_YOURS, 409: TAKEN, 422: NOT_FIT, **refusals(400, 413)},
    )
    async def change(self, request: StrictRequest, data: Annotated[Changes, CHANGES]) -> Response[Me]:
        """Both or neither. A new password ends all other sessions, and the token of the guest that one was. Games keep
        the names they were begun with."""
        person, accounts = await owner(request), services(request).accounts
        if data.password is not None:
            if data.current is None:
                raise Refused(NO_CURRENT, "malformed")
            asked = data.current, data.password, address(request), data.name
            profile = await accounts.change_password(person.player, *asked)
            me = msgspec.structs.replace(person, name=profile.name)
            return await _renewed(request, me, "session", "guest")
        if data.name is not None:
            profile = await accounts.rename(person.player, data.name)
            person = msgspec.structs.replace(person, name=profile.name)
        return Response(me_of(person))

    @get(
        "/me/export",
        summary="Everything that is kept about you",
        responses={403: NOT_YOURS, **refusals(401)},
    )
    async def export(self, request: StrictRequest) -> dict[str, Any]:
        person = await owner(request)
        everything = await services(request).own_data.export(person.player)
        return {"exported": datetime.now(UTC).isoformat(), **everything}

    @delete(
        "/me",
        status_code=HTTP_200_OK,
        summary="Leave: account, sessions and tokens go, your games stay under a neutral name",
        responses={401: WRONG, 403: NOT_YOURS, **refusals(400, 413)},
    )
    async def leave(
        self, request: StrictRequest, data: Annotated[Farewell | None, LEAVING] = None
    ) -> Response[dict[str, str]]:
        """An account's password is asked for once more; a guest has none. Bots play on in games that still run. It
        cannot be taken back."""
        person, here = await owner(request), services(request)
        if person.has_account:
            if data is None or data.password is None:
                raise Refused(ONCE_MORE, "unconfirmed")
            await here.accounts.confirmed(person.player, data.password, address(request))
        await here.own_data.forget(person.player)
        return Response({"left": person.player}, cookies=[ended_cookie(request)])


async def _renewed(request: StrictRequest, person: Person, *kinds: Kind) -> Response[Me]:
    """All secrets of these kinds end; whoever asked by a session goes on with a new one."""
    people = services(request).people
    await people.end(person.player, *kinds)
    if person.kind != "session":
        return Response(me_of(person))
    profile = await people.credentials.profile(person.player)
    secret = await people.open_session(person.player, profile) if profile is not None else None
    if secret is None:
        raise ChangedMeanwhile
    return Response(me_of(person), cookies=[session_cookie(request, secret)])
