"""Looking for puzzles: past days, practice, leaderboards, one's own results, and all of them as a file."""

import datetime
import re
from collections.abc import AsyncIterator
from typing import Final, get_args

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from domain.errors import Reason
from domain.rules import GameName, Mode
from projections.anonymous import SOMEBODY
from puzzles.puzzle import Theme
from service.assembly import Services
from service.http.caller import caller, known_caller, seated, services
from service.http.openapi import INVITE, TOKEN, TOKEN_OR_NOBODY, asking, refusals
from service.http.paging import page_start
from service.http.refusals import NOWHERE
from service.http.request import StrictRequest
from service.puzzles.first_look import shown_to
from service.puzzles.library import Wish
from service.puzzles.public_dump import dumped
from service.puzzles.question_view import ShownPuzzle, ShownResult, shown_result
from service.puzzles.results import Place, Result
from service.puzzles.streaks import Streak, streak
from service.runtime.clock import moment
from service.runtime.refusal import Refused

NO_PUZZLE_LEFT: Final = Reason("no_puzzle_left", "", "There is no puzzle of this kind left.")
NOT_A_MONTH: Final = Reason("not_a_month", "", "A month is written like this: 2026-11.")
MOST_PLACES: Final = 50
_PAGE: Final = 50
_HIGHEST: Final = 5_000  # rating
_MONTH: Final = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])")


class ArchivedDay(msgspec.Struct, frozen=True):
    day: datetime.date
    puzzle: str
    game: GameName
    mode: Mode | None
    solvers: int
    result: ShownResult | None  # yours


class Archive(msgspec.Struct, frozen=True):
    month: str
    first: datetime.date  # the first day of all
    days: list[ArchivedDay]


class ShownPlace(msgspec.Struct, frozen=True):
    rank: int
    name: str
    you: bool
    hints: int
    score: int | None  # null as long as you have made no attempt yourself
    seconds: float | None


class DayBoard(msgspec.Struct, frozen=True):
    day: datetime.date
    puzzle: str
    places: list[ShownPlace]


class ThemeCount(msgspec.Struct, frozen=True):
    theme: Theme
    puzzles: int


class SolverRating(msgspec.Struct, frozen=True):
    rating: int
    deviation: int
    rated: int  # attempts


class GraphPoint(msgspec.Struct, frozen=True):
    at: datetime.datetime
    rating: int


class Solver(msgspec.Struct, frozen=True):
    """How somebody does at puzzles: nothing of it tells what there is to find in any of them."""

    rating: SolverRating
    graph: list[GraphPoint]
    streak: Streak
    total: int
    solved: int


class OwnPuzzles(Solver, frozen=True):
    results: list[ShownResult]


class GamePuzzle(msgspec.Struct, frozen=True):
    id: str
    seat: int | None
    seq: int | None
    result: ShownResult | None


class GamePuzzles(msgspec.Struct, frozen=True):
    puzzles: list[GamePuzzle]


