"""Practice: the next puzzle, and some for times without a connection."""

from typing import Final

from litestar import Controller, get
from litestar.params import FromQuery

from domain.errors import Reason
from domain.rules import GameName, Mode
from puzzles.puzzle import Theme
from service.http.caller import caller, known_caller
from service.http.openapi import OPTIONAL_TOKEN, refusals
from service.http.refusals import NO_PUZZLE
from service.http.request import StrictRequest
from service.puzzles.library import LibraryEntry, PuzzleFilter
from service.puzzles.question_view import ShownPuzzle
from service.puzzles.viewing import shown_to
from service.runtime.refusal import Refused
from service.services import Services

NO_PUZZLE_LEFT: Final = Reason("no_puzzle_left", "", "There is no puzzle of this kind left.")
_HIGHEST: Final = 5_000  # rating
_AHEAD: Final = 10


class PractisingController(Controller):
    path = "/api/puzzles"
    tags = ("puzzles",)
    security = OPTIONAL_TOKEN

    @get(
        "/next",
        summary="A puzzle that you have not tried, near your rating or `rating`; or one that you have `failed` so far",
        responses={**refusals(400, 401), 404: NO_PUZZLE},
    )
    async def next(
        self,
        request: StrictRequest,
        theme: FromQuery[Theme | None] = None,
        game: FromQuery[GameName | None] = None,
        mode: FromQuery[Mode | None] = None,
        rating: FromQuery[int | None] = None,
        failed: FromQuery[bool] = False,
    ) -> ShownPuzzle:
        person = await known_caller(request) if failed else await caller(request)
        services, puzzle_filter = request.services, PuzzleFilter(theme, game, mode)
        if person is not None and failed:
            name = await services.practice.failed(person.player, puzzle_filter)
        else:
            near_to = None if rating is None else min(max(0, rating), _HIGHEST)
            name = await services.practice.new(person.player if person else None, puzzle_filter, near_to)
        stored = await services.library.find(name) if name is not None else None
        if stored is None:
            raise Refused(NO_PUZZLE_LEFT, "not_found")
        return await _shown(services, stored, person.player if person else None)

    @get("/ahead", summary="Some puzzles to keep for times without a connection", responses=refusals(401))
    async def ahead(self, request: StrictRequest) -> list[ShownPuzzle]:
        """Up to ten near your rating that you have not tried, without recruits: those need the service."""
        person, services = await caller(request), request.services
        player = person.player if person else None
        names = await services.practice.ahead(player, _AHEAD)
        entries = [await services.library.find(name) for name in names]
        return [await _shown(services, entry, player) for entry in entries if entry is not None]


async def _shown(services: Services, entry: LibraryEntry, player: str | None) -> ShownPuzzle:
    return await shown_to(services.calendar, services.attempts, services.results, entry, player)
