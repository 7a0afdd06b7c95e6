"""Going on from a position of any game, against bots."""

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
from service.http.caller import known_caller, seated, services
from service.http.openapi import INVITE, TOKEN, asking, body, refusal, refusals
from service.http.request import StrictRequest

FORKS: Final = body(here={"at": 3}, on_another_seat={"at": 3, "seat": 1, "bot": "pebble"})

UNFAIR: Final = refusal(
    403,
    "The bot's moves would be hints for a game that is running",
    "Until that game is over, only Pebble and Flint go on from it: what Volcano plays is a hint.",
)


class AskedFork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: int  # the event after which it goes on
    seat: int | None = None  # yours; without it the one you have there, or the one to move
    bot: Level = "flint"  # of all other seats


class Forked(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    seq: int
    seat: int
    invite: str | None = None  # of a private game, as that from which it was forked


class ForksController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)
    security = TOKEN

    @post(
        "/fork",
        summary="A new game against bots, from the position after event `at`; what is hidden is shuffled anew",
        operation_class=asking(INVITE),
        responses={**refusals(400, 401, 404, 413, 422), 403: UNFAIR},
    )
    async def fork(self, request: StrictRequest, game: FromPath[str], data: Annotated[AskedFork, FORKS]) -> Forked:
        """Any game that you may see: running, finished, or a record. The new one has no clock and is not rated."""
        person = await known_caller(request)
        origin, _, held = await seated(request, game)
        here = services(request)
        view = await here.views.view(game, data.at, origin.departed)
        position = view.frame_at(data.at).game.position
        await check_fair_bot(here.tables, here.views, origin, view, data.bot)
        seat = _seat(position, held, data.seat)
        bots = tuple(None if other == seat else data.bot for other in range(position.rules.seats))
        asked = TableOpened(position.rules, bots)
        new, table = await here.tables.fork(Origin(game, data.at), asked, seat, person)
        return Forked(new, await here.store.version(new), seat, table.opened.invite)


def _seat(position: Position, held: int | None, asked: int | None) -> int:
    if asked is None:
        return next(seat for seat in (held, position.seat, 0) if seat is not None)
    if asked not in range(position.rules.seats):
        raise IllegalMove(NO_SEAT.about(seat=asked))
    return asked
