"""Personal tokens for a player's programs: created and shown once, listed, revoked."""

from datetime import date, datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from domain.errors import Reason
from service.http.caller import owner
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.origin import origin
from service.http.refusals import OWNER_ONLY
from service.http.request import StrictRequest
from service.people.credentials import Key, Scope
from service.people.names import label_of
from service.runtime.clock import moment
from service.runtime.refusal import Refused

_MOST_TOKENS: Final = 50

NO_SCOPE: Final = Reason("no_scope", "", "A token is for something: name at least one scope, play or read.")
TOO_MANY_TOKENS: Final = Reason("too_many_tokens", "", "You have {most} tokens: revoke one first.")
NO_SUCH_TOKEN: Final = Reason("no_such_token", "", "You have no token with this id.")

TOKENS: Final = body(
    bot={"label": "my bot", "scopes": ["play", "read"]}, statistics={"label": "statistics", "scopes": ["read"]}
)
MANY: Final = refusal(409, "You have the maximum number of tokens", "You have 50 tokens: revoke one first.")


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: str
    scopes: tuple[Scope, ...]  # "play" allows everything you may do in games, "read" only reading


class ShownToken(msgspec.Struct, frozen=True):
    id: str
    label: str
    scopes: tuple[Scope, ...]
    created: datetime
    used: date  # the last day it was used


class CreatedToken(msgspec.Struct, frozen=True):
    id: str
    label: str
    scopes: tuple[Scope, ...]
    token: str  # shown only once


class TokensController(Controller):
    path = "/api/tokens"
    tags = ("people",)
    security = TOKEN

    @post(
        "/",
        summary="Create a token for a program of yours; it is shown only once",
        responses={403: OWNER_ONLY, 409: MANY, **refusals(400, 401, 413)},
    )
    async def make(self, request: StrictRequest, data: Annotated[NewToken, TOKENS]) -> CreatedToken:
        person = await owner(request)
        label, scopes = label_of(data.label), tuple(sorted(set(data.scopes)))
        if not scopes:
            raise Refused(NO_SCOPE, "malformed")
        people = request.services.people
        if len(await people.tokens(person.player)) >= _MOST_TOKENS:
            raise Refused(TOO_MANY_TOKENS.about(most=_MOST_TOKENS), "conflict")
        key, secret = await people.give_token(person.player, label, scopes)
        await request.services.activity.note(person.player, "token_made", origin(request), label)
        return CreatedToken(key.id, label, scopes, secret)

    @get("/", summary="Your tokens, without their secrets", responses={403: OWNER_ONLY, **refusals(401)})
    async def all(self, request: StrictRequest) -> list[ShownToken]:
        person = await owner(request)
        keys = (await request.services.people.tokens(person.player)).values()
        return [_shown(key) for key in sorted(keys, key=lambda key: key.created)]

    @delete(
        "/{token:str}",
        status_code=HTTP_200_OK,
        summary="Revoke a token, by its id",
        responses={403: OWNER_ONLY, **refusals(400, 401, 404)},
    )
    async def revoke(self, request: StrictRequest, token: FromPath[str]) -> ShownToken:
        """The token is refused at once by this process, and within two seconds by all others."""
        person, people = await owner(request), request.services.people
        for proof, key in (await people.tokens(person.player)).items():
            if key.id == token:
                await people.revoke(person.player, proof)
                await request.services.activity.note(person.player, "token_revoked", origin(request), key.label)
                return _shown(key)
        await people.revoke(person.player)  # it may have been revoked by a request that was answered with 503
        raise Refused(NO_SUCH_TOKEN, "not_found")


def _shown(key: Key) -> ShownToken:
    created, used = (moment(at) for at in (key.created, key.used))
    return ShownToken(key.id, key.label or "guest", key.scopes, created, used.date())
