"""The caller's own games: the lists, what they note about each game, and what happened while they were away."""

from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, get, patch, post
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK

from service.http.caller import held_seat, known_caller, table_visit
from service.http.language import language
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.paging import PAGE_SIZE, page_start
from service.http.request import StrictRequest
from service.notices.shown import ShownNotice
from service.personal.game_lines import MOST
from service.personal.marks import BAD_LABEL, LONGEST, TOO_MANY_MARKED, Mark
from service.personal.marks import MOST as MOST_MARKED
from service.personal.own_lists import OwnLine
from service.runtime.clock import moment
from service.store.bells import GAME

NO_SEAT: Final = refusal(403, "You have no seat in this game", "You have no seat in this game.")
TOO_MANY: Final = refusal(409, "Too many games are marked", TOO_MANY_MARKED.about(most=MOST_MARKED).text)
NOT_A_LABEL: Final = refusal(422, "Not a label, or too many games are muted", BAD_LABEL.about(longest=LONGEST).text)
NOTES: Final = body(
    a_label={"label": "the one with the volcano"}, a_star={"is_starred": True}, in_peace={"is_muted": True}
)


class OwnGames(msgspec.Struct, frozen=True, omit_defaults=True):
    total: int
    games: list[OwnLine]
    next: int | None = None  # the `start` of the next page, if there is one
    at: str | None = None  # of the games that go on: the stream of everything of yours goes on after this


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    label: str | None = None
    is_starred: bool | None = None
    is_muted: bool | None = None


class ShownNotes(msgspec.Struct, frozen=True):
    label: str
    is_starred: bool
    is_muted: bool


class Meanwhile(msgspec.Struct, frozen=True):
    since: datetime | None = None  # null if you were not away, or have seen everything
    until: datetime | None = None
    notices: list[ShownNotice] = []  # the newest first, each thing once


class OwnGamesController(Controller):
    path = "/api/me"
    tags = ("lists",)
    security = TOKEN

    @get("/games", summary="Your games: those waiting for you first, by the time left", responses=refusals(400, 401))
    async def mine(
        self,
        request: StrictRequest,
        status: FromQuery[Literal["current", "over", "starred"]] = "current",
        start: FromQuery[int] = 0,
        count: FromQuery[int] = PAGE_SIZE,
    ) -> OwnGames:
        """With what you have noted about them. `over` are those that have ended, the newest first; `starred` your
        favourites, wherever they stand. At most 200 at a time."""
        person, services = await known_caller(request), request.services
        position = services.personal_streams.position  # before the list is read: nothing is missed in between
        begin, most = page_start(start), min(max(1, count), MOST)
        if status == "starred":
            lines, total = await services.own_lists.starred(person.player, begin, most)
            return OwnGames(total, lines, begin + most if begin + most < total else None)
        is_current = status == "current"
        lines, total = await services.own_lists.page(person.player, "mine" if is_current else "history", begin, most)
        end = begin + most
        return OwnGames(total, lines, end if end < total else None, position if is_current else None)

    @get(
        "/games/{game:str}",
        summary="What you have noted about a game",
        responses={403: NO_SEAT, **refusals(400, 401, 404)},
    )
    async def notes(self, request: StrictRequest, game: FromPath[str]) -> ShownNotes:
        player = await _seated(request, game)
        [mark] = await request.services.own_lists.marks.of(player, [game])
        return ShownNotes(mark.label, mark.is_starred, await _is_muted(request, player, game))

    @patch(
        "/games/{game:str}",
        summary="Label, star or mute one of your games: nobody else sees it",
        responses={403: NO_SEAT, 409: TOO_MANY, 422: NOT_A_LABEL, **refusals(400, 401, 404, 413)},
    )
    async def note(self, request: StrictRequest, game: FromPath[str], data: Annotated[Notes, NOTES]) -> ShownNotes:
        """A label has at most 60 characters; an empty one removes it. At most 500 games have a label or a star, those
        that are over included, and 200 are muted: you are informed of nothing in those."""
        player, services = await _seated(request, game), request.services
        [old] = await services.own_lists.marks.of(player, [game])
        mark = Mark(
            old.label if data.label is None else data.label,
            old.is_starred if data.is_starred is None else data.is_starred,
        )
        if mark != old:
            mark = await services.own_lists.marks.put(player, game, mark)
        if data.is_muted is not None:
            await services.notices.mute(player, game, is_muted=data.is_muted)
        await services.bells.ring(GAME, game, [player])  # the other pages of this person show it too
        return ShownNotes(mark.label, mark.is_starred, await _is_muted(request, player, game))

    @get("/meanwhile", summary="What happened in your games while you were away", responses=refusals(401))
    async def meanwhile(self, request: StrictRequest) -> Meanwhile:
        """You were away if you did nothing on the site for half an hour. Nothing of games that you have muted."""
        person, notices = await known_caller(request), request.services.notices
        absence = await notices.presence.absence(person.player)
        if absence is None:
            return Meanwhile()
        happened = await notices.meanwhile(person.player, absence, language(request))
        return Meanwhile(moment(absence.since), moment(absence.until), happened)

    @post(
        "/meanwhile/read",
        status_code=HTTP_200_OK,
        summary="You have seen what happened while you were away",
        responses=refusals(401, 403),
    )
    async def read(self, request: StrictRequest) -> Meanwhile:
        person = await known_caller(request)
        await request.services.notices.presence.forget_absence(person.player)
        return Meanwhile()


async def _seated(request: StrictRequest, game: str) -> str:
    """The caller, who has a seat in the game; raises Refused."""
    person = await known_caller(request)
    held_seat(await table_visit(request, game))
    return person.player


async def _is_muted(request: StrictRequest, player: str, game: str) -> bool:
    return game in await request.services.notices.muted(player)
