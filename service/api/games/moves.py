"""Listing legal moves and making one."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from domain.commands import Move
from projections.choices import Choices
from projections.offer import Offer
from service.games.commands import Answer
from service.games.news import News
from service.games.seating import SEATS_OPEN
from service.http.caller import SEEN_IN_LOG, make_move, table_visit
from service.http.entry.direct_routes import DIRECT
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
    news: News | msgspec.UnsetType | None = msgspec.UNSET  # for those who ask for it


class MovesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @get(
        "/{game:str}/moves",
        summary="Every legal move of the seat to move, each in the form to be posted",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses={
            200: ResponseSpec(Choices | Offer, description="The moves", generate_examples=False),
            **refusals(400, 401, 404),
        },
    )
    async def moves(self, request: StrictRequest, game: FromPath[str], grouped: FromQuery[bool] = False) -> ASGIApp:
        """With `grouped` they come by where a piece can be put, in a quarter of the bytes, as pages get them."""
        table, _, _ = await table_visit(request, game)
        view = await request.services.live.view(game, nameless=table.nameless)
        if not view.seq:
            raise Refused(SEATS_OPEN, "not_found")
        return PreparedResponse(view.choices(shows_earnings=table.shows_earnings, grouped=grouped))

    @post(
        "/{game:str}/moves",
        status_code=HTTP_200_OK,
        summary="Make a move",
        opt={DIRECT: True, SEEN_IN_LOG: True},
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
        table, seat, answer = await make_move(request, game, data, seq)
        encoded = _ENCODER.encode(answer)
        if not news:
            return PreparedResponse(encoded)
        after = seq if seq is not None else answer.events[0].seq - 1
        written = await request.services.news.since(game, table, seat, after, language(request))
        whole = b'%b,"news":%b}' % (encoded[:-1], written.news or b"null")
        return PreparedResponse(packed(whole), GZIP, VARY) if accepts_gzip(request.scope) else PreparedResponse(whole)
