"""How somebody plays, what they have achieved, and their ratings and games to take along."""

from datetime import datetime
from typing import Final

import msgspec
from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.types import ASGIApp

from service.http.caller import caller
from service.http.openapi import OPTIONAL_TOKEN, refusals
from service.http.refusals import UNKNOWN_PLAYER
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse
from service.people.accounts import NoSuchPlayer
from service.personal.achievements import Achievement, achievements, solved_unaided
from service.personal.downloads import MOST, games_as_csv, ratings_as_csv
from service.personal.play import Play
from service.privacy.anonymise import ShownLine
from service.puzzles.streaks import streak
from service.runtime.clock import moment

CSV: Final = "text/csv; charset=utf-8"
TABLE: Final = {200: ResponseSpec(str, description="The table", media_type=CSV, generate_examples=False)}
_AT_ONCE: Final = 200  # games


class DatedRating(msgspec.Struct, frozen=True):
    at: datetime  # when the game ended that gave it
    game: str
    pool: str
    mean: float
    uncertainty: float  # the skill is within this of the mean in two cases of three
    rating: float  # as leaderboards show it


class PlayController(Controller):
    path = "/api/players/{player:str}"
    tags = ("lists",)
    security = OPTIONAL_TOKEN

    @get(
        "/play",
        summary="What a player's choices cost, by mode, kind and round, in their last 50 games, as far as reviewed",
        responses={404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def play(self, request: StrictRequest, player: FromPath[str]) -> list[Play]:
        """In points that were lost against the best choice. Your private games are counted for yourself only."""
        await _check_here(request, player)
        return await request.services.playing.of(player, is_own=await _is_own(request, player))

    @get(
        "/achievements",
        summary="What a player has achieved, and how far they have come with the rest",
        responses={404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def achievements(self, request: StrictRequest, player: FromPath[str]) -> list[Achievement]:
        """Each is reached when `have` is `need`, and never lost."""
        await _check_here(request, player)
        services = request.services
        puzzles = [*(await services.results.of_player(player)).values()]
        days = (result.day for result in puzzles if result.day is not None and result.on_the_day)
        return achievements(
            await services.lists.counts(f"player:{player}"),
            await services.ratings.history(player),
            streak(days, services.calendar.today()).longest,
            solved_unaided((result.solved, result.hints) for result in puzzles),
        )

    @get(
        "/ratings",
        summary="Every rating a player has had, with its uncertainty, the oldest first",
        responses={404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def ratings(self, request: StrictRequest, player: FromPath[str]) -> list[DatedRating]:
        await _check_here(request, player)
        return [
            DatedRating(
                moment(entry.at),
                entry.game,
                entry.pool,
                round(entry.mu, 3),
                round(entry.sigma, 3),
                round(entry.ordinal, 3),
            )
            for entry in await request.services.ratings.history(player)
        ]

    @get(
        "/ratings.csv",
        summary="The same as CSV",
        responses={**TABLE, 404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def ratings_table(self, request: StrictRequest, player: FromPath[str]) -> ASGIApp:
        await _check_here(request, player)
        return _table(ratings_as_csv(await request.services.ratings.history(player)))

    @get(
        "/games.csv",
        summary="The newest thousand finished games of a player as CSV; private ones for yourself only",
        responses={**TABLE, 404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def games_table(self, request: StrictRequest, player: FromPath[str]) -> ASGIApp:
        await _check_here(request, player)
        lists, lines = request.services.lists, list[ShownLine]()
        for start in range(0, MOST, _AT_ONCE):
            lines += (await lists.page(f"history:{player}", start=start, count=_AT_ONCE)).lines
        shown = lines if await _is_own(request, player) else lists.public(lines)
        return _table(games_as_csv(shown, player))


async def _check_here(request: StrictRequest, player: str) -> None:
    """Raises NoSuchPlayer for those who have left. Of players of imported games there is just nothing to say."""
    if await request.services.departed.has_left(player):
        raise NoSuchPlayer


async def _is_own(request: StrictRequest, player: str) -> bool:
    person = await caller(request)
    return person is not None and person.player == player


def _table(text: str) -> ASGIApp:
    headers = (b"cache-control", b"private, no-cache"), (b"content-disposition", b"attachment")
    return PreparedResponse(text.encode(), *headers, kind=CSV.encode())
