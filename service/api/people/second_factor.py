"""The second factor of the caller's account: codes from an app, and recovery codes."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.status_codes import HTTP_200_OK

from service.http.caller import owner
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.origin import origin
from service.http.refusals import OWNER_ONLY, WRONG_PASSWORD
from service.http.request import StrictRequest
from service.people.second_factor import app_address
from service.pictures.qr_codes import qr_code
from service.runtime.clock import moment

_SAMPLE: Final = "a stone, a fish and a fire"
ALREADY: Final = refusal(409, "You have a second factor already, or none", "You have a second factor already.")
WRONG_CODE: Final = refusal(401, "The password or the code is wrong", "This code is wrong, or it was used already.")


class FactorState(msgspec.Struct, frozen=True):
    on: bool
    since: datetime | None
    recovery_left: int  # codes that were not used yet


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class NewFactor(msgspec.Struct, frozen=True):
    secret: str  # to be typed into an app
    address: str  # the same as an address, otpauth://
    qr: str  # the same as a QR code: the data of an SVG path of one-wide strokes
    size: int  # of the QR code, with its border


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class RecoveryCodes(msgspec.Struct, frozen=True):
    recovery: list[str]  # shown only once; each works once


class Removal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str
    code: str


class SecondFactorController(Controller):
    path = "/api/me/second-factor"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="Whether your account has a second factor", responses={403: OWNER_ONLY, **refusals(401)})
    async def state(self, request: StrictRequest) -> FactorState:
        person = await owner(request)
        factor = await request.services.people.credentials.factor(person.player)
        if factor is None or not factor.is_on:
            return FactorState(False, None, 0)
        return FactorState(True, moment(factor.since), len(factor.recovery))

    @post(
        "/",
        status_code=HTTP_200_OK,
        summary="Begin with a second factor: a secret for your app",
        responses={401: WRONG_PASSWORD, 403: OWNER_ONLY, 409: ALREADY, **refusals(400, 413)},
    )
    async def prepare(
        self, request: StrictRequest, data: Annotated[Confirmation, body(account={"password": _SAMPLE})]
    ) -> NewFactor:
        """It counts only when you have sent a first code of the app."""
        person, accounts = await owner(request), request.services.accounts
        await accounts.confirmed(person.player, data.password)
        secret = await accounts.factors.prepare(person.player)
        address = app_address(secret, person.name)
        return NewFactor(secret, address, *qr_code(address))

    @put(
        "/",
        summary="Turn the second factor on, by the first code of your app",
        responses={401: WRONG_CODE, 403: OWNER_ONLY, 409: ALREADY, **refusals(400, 413)},
    )
    async def turn_on(
        self, request: StrictRequest, data: Annotated[Code, body(app={"code": "492039"})]
    ) -> RecoveryCodes:
        """The recovery codes are for the day on which you have lost the app."""
        person, services = await owner(request), request.services
        codes = await services.accounts.turn_factor_on(person.player, data.code)
        await services.activity.note(person.player, "second_factor_on", origin(request))
        return RecoveryCodes(codes)

    @delete(
        "/",
        status_code=HTTP_200_OK,
        summary="Turn the second factor off",
        responses={401: WRONG_CODE, 403: OWNER_ONLY, **refusals(400, 409, 413)},
    )
    async def turn_off(
        self, request: StrictRequest, data: Annotated[Removal, body(app={"password": _SAMPLE, "code": "492039"})]
    ) -> FactorState:
        """Needs the password and a code of the app, or a recovery code."""
        person, services = await owner(request), request.services
        await services.accounts.confirmed(person.player, data.password)
        await services.accounts.confirmed_by_code(person.player, data.code)
        await services.people.credentials.remove_factor(person.player)
        await services.activity.note(person.player, "second_factor_off", origin(request))
        return FactorState(False, None, 0)
