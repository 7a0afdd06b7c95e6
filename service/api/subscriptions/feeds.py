"""Atom feeds: the puzzle of each day, and the finished games of a player that anybody may see."""

from hashlib import blake2b
from typing import Final

from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from projections.words import Language
from service.http.caller import other_person
from service.http.openapi import IF_NONE_MATCH, UNCHANGED, operation_with, refusals
from service.http.refusals import UNKNOWN_PLAYER
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse, not_modified

ATOM: Final = "application/atom+xml; charset=utf-8"
_FEED: Final = {
    200: ResponseSpec(str, description="The feed", media_type=ATOM, generate_examples=False),
    304: UNCHANGED,
}


class FeedsController(Controller):
    path = "/feeds"
    tags = ("feeds",)

    @get(
        "/puzzles.atom",
        summary="The puzzles of the last days as an Atom feed",
        operation_class=operation_with(IF_NONE_MATCH),
        responses={**_FEED, **refusals(400, 404)},
    )
    async def puzzles(self, request: StrictRequest, language: FromQuery[Language] = "en") -> ASGIApp:
        return _feed(request, await request.services.subscriptions.puzzles(language))

    @get(
        "/players/{player:str}/games.atom",
        summary="The newest public finished games of a player as an Atom feed",
        operation_class=operation_with(IF_NONE_MATCH),
        responses={**_FEED, 404: UNKNOWN_PLAYER, **refusals(400)},
    )
    async def games(
        self, request: StrictRequest, player: FromPath[str], language: FromQuery[Language] = "en"
    ) -> ASGIApp:
        name = (await other_person(request, player)).name
        return _feed(request, await request.services.subscriptions.games(player, name, language))


def _feed(request: StrictRequest, body: bytes) -> PreparedResponse:
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    headers = (b"etag", tag.encode()), (b"cache-control", b"public, max-age=600")
    return not_modified(request, tag) or PreparedResponse(body, *headers, kind=ATOM.encode())
