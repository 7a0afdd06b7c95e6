"""Stepping through a game, running or finished: its events in words, and the table after each."""

from functools import partial
from typing import Final

import msgspec
from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from projections.table import Table
from projections.words import Language
from service.games.timed_steps import TimedStep, with_times
from service.helper.requests import WriteSteps, WriteTables
from service.http.caller import table_visit
from service.http.openapi import IF_NONE_MATCH, INVITE, OPTIONAL_TOKEN, UNCHANGED, operation_with, refusals
from service.http.paging import page_start
from service.http.request import StrictRequest
from service.http.responses import GZIP, PreparedResponse, accepts_gzip, etag_headers, not_modified
from service.runtime.compression import unpacked

MOST_FRAMES: Final = 64
_FEW_STEPS: Final = 16  # these are written at once, more by the helper process


class ReplayController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)
    security = OPTIONAL_TOKEN

    @get(
        "/steps",
        summary="The events after `after` in words, with their turns and the scores so far",
        operation_class=operation_with(INVITE, IF_NONE_MATCH),
        responses={
            200: ResponseSpec(list[TimedStep], description="The steps", generate_examples=False),
            304: UNCHANGED,
            **refusals(400, 401, 404),
        },
    )
    async def steps(
        self,
        request: StrictRequest,
        game: FromPath[str],
        after: FromQuery[int] = 0,
        language: FromQuery[Language] = "en",
    ) -> ASGIApp:
        """Turns are numbered from the start; events that a move causes belong to the turn of that move."""
        table, _, _ = await table_visit(request, game)
        view = await request.services.live.view(game, after + 1, table.nameless)
        begin = min(max(0, after), view.seq)
        tag = f'"steps-{begin}-{view.seq}-{view.mark()}-{language}-{len(view.neutral)}"'
        if response := not_modified(request, tag):
            return response
        if view.seq - begin <= _FEW_STEPS:
            steps = with_times(view.stamped[begin:], view.steps(begin, language))
            return PreparedResponse(msgspec.json.encode(steps), *etag_headers(tag))
        services = request.services
        write = partial(services.texts.written, WriteSteps([*view.stamped], begin, language))
        return _packed(request, await services.live.encoded(view, ("steps", begin, language), view.seq, write), tag)

    @get(
        "/frames",
        summary="The tables after events `start` to `end`, at most 64 of them",
        operation_class=operation_with(INVITE, IF_NONE_MATCH),
        responses={
            200: ResponseSpec(list[Table], description="The tables", generate_examples=False),
            304: UNCHANGED,
            **refusals(400, 401, 404),
        },
    )
    async def frames(
        self, request: StrictRequest, game: FromPath[str], start: FromQuery[int] = 1, end: FromQuery[int | None] = None
    ) -> ASGIApp:
        """Each as in `GET /api/games/{game}?at=`, without a clock. `end` is at most `start` + 63."""
        table, _, seat = await table_visit(request, game)
        live = request.services.live
        begin = page_start(start, first=1)
        view = await live.view(game, begin, table.nameless)
        farthest = min(begin + MOST_FRAMES - 1, view.seq)
        last = max(begin - 1, farthest if end is None else min(end, farthest))
        tag = f'"frames-{begin}-{last}-{view.mark(last)}-{seat}-{len(view.neutral)}"'
        if response := not_modified(request, tag):
            return response
        events = [stamped.event for stamped in view.stamped[:last]]
        write = partial(request.services.texts.written, WriteTables(game, events, begin, last, seat))
        return _packed(request, await live.encoded(view, ("frames", begin, last, seat), last, write), tag)


def _packed(request: StrictRequest, data: bytes, tag: str) -> PreparedResponse:
    if accepts_gzip(request.scope):
        return PreparedResponse(data, GZIP, *etag_headers(tag))
    return PreparedResponse(unpacked(data), *etag_headers(tag))
