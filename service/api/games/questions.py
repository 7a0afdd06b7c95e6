"""What a player asks the others for: to take back a turn, to call the game off, another bot, a pause; and answers."""

from typing import Annotated, Final

from litestar import Controller, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from service.games.consent.shown import PossibleQuestions, Standing
from service.games.consent.wishes import Wish
from service.games.questions import QuestionKind
from service.http.caller import held_seat, known_caller, table_visit
from service.http.openapi import INVITE, TOKEN, body, operation_with, refusals
from service.http.request import StrictRequest

WISHES: Final = body(
    undo={"type": "undo"},
    call_off={"type": "call_off"},
    another_bot={"type": "draw_bot", "seat": 1, "level": "mammoth"},
    pause={"type": "pause", "days": 7},
)


async def _seat(request: StrictRequest, game: str) -> int:
    await known_caller(request)
    return held_seat(await table_visit(request, game))


class QuestionsController(Controller):
    path = "/api/games/{game:str}/questions"
    tags = ("games",)
    security = TOKEN

    @get(
        summary="What you may ask the others for now; what waits for an answer is in the table",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def possible(self, request: StrictRequest, game: FromPath[str]) -> PossibleQuestions:
        return await request.services.consent.possible(game, await _seat(request, game))

    @post(
        status_code=HTTP_200_OK,
        summary="Ask the others for something; it happens when all who must agree have agreed",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 409, 413, 422),
    )
    async def ask(self, request: StrictRequest, game: FromPath[str], data: Annotated[Wish, WISHES]) -> Standing:
        seat = await _seat(request, game)
        await request.services.consent.ask(game, seat, data)
        return await request.services.consent.standing(game)

    @post(
        "/{kind:str}/agree",
        status_code=HTTP_200_OK,
        summary="Agree to what somebody asks for",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 409, 422),
    )
    async def agree(self, request: StrictRequest, game: FromPath[str], kind: FromPath[QuestionKind]) -> Standing:
        seat = await _seat(request, game)
        await request.services.consent.agree(game, seat, kind)
        return await request.services.consent.standing(game)

    @post(
        "/{kind:str}/close",
        status_code=HTTP_200_OK,
        summary="Refuse what somebody asks for, or take your own question back",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def close(self, request: StrictRequest, game: FromPath[str], kind: FromPath[QuestionKind]) -> Standing:
        seat = await _seat(request, game)
        await request.services.consent.close(game, seat, kind)
        return await request.services.consent.standing(game)
