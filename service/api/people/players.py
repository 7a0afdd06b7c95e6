"""Public profiles of players: results, ratings, reliability, games, and results of two players against each other."""

from datetime import datetime
from statistics import median
from typing import Final

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery

from domain.pieces import Level
from service.games.seating import Seating
from service.http.caller import caller, table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, operation_with, refusals
from service.http.paging import PAGE_SIZE, GamesPage, games_page
from service.http.refusals import UNKNOWN_PLAYER
from service.http.request import StrictRequest
from service.lists.skill import Rating
from service.opponents.sitters import finished_share
from service.people import credentials
from service.people.accounts import NoSuchPlayer
from service.people.kinds import PersonKind
from service.privacy.anonymise import ShownLine
from service.runtime.clock import moment

_RECENT: Final = 50  # games that reliability is computed from


class Reliability(msgspec.Struct, frozen=True):
    answer_time: int | None  # the median of recent games, in milliseconds
    games_since_leaving: int  # finished games since the last that was resigned or ran out of time
    finished: float | None  # the share of finished games that were neither; null before the first


class Profile(msgspec.Struct, frozen=True):
    player: str
    name: str
    account: bool  # false for a guest
    since: datetime | None  # of their first visit
    results: dict[str, int]
    ratings: dict[str, Rating]
    provisional: dict[str, bool]  # by pool: too few games or opponents for a leaderboard
    history: list[Rating]
    reliability: Reliability
    blocked: bool  # by you
    followed: bool  # by you


class Versus(msgspec.Struct, frozen=True):
    """Results of two players against each other: the number of games in which each ranked higher."""

    played: int
    first: int
    second: int
    games: list[ShownLine]


class SeatedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str | None  # null for an open seat
    player: str | None  # null for bots and for players who have left
    bot: Level | None
    kind: PersonKind | None  # null for an open seat
    banned: bool = False  # only said to players of a game without a clock: they may `claim`


@get(
    "/api/games/{game:str}/players",
    tags=("lists",),
    security=OPTIONAL_TOKEN,
    summary="The players of a game with their ids, by seat",
    operation_class=operation_with(INVITE),
    responses=refusals(400, 401, 404),
)
async def seated_players(request: StrictRequest, game: FromPath[str]) -> list[SeatedPlayer]:
    table, _, held = await table_visit(request, game)
    kinds = await request.services.kinds.of(table.players)
    players = [_seated(table, seat, kinds) for seat in range(len(table.names))]
    if held is None or table.opened.clock is not None:
        return players
    log = request.services.act_log
    return [
        msgspec.structs.replace(seated, banned=seated.player is not None and await log.is_banned(seated.player))
        for seated in players
    ]


def _seated(table: Seating, seat: int, kinds: dict[str, PersonKind]) -> SeatedPlayer:
    name, player, bot = table.names[seat], table.players[seat], table.bots[seat]
    if seat in table.departed:
        return SeatedPlayer(name, None, bot, "departed")
    return SeatedPlayer(name, player, bot, "bot" if bot else kinds.get(player or ""))


class PlayersController(Controller):
    path = "/api/players/{player:str}"
    tags = ("lists",)
    security = OPTIONAL_TOKEN

    @get(
        "/",
        summary="Results, ratings and reliability of a player",
        responses={404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def profile(self, request: StrictRequest, player: FromPath[str]) -> Profile:
        services = request.services
        recent = (await services.lists.page(f"history:{player}", count=_RECENT)).lines
        stored = await services.people.credentials.profile(player)
        name = stored.name if stored else _name_in(recent, player)
        if name is None or await services.departed.has_left(player):
            raise NoSuchPlayer
        history, results = await services.ratings.history(player), await services.lists.counts(f"player:{player}")
        ratings = {rating.pool: rating for rating in history}
        person = await caller(request)
        return Profile(
            player=player,
            name=name,
            account=stored is not None and stored.account is not None,
            since=_since(stored),
            results=results,
            ratings=ratings,
            provisional={pool: rating.is_provisional for pool, rating in ratings.items()},
            history=history,
            reliability=_reliability(player, recent, results),
            followed=person is not None and await services.follows.has(person.player, player),
            blocked=person is not None and await services.blocks.has(person.player, player),
        )

    @get("/games", summary="Finished games of a player, newest first", responses=refusals(400, 401))
    async def played(self, request: StrictRequest, player: FromPath[str], start: FromQuery[int] = 0) -> GamesPage:
        person = await caller(request)  # players see their own private games too
        is_own = person is not None and person.player == player
        page = await games_page(request.services.lists, f"history:{player}", start)
        return page if is_own else msgspec.structs.replace(page, games=request.services.lists.public(page.games))

    @get("/versus/{other:str}", summary="Two players against each other", responses=refusals(400, 401))
    async def versus(self, request: StrictRequest, player: FromPath[str], other: FromPath[str]) -> Versus:
        services = request.services
        name = "versus:" + ":".join(sorted((player, other)))
        counts, page = await services.lists.counts(name), await services.lists.page(name, count=PAGE_SIZE)
        first, second = counts.get("first", 0), counts.get("second", 0)
        if player > other:
            first, second = second, first
        return Versus(counts.get("played", 0), first, second, services.lists.public(page.lines))


def _name_in(recent: list[ShownLine], player: str) -> str | None:
    """The name in the newest game: players of imported games have no stored profile."""
    return next((seat.name for line in recent for seat in line.seats if seat.player == player), None)


def _since(stored: credentials.Profile | None) -> datetime | None:
    return None if stored is None else moment(stored.created)


def _reliability(player: str, recent: list[ShownLine], results: dict[str, int]) -> Reliability:
    seats = [seat for line in recent for seat in line.seats if seat.player == player]
    times = [seat.answer_time for seat in seats if seat.answer_time is not None and not seat.has_left]
    since = next((number for number, seat in enumerate(seats) if seat.has_left), len(seats))
    return Reliability(
        answer_time=round(median(times)) if times else None,
        games_since_leaving=since,
        finished=finished_share(results),
    )
