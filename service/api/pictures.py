"""Pictures of games and puzzles, for previews and for passing on. Whoever may see the game may see its picture."""

import datetime
from collections.abc import Callable
from functools import partial
from typing import Final

from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from projections.frames import Frame
from projections.picture import film_pictures, puzzle_picture, table_picture
from projections.table import table
from puzzles.search.exact.problem import Problem
from service.games.seating import NOT_OVER, SEATS_OPEN
from service.http.caller import seated, services
from service.http.openapi import IF_NONE_MATCH, INVITE, TOKEN_OR_NOBODY, UNCHANGED, asking, refusals
from service.http.refusals import NOWHERE, RUNNING
from service.http.request import StrictRequest
from service.http.responses import Ready, unchanged
from service.pictures.painter import STYLE, film, png
from service.runtime.refusal import Refused

PNG: Final = "image/png"
WEBP: Final = "image/webp"
_FILM_WIDTH: Final = 600
_PAUSE: Final = 450  # milliseconds
_END: Final = 4_000
_DAY: Final = b"public, max-age=86400"
_MINUTE: Final = b"public, max-age=60"
_NOT_SHARED: Final = b"private, no-cache"


def _image(kind: str, told: str) -> dict[int, ResponseSpec]:
    shown = ResponseSpec(bytes, description=told, media_type=kind, generate_examples=False)
    return {200: shown, 304: UNCHANGED}


class PicturesController(Controller):
    path = "/api"
    security = TOKEN_OR_NOBODY

    @get(
        "/games/{game:str}/picture",
        tags=["games"],
        summary="The table after event `at`, the newest without it, as a picture of 1200 × 630",
        operation_class=asking(INVITE, IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), **refusals(400, 401, 404)},
    )
    async def picture(self, request: StrictRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> ASGIApp:
        table, _, _ = await seated(request, game)
        if not table.is_full or table.is_cancelled:
            raise Refused(SEATS_OPEN, "not_found")
        view = await services(request).views.view(game, at or 0, table.departed)
        seq = view.number_at(at)
        kept = _NOT_SHARED if table.opened.invite else _MINUTE if at is None else _DAY
        return await _painted(request, f"{game}-{seq}", partial(_table, view.frames[seq - 1]), PNG, kept)

    @get(
        "/games/{game:str}/film",
        tags=["games"],
        summary="A finished game as an animated picture, domino by domino",
        operation_class=asking(INVITE, IF_NONE_MATCH),
        responses={**_image(WEBP, "The film"), 409: RUNNING, **refusals(400, 401, 404)},
    )
    async def film(self, request: StrictRequest, game: FromPath[str]) -> ASGIApp:
        table, _, _ = await seated(request, game)
        view = await services(request).views.view(game, departed=table.departed)
        if not view.is_over:
            raise Refused(NOT_OVER, "conflict")
        kept = _NOT_SHARED if table.opened.invite else _DAY
        return await _painted(request, f"{game}-film", partial(_film, view.frames), WEBP, kept)

    @get(
        "/puzzles/daily/picture",
        tags=["puzzles"],
        summary="How the puzzle of a day begins, as a picture; of today without `date`",
        operation_class=asking(IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), **refusals(400, 401), 404: NOWHERE},
    )
    async def daily(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> ASGIApp:
        here = services(request)
        return await _puzzle(request, await here.calendar.puzzle_of(date or here.calendar.today()), _MINUTE)

    @get(
        "/puzzles/{puzzle:str}/picture",
        tags=["puzzles"],
        summary="How a puzzle begins, as a picture",
        operation_class=asking(IF_NONE_MATCH),
        responses={**_image(PNG, "The picture"), **refusals(400, 401), 404: NOWHERE},
    )
    async def puzzle(self, request: StrictRequest, puzzle: FromPath[str]) -> ASGIApp:
        return await _puzzle(request, puzzle, _DAY)


async def _puzzle(request: StrictRequest, name: str, kept: bytes) -> ASGIApp:
    problem = (await services(request).calendar.find(name)).puzzle.problem
    return await _painted(request, f"puzzle-{name}", partial(_beginning, problem), PNG, kept)


async def _painted(request: StrictRequest, name: str, paint: Callable[[], bytes], kind: str, kept: bytes) -> ASGIApp:
    tag = f'"{STYLE}-{name}"'
    if (known := unchanged(request, tag)) is not None:
        return known
    picture = await services(request).pictures.picture(name, paint)
    headers = (b"etag", tag.encode()), (b"cache-control", kept), (b"x-content-type-options", b"nosniff")
    return Ready(picture, *headers, kind=kind.encode())


def _table(frame: Frame) -> bytes:
    return png(table_picture(table(frame)))


def _film(frames: list[Frame]) -> bytes:
    return film([*film_pictures(frames)], _FILM_WIDTH, _PAUSE, _END)


def _beginning(problem: Problem) -> bytes:
    return png(puzzle_picture(problem.rules, problem.territory, problem.dominoes))
