"""Whether the caller wants talk: everything, phrases only, or nothing."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, get, put

from service.games.seating import TalkLevel
from service.http.caller import known_caller
from service.http.openapi import TOKEN, body, refusals
from service.http.request import StrictRequest

LEVELS: Final = body(phrases={"level": "phrases"}, nothing={"level": "off"})


class OwnLevel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: TalkLevel


class OwnLevelController(Controller):
    path = "/api/me/talk"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="Whether you want talk at tables", responses=refusals(401))
    async def chosen(self, request: StrictRequest) -> OwnLevel:
        person = await known_caller(request)
        return OwnLevel(await request.services.talk.levels.of(person.player))

    @put(
        "/",
        summary="Choose whether you want talk at tables: everything, phrases only, or nothing",
        responses=refusals(400, 401, 403, 413),
    )
    async def choose(self, request: StrictRequest, data: Annotated[OwnLevel, LEVELS]) -> OwnLevel:
        """It holds for what you see and for what you may write, at every table."""
        person = await known_caller(request)
        await request.services.talk.levels.choose(person.player, data.level)
        return data
