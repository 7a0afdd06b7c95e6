"""Ending and beginning again: resign, call off, rematch."""

import msgspec
from litestar import Controller, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from domain.commands import Resign
from domain.errors import IllegalMove
from service.games.handle import Answer
from service.games.seating import NOT_OVER, Seating
from service.http.caller import held_seat, known_caller, seated, services
from service.http.openapi import INVITE, TOKEN, asking, refusals
from service.http.request import StrictRequest
from service.people.identity import Person


class NextGame(msgspec.Struct, frozen=True):
    id: str


async def _held_seat(request: StrictRequest, game: str) -> tuple[Seating, Person, int]:
    person = await known_caller(request)
    visit = await seated(request, game)
    return visit.table, person, held_seat(visit)


class LeavingController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)
    security = TOKEN

    @post(
        "/resign",
        status_code=HTTP_200_OK,
        summary="Leave your seat to a bot for the rest of the game",
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def resign(self, request: StrictRequest, game: FromPath[str]) -> Answer:
        table, _, seat = await _held_seat(request, game)
        here = services(request)
        answer = await here.handler.handle(game, Resign(seat, table.opened.successor))
        here.views.invalidate(game, answer.seq)
        return answer

    @post(
        "/cancel",
        status_code=HTTP_200_OK,
        summary="Call the game off, while nobody has moved",
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def cancel(self, request: StrictRequest, game: FromPath[str]) -> NextGame:
        _, person, _ = await _held_seat(request, game)
        await services(request).tables.cancel(game, person.player)
        return NextGame(game)

    @post(
        "/rematch",
        summary="Another game by the same people, seats rotated; whoever asks first opens its table",
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def rematch(self, request: StrictRequest, game: FromPath[str]) -> NextGame:
        _, person, _ = await _held_seat(request, game)
        here = services(request)
        if not (await here.views.view(game)).is_over:
            raise IllegalMove(NOT_OVER)
        return NextGame(await here.tables.rematch(game, person))
