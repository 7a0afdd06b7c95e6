"""The lobby, leaderboards, counts and matches."""

from datetime import date
from typing import Final, Literal

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery

from domain.dynasty import dynasty_winners, totals
from domain.errors import Reason
from domain.position import Position
from service.games.seating import Match
from service.games.starting.ids import dynasty_game
from service.http.caller import caller, table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, operation_with, refusals
from service.http.paging import PAGE_SIZE, GamesPage, games_page, page_start, without
from service.http.request import StrictRequest
from service.lists.ratings import Place
from service.lists.skill import BOT, Rating
from service.people.credentials import Profile
from service.people.kinds import PersonKind, kind_of
from service.privacy.anonymise import ShownLine
from service.runtime.refusal import Refused

NO_DYNASTY: Final = Reason("no_dynasty", "", "This game is not part of a dynasty.")


class RatedPlayer(msgspec.Struct, frozen=True):
    player: str  # "bot:" and the level for a bot
    ordinal: float
    rating: Rating
    name: str | None  # null for bots and for players who have left
    uncertainty: float  # the skill is within this of the mean in two cases of three
    kind: PersonKind


class GameOfTheDay(msgspec.Struct, frozen=True):
    day: date
    game: ShownLine | None  # null if nobody finished a game that was reviewed


class MatchStanding(msgspec.Struct, frozen=True):
    games: list[str]
    totals: list[int]
    winners: list[int] | None


class ListsController(Controller):
    path = "/api"
    tags = ("lists",)
    security = OPTIONAL_TOKEN

    @get("/lobby", summary="Public games: open, running or finished", responses=refusals(400, 401))
    async def lobby(
        self,
        request: StrictRequest,
        status: FromQuery[Literal["open", "running", "over"]] = "open",
        start: FromQuery[int] = 0,
    ) -> GamesPage:
        """Open tables of people whom you have blocked are left out. Those who sit at the others come with their ratings
        and the share of games that they have played to the end."""
        services, person = request.services, await caller(request)
        page = await games_page(services.lists, status, start)
        if status != "open":
            return page
        blocked = {} if person is None else await services.blocks.of(person.player)
        lines = without(page.games, blocked.keys())
        return msgspec.structs.replace(page, games=await services.records_of_sitters.added(lines))

    @get(
        "/lobby/game-of-the-day",
        summary="Of the public games that people finished yesterday (UTC), the closest and best played one",
        responses=refusals(400, 401),
    )
    async def game_of_the_day(self, request: StrictRequest) -> GameOfTheDay:
        """Chosen by the lead at the end, and what choices cost in the review of the game. It stays for the day."""
        services = request.services
        game = await services.game_of_day.of_today()
        lines = [] if game is None else await services.lists.listed([game])
        return GameOfTheDay(services.game_of_day.today(), lines[0] if lines else None)

    @get(
        "/leaderboards/{pool:str}",
        summary="The best players of a game and mode, such as origins-tribe",
        responses=refusals(400, 401),
    )
    async def leaderboard(
        self, request: StrictRequest, pool: FromPath[str], start: FromQuery[int] = 0
    ) -> list[RatedPlayer]:
        """Only those who have played ten rated games, against five different opponents."""
        services = request.services
        best = await services.act_log.listed(await services.ratings.board(pool, page_start(start), PAGE_SIZE))
        return [_rated_player(place, await services.people.credentials.profile(place.player)) for place in best]

    @get("/counts", summary="How many games there are, by kind and status", responses=refusals(400, 401))
    async def counts(self, request: StrictRequest) -> dict[str, int]:
        return await request.services.lists.counts("all")

    @get(
        "/games/{game:str}/match",
        summary="How the dynasty of this game stands",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def match(self, request: StrictRequest, game: FromPath[str]) -> MatchStanding:
        table, _, _ = await table_visit(request, game)
        if table.opened.match is None:
            raise Refused(NO_DYNASTY, "not_found")
        games, finished = await _games_of(request, table.opened.match)
        won = dynasty_winners(finished)
        return MatchStanding(games, list(totals(finished)), None if won is None else list(won))


def _rated_player(place: Place, profile: Profile | None) -> RatedPlayer:
    rating, name = place.rating, profile.name if profile else None
    kind: PersonKind = "bot" if place.player.startswith(BOT) else kind_of(profile)
    return RatedPlayer(place.player, round(rating.ordinal, 3), rating, name, round(rating.sigma, 3), kind)


async def _games_of(request: StrictRequest, match: Match) -> tuple[list[str], list[Position]]:
    """The games of the match that have begun, and the final positions of those that are over."""
    services, games, finished = request.services, list[str](), list[Position]()
    for number in (1, 2, 3):
        game = dynasty_game(match.id, number)
        view = await services.live.view(game)
        if view.seq:
            games.append(game)
        if view.is_over:
            finished.append(view.frames[-1].game.position)
    return games, finished
