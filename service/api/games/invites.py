"""The link that opens a private table."""

import msgspec
from litestar import Controller, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from service.http.caller import known_caller, table_visit
from service.http.openapi import INVITE, TOKEN, operation_with, refusals
from service.http.request import StrictRequest


class NewInvite(msgspec.Struct, frozen=True):
    id: str  # of the game
    invite: str


class InvitesController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)
    security = TOKEN

    @post(
        "/invite",
        status_code=HTTP_200_OK,
        summary="A new invite for your private table; the old one opens nothing any more",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def renew(self, request: StrictRequest, game: FromPath[str]) -> NewInvite:
        """For the player who opened the table. Those who sit there stay."""
        person = await known_caller(request)
        await table_visit(request, game)
        return NewInvite(game, await request.services.tables.renew_invite(game, person.player))
