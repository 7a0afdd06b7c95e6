"""Playing on from a position of any game, against bots."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, post
from litestar.params import FromPath

from domain.decide import NO_SEAT
from domain.errors import IllegalMove
from domain.pieces import Level
from domain.position import Position
from service.games.fair_play import check_fair_bot
from service.games.seating import Origin, TableOpened
from service.http.caller import address, known_caller, once, table_visit
from service.http.openapi import IDEMPOTENCY_KEY, INVITE, TOKEN, body, operation_with, refusal, refusals
from service.http.request import StrictRequest

FORKS: Final = body(here={"at": 3}, on_another_seat={"at": 3, "seat": 1, "bot": "pebble"})

UNFAIR: Final = refusal(
    403,
    "The bot's moves would be hints for a game that is running",
    "Until that game is over, only Pebble and Flint go on from it: what Volcano plays is a hint.",
)


class ForkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: int  # the event after which the new game begins
    seat: int | None = None  # yours; by default your seat in that game, otherwise the seat to move
    bot: Level = "flint"  # plays all other seats


class Forked(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    seq: int
    seat: int
    invite: str | None = None  # if the game is private because the original game is


class ForksController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)
    security = TOKEN

    @post(
        "/fork",
        summary="A new game against bots, from the position after event `at`; what is hidden is shuffled again",
        operation_class=operation_with(INVITE, IDEMPOTENCY_KEY),
        responses={**refusals(400, 401, 404, 413, 422), 403: UNFAIR},
    )
    async def fork(self, request: StrictRequest, game: FromPath[str], data: Annotated[ForkRequest, FORKS]) -> Forked:
        """Any game that you may see: running, finished, or a record; the deal of a day only once all may see it.
        The new game has no clock and is not rated."""
        person = await known_caller(request)
        origin, _, held = await table_visit(request, game)
        services = request.services
        services.deals.check_open(origin)
        view = await services.live.view(game, data.at, origin.nameless)
        position = view.frame_at(data.at).game.position
        await check_fair_bot(services.tables, services.live, origin, view, data.bot)
        seat = _seat(position, held, data.seat)
        await services.quotas.take_kept(person, address(request))
        bots = tuple(None if other == seat else data.bot for other in range(position.rules.seats))
        opened = TableOpened(position.rules, bots)
        new, table = await services.tables.fork(
            Origin(game, data.at), opened, seat, person, once(request, person, data)
        )
        return Forked(new, await services.store.version(new), seat, table.opened.invite)


def _seat(position: Position, held: int | None, requested: int | None) -> int:
    if requested is None:
        return next(seat for seat in (held, position.seat, 0) if seat is not None)
    if requested not in range(position.rules.seats):
        raise IllegalMove(NO_SEAT.about(seat=requested))
    return requested