class PuzzleListsController(Controller):
    path = "/api"
    tags = ("puzzles",)
    security = TOKEN_OR_NOBODY

    @get(
        "/puzzles/archive",
        summary="The days of a month that had a puzzle, newest first, with your own results",
        responses=refusals(400, 401),
    )
    async def archive(self, request: StrictRequest, month: FromQuery[str | None] = None) -> Archive:
        person, here = await caller(request), services(request)
        wanted = month or f"{here.days.today():%Y-%m}"
        if _MONTH.fullmatch(wanted) is None:
            raise Refused(NOT_A_MONTH, "malformed")
        results = await here.tallies.results(person.player) if person else {}
        days = sorted((await here.days.so_far()).items(), reverse=True)
        shown = [await _archived(here, day, puzzle, results.get(puzzle)) for day, puzzle in days if _is_in(day, wanted)]
        return Archive(wanted, here.days.first(), shown)

    @get(
        "/puzzles/next",
        summary="A puzzle near your rating, or another, that you have not tried; or one that you `failed` so far",
        responses={**refusals(400, 401), 404: NOWHERE},
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
        here, wish = services(request), Wish(theme, game, mode)
        if person is not None and failed:
            name = await here.practice.failed(person.player, wish)
        else:
            near_to = None if rating is None else min(max(0, rating), _HIGHEST)
            name = await here.practice.new(person.player if person else None, wish, near_to)
        kept = await here.stock.find(name) if name is not None else None
        if name is None or kept is None:
            raise Refused(NO_PUZZLE_LEFT, "not_found")
        return await shown_to(here.days, here.solvings, here.tallies, kept, person.player if person else None)

    @get(
        "/puzzles/leaderboard",
        summary="The best first attempts at the puzzle of a day: fewest hints, then score, then time",
        responses={**refusals(400, 401), 404: NOWHERE},
    )
    async def leaderboard(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> DayBoard:
        """Scores are shown to those who have made their own attempt."""
        person, here = await caller(request), services(request)
        day = date or here.days.today()
        puzzle = await here.days.puzzle_of(day)
        player = person.player if person else None
        is_shown = player is not None and await here.tallies.result(player, puzzle) is not None
        best = await here.tallies.board(puzzle, MOST_PLACES)
        places = [await _place(here, rank, one, player, is_shown) for rank, one in enumerate(best, 1)]
        return DayBoard(day, puzzle, places)

    @get("/puzzles/themes", summary="What puzzles are about, and how many there are of each", responses=refusals(401))
    async def themes(self, request: StrictRequest) -> list[ThemeCount]:
        stock = services(request).stock
        await stock.unpack()
        return [ThemeCount(theme, await stock.about(theme)) for theme in get_args(Theme)]

    @get(
        "/puzzles/dump",
        media_type="application/x-ndjson",
        summary="All puzzles as NDJSON (CC0); with their answers those of past days only",
        responses=refusals(401),
    )
    async def dump(self, request: StrictRequest) -> Stream:
        here = services(request)
        lines = dumped(here.stock, here.days)
        first = await anext(lines, None)  # while a refusal can still be said
        return Stream(_with_first(first, lines), media_type="application/x-ndjson")

    @get(
        "/me/puzzles",
        summary="Your results, newest first, your rating and how it went, your streak",
        security=TOKEN,
        responses=refusals(400, 401),
    )
    async def mine(self, request: StrictRequest, start: FromQuery[int] = 0) -> OwnPuzzles:
        person, here = await known_caller(request), services(request)
        results = [*(await here.tallies.results(person.player)).values()]
        begin = page_start(start)
        page = [shown_result(result) for result in results[::-1][begin : begin + _PAGE]]
        return OwnPuzzles(**msgspec.structs.asdict(await _solver(here, person.player, results)), results=page)

    @get(
        "/players/{player:str}/puzzles",
        summary="How a player does at puzzles: rating, how it went, streak",
        responses=refusals(400, 401),
    )
    async def of_player(self, request: StrictRequest, player: FromPath[str]) -> Solver:
        here = services(request)
        return await _solver(here, player, [*(await here.tallies.results(player)).values()])

    @get(
        "/games/{game:str}/puzzles",
        summary="The puzzles that a finished game has left: where most was lost",
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def of_game(self, request: StrictRequest, game: FromPath[str]) -> GamePuzzles:
        _, person, _ = await seated(request, game)
        here = services(request)
        found = [
            await _of_game(here, name, person.player if person else None) for name in await here.stock.of_game(game)
        ]
        return GamePuzzles(sorted((one for one in found if one is not None), key=lambda one: (one.seq or 0, one.id)))


async def _solver(here: Services, player: str, results: list[Result]) -> Solver:
    rating = await here.tallies.solver(player)
    days = (result.day for result in results if result.day is not None and result.on_the_day)
    return Solver(
        rating=SolverRating(round(rating.rating), round(rating.deviation), rating.rated),
        graph=[GraphPoint(moment(result.at), round(result.rating)) for result in results],
        streak=streak(days, here.days.today()),
        total=len(results),
        solved=sum(result.solved for result in results),
    )


def _is_in(day: datetime.date, month: str) -> bool:
    return f"{day:%Y-%m}" == month


async def _archived(here: Services, day: datetime.date, puzzle: str, result: Result | None) -> ArchivedDay:
    kept = await here.stock.find(puzzle)
    assert kept is not None, "what a day was given is kept"
    rules = kept.puzzle.problem.rules
    solvers = sum((await here.tallies.scores(puzzle)).values())
    return ArchivedDay(day, puzzle, rules.game, rules.mode, solvers, shown_result(result) if result else None)


async def _place(here: Services, rank: int, place: Place, player: str | None, is_shown: bool) -> ShownPlace:
    profile, result = await here.people.credentials.profile(place.player), place.result
    name = profile.name if profile is not None else SOMEBODY
    score = result.score if is_shown else None
    return ShownPlace(rank, name, place.player == player, result.hints, score, result.seconds)


async def _of_game(here: Services, name: str, player: str | None) -> GamePuzzle | None:
    kept = await here.stock.find(name)
    if kept is None:
        return None
    result = await here.tallies.result(player, name) if player is not None else None
    return GamePuzzle(name, kept.puzzle.seat, kept.puzzle.seq, shown_result(result) if result is not None else None)


async def _with_first(first: bytes | None, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    if first is not None:
        yield first
    async for line in rest:
        yield line
