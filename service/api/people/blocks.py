"""Whom the caller has blocked: none of them sits down at the caller's tables."""

from datetime import datetime

import msgspec
from litestar import Controller, delete, get, put
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from service.http.caller import known_caller, other_person
from service.http.openapi import TOKEN, refusal, refusals
from service.http.refusals import UNKNOWN_PLAYER
from service.http.request import StrictRequest
from service.people.blocks import BLOCKING_YOURSELF, MOST, TOO_MANY_BLOCKED
from service.runtime.clock import moment

TOO_MANY = refusal(409, "Too many are blocked", TOO_MANY_BLOCKED.about(most=MOST).text)
YOURSELF = refusal(422, "This is you", BLOCKING_YOURSELF.text)


class Block(msgspec.Struct, frozen=True):
    player: str
    name: str
    since: datetime


class Unblocked(msgspec.Struct, frozen=True):
    player: str


class BlocksController(Controller):
    path = "/api/blocks"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="Whom you have blocked, the newest first", responses=refusals(401))
    async def all(self, request: StrictRequest) -> list[Block]:
        person, services = await known_caller(request), request.services
        blocked = await services.blocks.of(person.player)
        names = await services.people.credentials.names(blocked)
        return [Block(player, name, moment(blocked[player])) for player, name in names.items()]

    @put(
        "/{player:str}",
        summary="Block somebody: they cannot sit down at your tables, nor ask you for a rematch",
        responses={404: UNKNOWN_PLAYER, 409: TOO_MANY, 422: YOURSELF, **refusals(400, 401, 403)},
    )
    async def block(self, request: StrictRequest, player: FromPath[str]) -> Block:
        """At most 500 people, for guests 100. They do not learn of it, and games that you both play go on."""
        person, blocks = await known_caller(request), request.services.blocks
        profile = await other_person(request, player)
        return Block(player, profile.name, moment(await blocks.put(person, player)))

    @delete(
        "/{player:str}",
        status_code=HTTP_200_OK,
        summary="Unblock somebody; nothing happens if you have not blocked them",
        responses=refusals(400, 401, 403),
    )
    async def unblock(self, request: StrictRequest, player: FromPath[str]) -> Unblocked:
        person = await known_caller(request)
        await request.services.blocks.remove(person.player, player)
        return Unblocked(player)
