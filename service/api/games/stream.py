"""The public log of a game, as a list and as a live stream."""

from functools import partial
from typing import Final, cast

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import ASGIApp

from projections.words import Language
from service.games.codec import Stamped
from service.games.news import WrittenNews
from service.http.caller import address, may_still_visit, table_visit
from service.http.limits.stream_limits import StreamLimit
from service.http.openapi import INVITE, LAST_EVENT_ID, OPTIONAL_TOKEN, operation_with, refusals
from service.http.request import StrictRequest

_LONGEST_EVENT_ID: Final = 18  # digits
# No proxy keeps a stream, holds it back or packs it.
_HEADERS: Final = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}


class StreamController(Controller):
    path = "/api/games"
    tags = ("games",)

    @get(
        "/{game:str}/events",
        summary="The public log after event `after`; as NDJSON if you accept that",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def events(
        self, request: StrictRequest, game: FromPath[str], after: FromQuery[int] = 0
    ) -> Response[list[Stamped]]:
        table, _, _ = await table_visit(request, game)
        view = await request.services.live.view(game, nameless=table.nameless)
        shown = view.log(max(0, after))
        if "application/x-ndjson" in request.headers.get("accept", ""):
            lines = msgspec.json.Encoder().encode_lines(shown)
            return cast(Response[list[Stamped]], Response(lines, media_type="application/x-ndjson"))
        return Response(shown)

    @get(
        "/{game:str}/stream",
        media_type="text/event-stream",
        summary="New events as they happen (server-sent events)",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE, LAST_EVENT_ID),
        responses=refusals(400, 401, 404),
    )
    async def stream(
        self,
        request: StrictRequest,
        game: FromPath[str],
        after: FromQuery[int] = 0,
        news: FromQuery[bool] = False,
        language: FromQuery[Language] = "en",
    ) -> ASGIApp:
        """Resumes after `Last-Event-ID`. `event: resync` means: fetch the table again. With `news`, each message is an
        `event: news` with all that is new, as in the answer to a move, in this `language`. The stream ends soon after
        your token is revoked or your session ends."""
        table, person, _ = await table_visit(request, game)
        services, last = request.services, request.headers.get("last-event-id", "")
        is_number = last.isascii() and last.isdigit() and len(last) <= _LONGEST_EVENT_ID
        begin = int(last) if is_number else max(0, after)
        # Read before the status is sent, so that an error can still be reported.
        await services.live.view(game, begin, table.nameless)
        limit: StreamLimit = request.app.state.stream_limit
        written = partial(_news, request, game, language) if news else None
        stream = services.streams.stream(game, begin, partial(may_still_visit, request, game), written)
        events = ASGIStreamingResponse(iterator=stream, media_type="text/event-stream", headers=_HEADERS)
        return limit.counted(address(request), person.player if person else None, events)


async def _news(request: StrictRequest, game: str, language: Language, after: int) -> WrittenNews:
    table, _, seat = await table_visit(request, game)
    return await request.services.news.since(game, table, seat, after, language)
