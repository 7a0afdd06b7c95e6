"""Everything that concerns the caller, as a live stream."""

from functools import partial

from litestar import get
from litestar.params import FromQuery
from litestar.types import ASGIApp

from service.http.caller import is_still_caller, known_caller
from service.http.limits.stream_limits import MEDIA_TYPE, event_stream
from service.http.openapi import LAST_MESSAGE_ID, TOKEN, operation_with, refusals
from service.http.request import StrictRequest
from service.store.bells import NOTICE


@get(
    "/api/stream",
    media_type=MEDIA_TYPE,
    tags=("people",),
    summary="Everything of yours as it happens: turns, games that begin or end, invitations (server-sent events)",
    security=TOKEN,
    operation_class=operation_with(LAST_MESSAGE_ID),
    responses=refusals(400, 401),
)
async def own_stream(request: StrictRequest, after: FromQuery[str] = "", unread: FromQuery[bool] = False) -> ASGIApp:
    """`event: game` brings the line of a game as it is now; `event: games` the first page of all of them, as the answer
    of `/api/me/games`; `event: notices` how many notices are unread; `event: alive` says that nothing has happened.
    Resumes after `Last-Event-ID`, or the `at` of `/api/me/games`; with `unread=true` it begins with the number of
    unread notices in any case. Ends soon after your token is revoked or your session ends."""
    person = await known_caller(request)
    first = (NOTICE,) if unread else ()
    last = request.headers.get("last-event-id", "") or after
    stream = request.services.personal_streams.stream(person.player, last, partial(is_still_caller, request), first)
    return event_stream(request, person, stream)
