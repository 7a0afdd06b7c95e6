"""Passkeys: added, listed and removed by the owner of an account, and signing in by one."""

from datetime import date, datetime
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from service.http.caller import owner
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.origin import origin
from service.http.refusals import OWNER_ONLY, WRONG_PASSWORD
from service.http.request import StrictRequest
from service.http.session_cookie import DEVICE, refuse_cross_site
from service.http.signed_in import SignedIn, signed_in
from service.people.accounts import NoAccount
from service.people.credentials import Passkey
from service.people.names import label_of
from service.people.passkeys import Site, WrongPasskey
from service.runtime.clock import moment

WRONG: Final = refusal(401, "The passkey was not accepted", "This passkey was not accepted.")
MANY: Final = refusal(409, "You have the maximum number of passkeys, or no account", "You have 20 passkeys.")
_CREDENTIAL: Final = {"id": "…", "rawId": "…", "type": "public-key", "response": {"clientDataJSON": "…"}}


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    credential: dict[str, Any]  # as `PublicKeyCredential.toJSON()` gives it


class Assertion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    credential: dict[str, Any]


class ShownPasskey(msgspec.Struct, frozen=True):
    id: str
    name: str
    created: datetime
    used: date  # the last day it was used


class PasskeysController(Controller):
    path = "/api"
    tags = ("people",)

    @get("/me/passkeys", summary="Your passkeys", security=TOKEN, responses={403: OWNER_ONLY, **refusals(401)})
    async def all(self, request: StrictRequest) -> list[ShownPasskey]:
        person = await owner(request)
        passkeys = (await request.services.accounts.passkeys.all(person.player)).items()
        return [_shown(*item) for item in sorted(passkeys, key=lambda item: item[1].created)]

    @post(
        "/me/passkeys/options",
        status_code=HTTP_200_OK,
        summary="Begin to add a passkey: the options for `navigator.credentials.create`",
        security=TOKEN,
        responses={401: WRONG_PASSWORD, 403: OWNER_ONLY, 409: MANY, **refusals(400, 413)},
    )
    async def begin_adding(
        self, request: StrictRequest, data: Annotated[Confirmation, body(account={"password": "a stone and a fire"})]
    ) -> dict[str, Any]:
        """A passkey signs in without the password, so adding one needs it."""
        person, accounts = await owner(request), request.services.accounts
        await accounts.confirmed(person.player, data.password)
        return await accounts.passkeys.begin_adding(person.player, person.name, _site(request))

    @post(
        "/me/passkeys",
        summary="Add a passkey",
        security=TOKEN,
        responses={401: WRONG, 403: OWNER_ONLY, 409: MANY, **refusals(400, 413)},
    )
    async def add(
        self,
        request: StrictRequest,
        data: Annotated[NewPasskey, body(phone={"name": "my phone", "credential": _CREDENTIAL})],
    ) -> ShownPasskey:
        person, services, label = await owner(request), request.services, label_of(data.name)
        if not person.has_account:
            raise NoAccount
        key, passkey = await services.accounts.passkeys.add(person.player, label, data.credential, _site(request))
        await services.activity.note(person.player, "passkey_added", origin(request), label)
        return _shown(key, passkey)

    @delete(
        "/me/passkeys/{passkey:str}",
        status_code=HTTP_200_OK,
        summary="Remove a passkey, by its id",
        security=TOKEN,
        responses={403: OWNER_ONLY, **refusals(400, 401, 404)},
    )
    async def remove(self, request: StrictRequest, passkey: FromPath[str]) -> ShownPasskey:
        person, services = await owner(request), request.services
        removed = await services.accounts.passkeys.remove(person.player, passkey)
        await services.activity.note(person.player, "passkey_removed", origin(request), removed.name)
        return _shown(passkey, removed)

    @post(
        "/session/passkey/options",
        status_code=HTTP_200_OK,
        summary="Begin to sign in by a passkey: the options for `navigator.credentials.get`",
        responses={403: OWNER_ONLY, **refusals(400)},
    )
    async def begin_signing_in(self, request: StrictRequest) -> dict[str, Any]:
        refuse_cross_site(request)
        return await request.services.accounts.passkeys.begin_signing_in(_site(request))

    @post(
        "/session/passkey",
        status_code=HTTP_200_OK,
        summary="Sign in by a passkey: sets the session cookie",
        responses={401: WRONG, 403: OWNER_ONLY, **refusals(400, 413)},
    )
    async def sign_in(
        self, request: StrictRequest, data: Annotated[Assertion, body(phone={"credential": _CREDENTIAL})]
    ) -> Response[SignedIn]:
        """Needs neither a password nor a code of the second factor."""
        refuse_cross_site(request)
        services = request.services
        player = await services.accounts.passkeys.owner(data.credential, _site(request))
        profile = await services.people.credentials.profile(player)
        if profile is None:
            raise WrongPasskey
        await services.mail.warn_of_new_place(player, profile.name, origin(request))
        await services.activity.note(player, "signed_in_by_passkey", origin(request))
        device = await services.people.known_device(player, request.cookies.get(DEVICE, ""))
        return await signed_in(request, player, profile, is_known_device=device is not None)


def _site(request: StrictRequest) -> Site:
    return Site(request.url.hostname or "", f"{request.url.scheme}://{request.headers.get('host', '')}")


def _shown(key: str, passkey: Passkey) -> ShownPasskey:
    return ShownPasskey(key, passkey.name, moment(passkey.created), moment(passkey.used).date())
