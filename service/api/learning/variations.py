"""Trying other moves in a finished game, without starting a new game."""

import asyncio
from typing import Annotated, Final

import msgspec
from litestar import Controller, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from domain.commands import Step
from domain.errors import IllegalMove
from projections.choices import Choices, choices
from projections.replay import ReplayStep
from projections.table import Table
from projections.words import Language
from service.engine.hints import NOTHING_TO_HINT
from service.games.fair_play import check_fair_play
from service.games.seating import NOT_OVER
from service.games.variations import Variation
from service.http.caller import table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, body, operation_with, refusals
from service.http.refusals import STILL_RUNNING, UNFAIR
from service.http.request import StrictRequest
from service.http.responses import GZIP, VARY, PreparedResponse, accepts_gzip
from service.runtime.compression import packed
from service.runtime.refusal import Refused

MOST_MOVES: Final = 400  # more than any game has
TRIES: Final = body(
    nothing_yet={"at": 3},
    two_moves={"at": 3, "moves": [{"type": "claim", "dominoes": [2, 31]}, {"type": "claim", "dominoes": [14, 22]}]},
)


class SideLineRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: int  # the event after which the side line begins
    moves: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_MOVES)] = ()  # of all seats, in order


class TriedSideLine(msgspec.Struct, frozen=True):
    """The result. To go on, send all moves again with the next one appended."""

    at: int
    seat: int  # the seat that plays the side line: the one that was to move there
    seq: int  # the newest event
    moves: list[Step]  # the requested moves, then the replies of the other seats
    steps: list[ReplayStep]  # of all events after `at`
    frames: msgspec.Raw  # the tables from the last requested move to the newest event
    choices: Choices | None  # the legal moves of the seat; null when the game is over


class ShownSideLine(TriedSideLine, frozen=True):
    """The same, as the schema describes it: here the tables are already encoded."""

    frames: list[Table]  # type: ignore[assignment]


class VariationsController(Controller):
    path = "/api/games/{game:str}"
    tags = ("help",)
    security = OPTIONAL_TOKEN

    @post(
        "/sideline",
        status_code=HTTP_200_OK,
        summary="Try other moves after event `at` of a finished game; a bot plays the other seats; nothing is stored",
        operation_class=operation_with(INVITE),
        responses={
            200: ResponseSpec(ShownSideLine, description="The side line", generate_examples=False),
            **refusals(400, 401, 404, 413, 422),
            403: UNFAIR,
            409: STILL_RUNNING,
        },
    )
    async def sideline(
        self,
        request: StrictRequest,
        game: FromPath[str],
        data: Annotated[SideLineRequest, TRIES],
        language: FromQuery[Language] = "en",
    ) -> ASGIApp:
        """On the same deal: the lines are those of the game. A fast bot moves for the other seats."""
        table, _, viewer = await table_visit(request, game)
        services = request.services
        view = await services.live.view(game, data.at, table.nameless)
        if not view.is_over:
            raise Refused(NOT_OVER, "conflict")
        at = view.number_at(data.at)
        await check_fair_play(services.tables, services.live, table, view)
        line = Variation(view, at)
        seat = line.game.position.seat
        if seat is None:
            raise IllegalMove(NOTHING_TO_HINT.about(event=data.at))
        await asyncio.to_thread(_try, line, data.moves, seat)
        return _answer(request, await _tried(line, seat, viewer, language))


def _try(line: Variation, moves: tuple[Step, ...], seat: int) -> None:
    line.play(moves)
    line.answer(seat)


async def _tried(line: Variation, seat: int, viewer: int | None, language: Language) -> TriedSideLine:
    game = line.game
    return TriedSideLine(
        at=line.at,
        seat=seat,
        seq=game.version,
        moves=line.moves,
        steps=line.view.steps(line.at, language),
        frames=msgspec.Raw(await line.view.tables(line.last_move_seq, game.version, viewer)),
        choices=None if game.position.seat is None else choices(game),
    )


def _answer(request: StrictRequest, tried: TriedSideLine) -> PreparedResponse:
    encoded = msgspec.json.encode(tried)
    if accepts_gzip(request.scope):
        return PreparedResponse(packed(encoded, effort=6), GZIP, VARY)
    return PreparedResponse(encoded)
