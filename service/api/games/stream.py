"""The public log of a game, as a list and as a live stream."""

from functools import partial
from typing import Final, Literal, cast

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from projections.words import Language
from service.engine.hints import Hint, shown_hint
from service.games.codec import Stamped
from service.games.fair_play import check_fair_play
from service.games.news import WrittenNews
from service.games.seating import Seating
from service.games.shown_clock import ShownClock
from service.games.streams import TALK
from service.http.caller import Visit, is_still_caller, table_visit, talk_place
from service.http.limits.stream_limits import MEDIA_TYPE, event_stream
from service.http.openapi import INVITE, LAST_EVENT_ID, OPTIONAL_TOKEN, operation_with, refusals
from service.http.request import StrictRequest
from service.people.identity import Person
from service.runtime.refusal import Refused
from service.store.bells import HERE, HINT, Bell
from service.talk.channels import open_channels

_LONGEST_EVENT_ID: Final = 18  # digits


class ReviewReport(msgspec.Struct, frozen=True):
    """How far the review of a game is; when it is done, `/analysis` has it."""

    status: Literal["running", "done"]
    progress: float


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
        media_type=MEDIA_TYPE,
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
        `event: news` with all that is new, as in the answer to a move, in this `language`; `event: hint` brings a
        hint that you have asked for, `event: review` how far the review is, `event: clock` the clock, when it has
        changed without an event, `event: talk` that something was said which you may read and how much of it is
        `unread`, `event: here` the `seats` of the other players who are at the table right now, if
        you play, `event: alive` says that nothing has happened. The stream ends soon after your token is revoked or
        your session ends."""
        table, person, _ = await table_visit(request, game)
        services, last = request.services, request.headers.get("last-event-id", "")
        is_number = last.isascii() and last.isdigit() and len(last) <= _LONGEST_EVENT_ID
        begin = int(last) if is_number else max(0, after)
        # Read before the status is sent, so that an error can still be reported.
        await services.live.view(game, begin, table.nameless)
        page = _Page(request, person, game, language) if news else None
        stream = services.streams.stream(game, begin, partial(is_still_caller, request, game), page)
        return event_stream(request, person, stream)


def _message(event: str, data: object) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (event.encode(), msgspec.json.encode(data))


class _Page:
    """A table on a page of the caller."""

    def __init__(self, request: StrictRequest, person: Person | None, game: str, language: Language) -> None:
        self.player = person.player if person else None
        self._request = request
        self._game = game
        self._language: Language = language
        self._clock: ShownClock | None = None  # as the page knows it
        self._here: list[int] = []
        self._unread: int | None = None  # messages, as the page knows it

    async def news(self, after: int) -> WrittenNews:
        table, _, seat = await table_visit(self._request, self._game)
        self._clock = None  # it comes with the news
        return await self._request.services.news.since(self._game, table, seat, after, self._language)

    async def report(self, bell: Bell) -> bytes:
        if bell.kind == HERE:
            return await self._attendance(await table_visit(self._request, self._game))
        if bell.kind == TALK:
            return await self._talk(await table_visit(self._request, self._game), is_new=True)
        try:
            shown = await (self._hint(bell.about.partition("/")[2]) if bell.kind == HINT else self._review())
        except Refused:
            return b""
        return _message(bell.kind, shown) if shown else b""

    async def beat(self) -> bytes:
        try:
            visit = await table_visit(self._request, self._game)
        except Refused:
            return b""
        talk = await self._talk(visit) if self._unread is None else b""
        return await self._changed_clock(visit.table) + await self._attendance(visit) + talk

    async def _changed_clock(self, table: Seating) -> bytes:
        before, self._clock = self._clock, await self._request.services.news.clock(self._game, table)
        return b"" if before in (None, self._clock) else _message("clock", self._clock)

    async def _talk(self, visit: Visit, *, is_new: bool = False) -> bytes:
        """That something was said which this reader may read; at first only if something is unread."""
        place = await talk_place(self._request, self._game, visit)
        before, self._unread = self._unread or 0, await self._request.services.talk.unread(self._game, place)
        is_heard = is_new and bool(open_channels(place))
        return _message("talk", {"unread": self._unread}) if is_heard or before != self._unread else b""

    async def _attendance(self, visit: Visit) -> bytes:
        """Which other players are here, if that has changed: only players learn it."""
        others = {seat: player for seat, player in enumerate(visit.table.players) if player and seat != visit.seat}
        if visit.seat is None or not visit.table.is_full or not others:
            return b""
        services, before = self._request.services, self._here
        await services.attendance.note(self._game, visit.seat, others.values())
        seats = await services.attendance.among(self._game, list(others))
        self._here = [seat for seat in seats if await services.notices.presence.is_here(others[seat])]
        return b"" if before == self._here else _message("here", {"seats": self._here})

    async def _hint(self, name: str) -> Hint | None:
        services, (table, _, seat) = self._request.services, await table_visit(self._request, self._game)
        hint = await services.hints.find(self._game, name)
        return hint and await shown_hint(hint, self._game, table, seat, services.tables, services.live)

    async def _review(self) -> ReviewReport:
        services, (table, _, _) = self._request.services, await table_visit(self._request, self._game)
        view = await services.live.view(self._game, nameless=table.nameless)
        await check_fair_play(services.tables, services.live, table, view)
        if await services.reviews.exists(self._game):
            return ReviewReport("done", 1.0)
        return ReviewReport("running", await services.reviews.progress(self._game) or 0.0)
