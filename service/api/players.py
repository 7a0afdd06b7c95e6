"""People as others see them: results, ratings, reliability, games, and two against each other."""

from datetime import datetime
from statistics import median
from typing import Final

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery

from domain.errors import Reason
from domain.pieces import Level
from projections.listing import Listing
from service.http.caller import caller, seated, services
from service.http.openapi import INVITE, TOKEN_OR_NOBODY, asking, refusal, refusals
from service.http.paging import PAGE, Lines, lines_from, public
from service.http.request import StrictRequest
from service.lists.ratings import Rating
from service.people import credentials
from service.runtime.clock import moment
from service.runtime.refusal import Refused

NO_SUCH_PLAYER: Final = Reason("no_such_player", "", "There is no such player, or they have left.")
NOBODY: Final = refusal(404, "No such player, or they have left", NO_SUCH_PLAYER.text)
_RECENT: Final = 50  # games that reliability is judged by


class Reliability(msgspec.Struct, frozen=True):
    answer_time: int | None  # the median of recent games, in milliseconds
    games_since_leaving: int  # finished games since the last that was resigned or ran out of time
    finished: float | None  # the share of all finished games that were neither; null before the first


class Profile(msgspec.Struct, frozen=True):
    player: str
    name: str
    account: bool  # or a guest
    since: datetime | None  # when they came
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


class Sitter(msgspec.Struct, frozen=True):
    name: str | None  # null is an open seat
    player: str | None  # null for bots and for those who have left
    bot: Level | None


@get(
    "/api/games/{game:str}/players",
    tags=("lists",),
    security=TOKEN_OR_NOBODY,
    summary="Who sits at a table: seats 0, 1, … with the ids of their players",
    operation_class=asking(INVITE),
    responses=refusals(400, 401, 404),
)
async def sitters(request: StrictRequest, game: FromPath[str]) -> list[Sitter]:
    table, _, _ = await seated(request, game)
    players = (None if seat in table.departed else player for seat, player in enumerate(table.players))
    return [Sitter(*one) for one in zip(table.names, players, table.bots, strict=True)]


class PlayersController(Controller):
    path = "/api/players/{player:str}"
    tags = ("lists",)
    security = TOKEN_OR_NOBODY

    @get("/", summary="Results, ratings and reliability of a player", responses={404: NOBODY, **refusals(400, 401)})
    async def profile(self, request: StrictRequest, player: FromPath[str]) -> Profile:
        here = services(request)
        recent = (await here.lists.page(f"history:{player}", count=_RECENT)).lines
        kept = await here.people.credentials.profile(player)
        name = kept.name if kept else _called(player, recent)
        if name is None or await here.departed.has_left(player):
            raise Refused(NO_SUCH_PLAYER, "not_found")
        history, results = await here.ratings.history(player), await here.lists.counts(f"player:{player}")
        return Profile(
            player=player,
            name=name,
            account=kept is not None and kept.account is not None,
            since=_since(kept),
            results=results,
            ratings={rating.pool: rating for rating in history},
            history=history,
            reliability=_reliability(player, recent, results),
        )

    @get("/games", summary="Finished games of a player, newest first", responses=refusals(400, 401))
    async def played(self, request: StrictRequest, player: FromPath[str], start: FromQuery[int] = 0) -> Lines:
        person = await caller(request)  # who sees the private ones too, if they are theirs
        is_own = person is not None and person.player == player
        found = await lines_from(services(request).lists, f"history:{player}", start)
        return found if is_own else msgspec.structs.replace(found, games=public(found.games))

    @get("/versus/{other:str}", summary="Two players against each other", responses=refusals(400, 401))
    async def versus(self, request: StrictRequest, player: FromPath[str], other: FromPath[str]) -> Versus:
        here = services(request)
        name = "versus:" + ":".join(sorted((player, other)))
        counts, page = await here.lists.counts(name), await here.lists.page(name, count=PAGE)
        first, second = counts.get("first", 0), counts.get("second", 0)
        if player > other:
            first, second = second, first
        return Versus(counts.get("played", 0), first, second, public(page.lines))


def _called(player: str, recent: list[Listing]) -> str | None:
    """Whom nobody keeps a profile of, as in games from elsewhere: by the name in the newest of their games."""
    return next((seat.name for line in recent for seat in line.seats if seat.player == player), None)


def _since(kept: credentials.Profile | None) -> datetime | None:
    return None if kept is None else moment(kept.created)


def _reliability(player: str, recent: list[Listing], results: dict[str, int]) -> Reliability:
    seats = [seat for line in recent for seat in line.seats if seat.player == player]
    times = [seat.answer_time for seat in seats if seat.answer_time is not None and not seat.has_left]
    since = next((number for number, seat in enumerate(seats) if seat.has_left), len(seats))
    played, left = _total(results, " played"), _total(results, " left")
    return Reliability(
        answer_time=round(median(times)) if times else None,
        games_since_leaving=since,
        finished=1 - left / played if played else None,
    )


def _total(results: dict[str, int], ending: str) -> int:
    """Results are counted by kind of game: the sum over all kinds of what is counted under this ending."""
    return sum(count for name, count in results.items() if name.endswith(ending))
