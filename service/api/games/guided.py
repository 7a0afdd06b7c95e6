"""A first game that teaches: against Pebble, on a deal that is the same for everybody."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, post

from service.games.seating import Guide, TableOpened
from service.games.starting.guided import guided_rules
from service.http.caller import address, known_caller, once
from service.http.openapi import IDEMPOTENCY_KEY, TOKEN, body, operation_with, refusals
from service.http.request import StrictRequest

GUIDES: Final = body(the_first={"guide": "discovery"}, kingdomino={"guide": "kingdomino"})


class GuidedRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    guide: Guide


class GuidedGame(msgspec.Struct, frozen=True):
    id: str
    seq: int


class GuidedGamesController(Controller):
    path = "/api/guided"
    tags = ("games",)
    security = TOKEN

    @post(
        "/",
        summary="A game that teaches, against Pebble; you sit on seat 0",
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses=refusals(400, 401, 409, 413, 422),
    )
    async def open(self, request: StrictRequest, data: Annotated[GuidedRequest, GUIDES]) -> GuidedGame:
        """Its deal is always the same, and so are Pebble's answers. It counts for nothing, and is in no list but your
        own while it runs."""
        person, services = await known_caller(request), request.services
        await services.quotas.check_table(person)
        await services.quotas.take_kept(person, address(request))
        opened = TableOpened(guided_rules(data.guide), (None, "pebble"))
        game, _ = await services.tables.open(opened, person, guide=data.guide, once=once(request, person, data))
        return GuidedGame(game, await services.store.version(game))
