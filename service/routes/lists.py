"""What one looks through: the lobby, one's games, players, results and leaderboards."""

from statistics import median
from typing import Final, Literal

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_404_NOT_FOUND

from domain.dynasty import dynasty_winners, totals
from domain.errors import Reason
from domain.position import Position
from projections.listing import Listing
from service.openapi import INVITE, TOKEN, TOKEN_OR_NOBODY, asking, refusals
from service.ratings import Rating
from service.refusals import Refusal
from service.seating import Match
from service.services import AnyRequest, caller, known_caller, seated, services
from service.tables import dynasty_game

NO_DYNASTY: Final = Reason("no_dynasty", "", "This game is not part of a dynasty.")
_PAGE: Final = 50
_FARTHEST: Final = 1_000_000
_RECENT: Final = 50  # games that reliability is judged by


class Lines(msgspec.Struct, frozen=True):
    total: int
    games: list[Listing]


class Reliability(msgspec.Struct, frozen=True):
    answer_time: int | None  # the median of recent games, in milliseconds
    games_since_leaving: int  # finished games since the last that was resigned or ran out of time


class Profile(msgspec.Struct, frozen=True):
    player: str
    results: dict[str, int]
    ratings: dict[str, Rating]
    history: list[Rating]
    reliability: Reliability


class Versus(msgspec.Struct, frozen=True):
    """Results of two people against each other: who came out in front, in how many games."""

    played: int
    first: int
    second: int
    games: list[Listing]


class RatedPlayer(msgspec.Struct, frozen=True):
    player: str
    ordinal: float
    rating: Rating


class MatchStanding(msgspec.Struct, frozen=True):
    games: list[str]
    totals: list[int]
    winners: list[int] | None


class ListsController(Controller):
    path = "/api"
    tags = ("lists",)
    security = TOKEN_OR_NOBODY

    @get("/lobby", summary="Public games: open, running or finished", responses=refusals(400, 401))
    async def lobby(
        self,
        request: AnyRequest,
        status: FromQuery[Literal["open", "running", "over"]] = "open",
        start: FromQuery[int] = 0,
    ) -> Lines:
        page = await services(request).shelves.page(status, start=_from(start), count=_PAGE)
        return Lines(page.total, page.lines)

    @get(
        "/me/games",
        summary="Your games: those that wait for you first, by the time left",
        security=TOKEN,
        responses=refusals(400, 401),
    )
    async def mine(self, request: AnyRequest, start: FromQuery[int] = 0) -> Lines:
        person = await known_caller(request)
        name = f"mine:{person.player}"
        page = await services(request).shelves.page(name, newest_first=False, start=_from(start), count=_PAGE)
        return Lines(page.total, page.lines)

    @get("/players/{player:str}", summary="Results, ratings and reliability of a player", responses=refusals(400, 401))
    async def profile(self, request: AnyRequest, player: FromPath[str]) -> Profile:
        here = services(request)
        recent = (await here.shelves.page(f"history:{player}", count=_RECENT)).lines
        history = await here.ratings.history(player)
        return Profile(
            player=player,
            results=await here.shelves.counts(f"player:{player}"),
            ratings={rating.pool: rating for rating in history},
            history=history,
            reliability=_reliability(player, recent),
        )

    @get(
        "/players/{player:str}/games", summary="Finished games of a player, newest first", responses=refusals(400, 401)
    )
    async def played(self, request: AnyRequest, player: FromPath[str], start: FromQuery[int] = 0) -> Lines:
        page = await services(request).shelves.page(f"history:{player}", start=_from(start), count=_PAGE)
        person = await caller(request)  # who sees the private ones too, if they are theirs
        is_own = person is not None and person.player == player
        return Lines(page.total, page.lines if is_own else _public(page.lines))

    @get(
        "/players/{player:str}/versus/{other:str}",
        summary="Two players against each other",
        responses=refusals(400, 401),
    )
    async def versus(self, request: AnyRequest, player: FromPath[str], other: FromPath[str]) -> Versus:
        here = services(request)
        name = "versus:" + ":".join(sorted((player, other)))
        counts, page = await here.shelves.counts(name), await here.shelves.page(name, count=_PAGE)
        first, second = counts.get("first", 0), counts.get("second", 0)
        if player > other:
            first, second = second, first
        return Versus(counts.get("played", 0), first, second, _public(page.lines))

    @get(
        "/leaderboards/{pool:str}",
        summary="The best of a game and mode, such as origins-tribe",
        responses=refusals(400, 401),
    )
    async def leaderboard(
        self, request: AnyRequest, pool: FromPath[str], start: FromQuery[int] = 0
    ) -> list[RatedPlayer]:
        best = await services(request).ratings.board(pool, _from(start), _PAGE)
        return [RatedPlayer(place.player, round(place.rating.ordinal, 3), place.rating) for place in best]

    @get("/counts", summary="How many games there are, by kind and status", responses=refusals(400, 401))
    async def counts(self, request: AnyRequest) -> dict[str, int]:
        return await services(request).shelves.counts("all")

    @get(
        "/games/{game:str}/match",
        summary="How the dynasty of this game stands",
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def match(self, request: AnyRequest, game: FromPath[str]) -> MatchStanding:
        table, _, _ = await seated(request, game)
        if table.opened.match is None:
            raise Refusal(HTTP_404_NOT_FOUND, NO_DYNASTY)
        games, finished = await _games_of(request, table.opened.match)
        won = dynasty_winners(finished)
        return MatchStanding(games, list(totals(finished)), None if won is None else list(won))


async def _games_of(request: AnyRequest, match: Match) -> tuple[list[str], list[Position]]:
    """The games of the match that have begun, and how those that are over ended."""
    here, games, finished = services(request), list[str](), list[Position]()
    for number in (1, 2, 3):
        game = dynasty_game(match.id, number)
        view = await here.views.view(game)
        if view.seq:
            games.append(game)
        if view.is_over:
            finished.append(view.frames[-1].game.position)
    return games, finished


def _from(start: int) -> int:
    return min(max(0, start), _FARTHEST)


def _public(lines: list[Listing]) -> list[Listing]:
    return [line for line in lines if not line.is_private]


def _reliability(player: str, recent: list[Listing]) -> Reliability:
    seats = [seat for line in recent for seat in line.seats if seat.player == player]
    times = [seat.answer_time for seat in seats if seat.answer_time is not None and not seat.has_left]
    since = next((number for number, seat in enumerate(seats) if seat.has_left), len(seats))
    return Reliability(round(median(times)) if times else None, since)
