"""Pictures of games and puzzles, for previews and for sharing. A picture is as visible as its game."""

import datetime
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from projections.frames import Frame
from projections.picture import WIDTH, offer_picture, puzzle_picture, table_picture
from projections.result_picture import result_picture
from projections.table import table
from puzzles.search.exact.problem import Problem
from service.games.seating import NOT_OVER, SEATS_OPEN
from service.games.view import View
from service.helper.requests import PaintFilm
from service.http.caller import table_visit
from service.http.openapi import IF_NONE_MATCH, INVITE, OPTIONAL_TOKEN, UNCHANGED, operation_with, refusals
from service.http.refusals import NO_PUZZLE, STILL_RUNNING
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse, not_modified
from service.pictures.painter import STYLE, png
from service.runtime.refusal import Refused

PNG: Final = "image/png"
WEBP: Final = "image/webp"
_DAY: Final = b"public, max-age=86400"
_MINUTE: Final = b"public, max-age=60"
_NOT_SHARED: Final = b"private, no-cache"


def _image(media_type: str, description: str) -> dict[int, ResponseSpec]:
    response = ResponseSpec(bytes, description=description, media_type=media_type, generate_examples=False)
    return {200: response, 304: UNCHANGED}


class PicturesController(Controller):
    path = "/api"
    security = OPTIONAL_TOKEN

    @get(
        "/games/{game:str}/picture",
        tags=["games"],
        summary="The table after event `at`, by default the newest, as a picture of 1200 × 630 pixels",
        operation_class=operation_with(INVITE, IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), **refusals(400, 401, 404)},
    )
    async def picture(self, request: StrictRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> ASGIApp:
        return await _moment(request, game, at, "", _table)

    @get(
        "/games/{game:str}/offer-picture",
        tags=["games"],
        summary="What the seat to move has and chooses from after event `at`, as a small picture of 600 × 315 pixels",
        operation_class=operation_with(INVITE, IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), **refusals(400, 401, 404)},
    )
    async def offer(self, request: StrictRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> ASGIApp:
        return await _moment(request, game, at, "-offer", _offer)

    @get(
        "/games/{game:str}/film",
        tags=["games"],
        summary="A finished game as an animated picture, domino by domino",
        operation_class=operation_with(INVITE, IF_NONE_MATCH),
        responses={**_image(WEBP, "The film"), 409: STILL_RUNNING, **refusals(400, 401, 404)},
    )
    async def film(self, request: StrictRequest, game: FromPath[str]) -> ASGIApp:
        view, cache_control = await _finished(request, game)
        services, name = request.services, f"{game}-film-{view.mark()}"
        paint = partial(services.films.written, PaintFilm([stamped.event for stamped in view.stamped]))
        return await _sent(request, name, partial(services.pictures.made, name, paint), WEBP, cache_control)

    @get(
        "/games/{game:str}/result-picture",
        tags=["games"],
        summary="The result of a finished game as a picture: the territories, and the points of every seat by item",
        operation_class=operation_with(INVITE, IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), 409: STILL_RUNNING, **refusals(400, 401, 404)},
    )
    async def result(self, request: StrictRequest, game: FromPath[str]) -> ASGIApp:
        view, cache_control = await _finished(request, game)
        return await _painted(request, f"{game}-result-{view.mark()}", partial(_result, view.frames[-1]), cache_control)

    @get(
        "/puzzles/daily/picture",
        tags=["puzzles"],
        summary="The start of the puzzle of `date`, of today by default, as a picture",
        operation_class=operation_with(IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), **refusals(400, 401), 404: NO_PUZZLE},
    )
    async def daily(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> ASGIApp:
        services = request.services
        return await _puzzle(request, await services.calendar.puzzle_of(date or services.calendar.today()), _MINUTE)

    @get(
        "/puzzles/{puzzle:str}/picture",
        tags=["puzzles"],
        summary="The start of a puzzle as a picture",
        operation_class=operation_with(IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), **refusals(400, 401), 404: NO_PUZZLE},
    )
    async def puzzle(self, request: StrictRequest, puzzle: FromPath[str]) -> ASGIApp:
        return await _puzzle(request, puzzle, _DAY)


async def _moment(
    request: StrictRequest, game: str, at: int | None, kind: str, paint: Callable[[Frame], bytes]
) -> ASGIApp:
    """A picture of the table after event `at`."""
    table, _, _ = await table_visit(request, game)
    if not table.is_full or table.is_cancelled:
        raise Refused(SEATS_OPEN, "not_found")
    view = await request.services.live.view(game, at or 0, table.nameless)
    seq = view.number_at(at)
    is_final = at is not None and view.is_over  # the log of a running game may be set back by a fail-over
    cache_control = _NOT_SHARED if table.is_private else _DAY if is_final else _MINUTE
    return await _painted(
        request, f"{game}-{seq}-{view.mark(seq)}{kind}", partial(paint, view.frames[seq - 1]), cache_control
    )


async def _finished(request: StrictRequest, game: str) -> tuple[View, bytes]:
    """A finished game that the caller may see, and for how long its pictures may be cached."""
    table, _, _ = await table_visit(request, game)
    view = await request.services.live.view(game, nameless=table.nameless)
    if not view.is_over:
        raise Refused(NOT_OVER, "conflict")
    return view, _NOT_SHARED if table.is_private else _DAY


async def _puzzle(request: StrictRequest, name: str, cache_control: bytes) -> ASGIApp:
    problem = (await request.services.calendar.find(name)).puzzle.problem
    return await _painted(request, f"puzzle-{name}", partial(_puzzle_start, problem), cache_control)


async def _painted(request: StrictRequest, name: str, paint: Callable[[], bytes], cache_control: bytes) -> ASGIApp:
    return await _sent(request, name, partial(request.services.pictures.picture, name, paint), PNG, cache_control)


async def _sent(
    request: StrictRequest, name: str, picture: Callable[[], Awaitable[bytes]], kind: str, cache_control: bytes
) -> ASGIApp:
    tag = f'"{STYLE}-{name}"'
    if (response := not_modified(request, tag)) is not None:
        return response
    headers = (b"etag", tag.encode()), (b"cache-control", cache_control), (b"x-content-type-options", b"nosniff")
    return PreparedResponse(await picture(), *headers, kind=kind.encode())


def _table(frame: Frame) -> bytes:
    return png(table_picture(table(frame)))


def _offer(frame: Frame) -> bytes:
    return png(offer_picture(table(frame)), WIDTH // 2)


def _result(frame: Frame) -> bytes:
    return png(result_picture(table(frame)))


def _puzzle_start(problem: Problem) -> bytes:
    return png(puzzle_picture(problem.rules, problem.territory, problem.dominoes))
