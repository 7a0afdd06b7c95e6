"""Listing legal moves and making one."""

from functools import partial
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from domain.commands import Move, Play
from domain.decide import CANCELLED
from domain.errors import IllegalMove
from domain.game import Game
from projections.choices import Choices
from service.games.commands import Answer
from service.games.news import News
from service.games.seating import SEAT_LEFT, SEATS_OPEN
from service.http.caller import command_id, held_seat, known_caller, table_visit
from service.http.language import language
from service.http.openapi import IDEMPOTENCY_KEY, INVITE, OPTIONAL_TOKEN, TOKEN, body, operation_with, refusals
from service.http.request import StrictRequest
from service.http.responses import GZIP, VARY, PreparedResponse, accepts_gzip
from service.runtime.compression import packed
from service.runtime.refusal import Refused

_ENCODER: Final = msgspec.json.Encoder()

MOVES: Final = body(
    claim={"type": "claim", "domino": 12},
    claim_a_pair={"type": "claim", "dominoes": [4, 30]},
    place={"type": "place", "domino": 12, "a": [1, 0], "b": [2, 0]},
    decline={"type": "decline", "domino": 12},
    fire={"type": "fire", "at": [1, 1]},
    give_totem={"type": "give_totem", "resource": "fish", "to": 1},
    draft={"type": "draft", "domino": 7},
    recruit={"type": "recruit", "caveman": "hunter", "source": "cave", "spend": [[1, 0], [0, 2]], "at": [1, 0]},
    leave_it={"type": "pass"},
    undo={"type": "undo"},
)


class AnswerWithNews(Answer, frozen=True):
    news: News | msgspec.UnsetType | None = msgspec.UNSET  # to who asks for it


def _check_not_left(seat: int, game: Game) -> None:
    if game.position.players[seat].bot is not None:
        raise Refused(SEAT_LEFT, "forbidden")


class MovesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @get(
        "/{game:str}/moves",
        summary="Every legal move of the seat to move, each in the form to be posted",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses={
            200: ResponseSpec(Choices, description="The moves", generate_examples=False),
            **refusals(400, 401, 404),
        },
    )
    async def moves(self, request: StrictRequest, game: FromPath[str]) -> ASGIApp:
        table, _, _ = await table_visit(request, game)
        view = await request.services.live.view(game, nameless=table.nameless)
        if not view.seq:
            raise Refused(SEATS_OPEN, "not_found")
        return PreparedResponse(view.choices(shows_earnings=table.shows_earnings))

    @post(
        "/{game:str}/moves",
        status_code=HTTP_200_OK,
        summary="Make a move",
        security=TOKEN,
        operation_class=operation_with(INVITE, IDEMPOTENCY_KEY),
        responses={
            200: ResponseSpec(AnswerWithNews, description="The events it caused", generate_examples=False),
            **refusals(400, 401, 403, 404, 409, 413, 422),
        },
    )
    async def move(
        self,
        request: StrictRequest,
        game: FromPath[str],
        data: Annotated[Move, MOVES],
        seq: FromQuery[int | None] = None,
        news: FromQuery[bool] = False,
    ) -> ASGIApp:
        """`Idempotency-Key` makes it safe to repeat; `seq` refuses the move if the game is no longer at that event.

        With `news` the answer has all that is new after event `seq`: what each event changes on the table, the events
        in words, the clock, and what you may do next; null if that is too much."""
        person = await known_caller(request)  # first: a private game is unknown to callers who were signed out
        visit = await table_visit(request, game)
        seat = held_seat(visit)
        if visit.table.is_cancelled:
            raise IllegalMove(CANCELLED)
        if not visit.table.is_full:
            raise Refused(SEATS_OPEN, "not_found")

        services, check = request.services, partial(_check_not_left, seat)
        key = command_id(request, person)
        answer = await services.commands.handle(game, Play(seat, data), key, seq, check, is_strict=True)
        encoded = _ENCODER.encode(answer)
        if not news:
            return PreparedResponse(encoded)
        after = seq if seq is not None else answer.events[0].seq - 1
        written = await services.news.since(game, visit.table, seat, after, language(request))
        whole = b'%b,"news":%b}' % (encoded[:-1], written.news or b"null")
        return PreparedResponse(packed(whole), GZIP, VARY) if accepts_gzip(request.scope) else PreparedResponse(whole)
