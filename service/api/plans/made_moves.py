"""Which moves of a game were made by plans: for everybody when it is over."""

import msgspec
from litestar import Controller, get
from litestar.params import FromPath

from domain.commands import Step
from service.games.seating import NOT_OVER
from service.http.caller import table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, operation_with, refusals
from service.http.refusals import STILL_RUNNING
from service.http.request import StrictRequest
from service.runtime.refusal import Refused


class PlannedMove(msgspec.Struct, frozen=True):
    seat: int
    seq: int  # its first event
    last: int
    move: Step


class MadeMovesController(Controller):
    path = "/api/games/{game:str}/plans"
    tags = ("games",)

    @get(
        "/",
        summary="The moves that were made by plans, when the game is over",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses={409: STILL_RUNNING, **refusals(400, 401, 404)},
    )
    async def moves(self, request: StrictRequest, game: FromPath[str]) -> list[PlannedMove]:
        """In order. What was planned and did not happen stays secret. Nothing of players who have left for good."""
        table, _, _ = await table_visit(request, game)
        view = await request.services.live.view(game, nameless=table.nameless)
        if not view.is_over:
            raise Refused(NOT_OVER, "conflict")
        by_seat = await request.services.plans.by_seat(game, table)
        moves = [
            PlannedMove(seat, made.seq + 1, made.last, made.step) for seat, own in by_seat.items() for made in own.made
        ]
        return sorted(moves, key=lambda move: move.seq)
