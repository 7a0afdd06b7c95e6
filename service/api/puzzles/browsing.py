"""Finding puzzles: past days, leaderboards, the caller's results, and a dump of all puzzles."""

import datetime
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final, get_args

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from domain.errors import Reason
from domain.rules import GameName, Mode
from projections.anonymous import SOMEBODY
from puzzles.puzzle import Theme
from service.http.caller import caller, known_caller, table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, TOKEN, operation_with, refusals
from service.http.paging import page_start
from service.http.refusals import NO_PUZZLE
from service.http.request import StrictRequest
from service.people.kinds import PersonKind, kind_of
from service.puzzles.names import PuzzleName, name_of
from service.puzzles.public_dump import dump_lines
from service.puzzles.question_view import ShownResult, shown_result
from service.puzzles.results import Place, Result
from service.puzzles.streaks import Streak, streak
from service.runtime.clock import moment
from service.runtime.refusal import Refused
from service.services import Services

NOT_A_MONTH: Final = Reason("not_a_month", "", "A month is written like this: 2026-11.")
MOST_PLACES: Final = 50
_PAGE: Final = 50
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
    first: datetime.date  # the first day that had a puzzle
    days: list[ArchivedDay]


class ShownPlace(msgspec.Struct, frozen=True):
    rank: int
    name: str
    you: bool
    hints: int
    score: int | None  # null until you have made an attempt yourself
    seconds: float | None
    kind: PersonKind


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
    provisional: bool


class GraphPoint(msgspec.Struct, frozen=True):
    at: datetime.datetime
    rating: int


class Solver(msgspec.Struct, frozen=True):
    """A player's record at puzzles; it reveals nothing about the solutions."""

    rating: SolverRating
    graph: list[GraphPoint]
    streak: Streak
    total: int
    solved: int


class OwnResult(ShownResult, frozen=True):
    name: PuzzleName


class OwnPuzzles(Solver, frozen=True):
    results: list[OwnResult]


class GamePuzzle(msgspec.Struct, frozen=True):
    id: str
    seat: int | None
    seq: int | None
    result: ShownResult | None


class GamePuzzles(msgspec.Struct, frozen=True):
    puzzles: list[GamePuzzle]


class PuzzleBrowsingController(Controller):
    path = "/api"
    tags = ("puzzles",)
    security = OPTIONAL_TOKEN

    @get(
        "/puzzles/archive",
        summary="The days of a month that had a puzzle, newest first, with your own results",
        responses=refusals(400, 401),
    )
    async def archive(self, request: StrictRequest, month: FromQuery[str | None] = None) -> Archive:
        person, services = await caller(request), request.services
        requested_month = month or f"{services.calendar.today():%Y-%m}"
        if _MONTH.fullmatch(requested_month) is None:
            raise Refused(NOT_A_MONTH, "malformed")
        results = await services.results.of_player(person.player) if person else {}
        days = sorted((await services.calendar.so_far()).items(), reverse=True)
        shown = [
            await _archived(services, day, puzzle, results.get(puzzle))
            for day, puzzle in days
            if _is_in(day, requested_month)
        ]
        return Archive(requested_month, services.calendar.first(), shown)

    @get(
        "/puzzles/leaderboard",
        summary="The best first attempts at the puzzle of a day: fewest hints, then score, then time",
        responses={**refusals(400, 401), 404: NO_PUZZLE},
    )
    async def leaderboard(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> DayBoard:
        """Scores are shown only after your own attempt."""
        person, services = await caller(request), request.services
        day = date or services.calendar.today()
        puzzle = await services.calendar.puzzle_of(day)
        player = person.player if person else None
        is_shown = player is not None and await services.results.of(player, puzzle) is not None
        best = await services.act_log.listed(await services.results.leaderboard(puzzle, MOST_PLACES))
        places = [await _shown_place(services, rank, place, player, is_shown) for rank, place in enumerate(best, 1)]
        return DayBoard(day, puzzle, places)

    @get("/puzzles/themes", summary="The themes of puzzles, and the number of puzzles of each", responses=refusals(401))
    async def themes(self, request: StrictRequest) -> list[ThemeCount]:
        library = request.services.library
        await library.add_shipped()
        return [ThemeCount(theme, await library.count_of_theme(theme)) for theme in get_args(Theme)]

    @get(
        "/puzzles/dump",
        media_type="application/x-ndjson",
        summary="All puzzles as NDJSON (CC0); solutions only for those of past days",
        responses=refusals(401),
    )
    async def dump(self, request: StrictRequest) -> Stream:
        services = request.services
        lines = dump_lines(services.library, services.calendar)
        first = await anext(lines, None)  # before the status is sent, so that an error can still be reported
        return Stream(_with_first(first, lines), media_type="application/x-ndjson")

    @get(
        "/me/puzzles",
        summary="Your results, newest first, your rating and its history, your streak",
        security=TOKEN,
        responses=refusals(400, 401),
    )
    async def mine(self, request: StrictRequest, start: FromQuery[int] = 0) -> OwnPuzzles:
        person, services = await known_caller(request), request.services
        results = [*(await services.results.of_player(person.player)).values()]
        begin = page_start(start)
        page = [await _named(services, result) for result in results[::-1][begin : begin + _PAGE]]
        return OwnPuzzles(**msgspec.structs.asdict(await _solver(services, person.player, results)), results=page)

    @get("/me/streak", summary="Your streak at the puzzles of the day", security=TOKEN, responses=refusals(401))
    async def own_streak(self, request: StrictRequest) -> Streak:
        person, services = await known_caller(request), request.services
        results = await services.results.of_player(person.player)
        return streak(_days(results.values()), services.calendar.today())

    @get(
        "/players/{player:str}/puzzles",
        summary="A player's record at puzzles: rating and its history, streak",
        responses=refusals(400, 401),
    )
    async def of_player(self, request: StrictRequest, player: FromPath[str]) -> Solver:
        services = request.services
        return await _solver(services, player, [*(await services.results.of_player(player)).values()])

    @get(
        "/games/{game:str}/puzzles",
        summary="The puzzles made from a finished game, where its players lost most",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def of_game(self, request: StrictRequest, game: FromPath[str]) -> GamePuzzles:
        _, person, _ = await table_visit(request, game)
        services = request.services
        puzzles = [
            await _of_game(services, name, person.player if person else None)
            for name in await services.library.of_game(game)
        ]
        existing = (puzzle for puzzle in puzzles if puzzle is not None)
        return GamePuzzles(sorted(existing, key=lambda puzzle: (puzzle.seq or 0, puzzle.id)))


async def _solver(services: Services, player: str, results: list[Result]) -> Solver:
    rating = await services.results.solver_rating(player)
    return Solver(
        rating=SolverRating(round(rating.rating), round(rating.deviation), rating.rated, rating.provisional),
        graph=[GraphPoint(moment(result.at), round(result.rating)) for result in results],
        streak=streak(_days(results), services.calendar.today()),
        total=len(results),
        solved=sum(result.solved for result in results),
    )


def _days(results: Iterable[Result]) -> Iterator[datetime.date]:
    """Those on which the puzzle of the day was tried."""
    return (result.day for result in results if result.day is not None and result.on_the_day)


def _is_in(day: datetime.date, month: str) -> bool:
    return f"{day:%Y-%m}" == month


async def _archived(services: Services, day: datetime.date, puzzle: str, result: Result | None) -> ArchivedDay:
    stored = await services.library.find(puzzle)
    assert stored is not None, "the puzzle of a day is stored"
    rules = stored.puzzle.problem.rules
    solvers = sum((await services.results.scores(puzzle)).values())
    return ArchivedDay(day, puzzle, rules.game, rules.mode, solvers, shown_result(result) if result else None)


async def _named(services: Services, result: Result) -> OwnResult:
    stored = await services.library.find(result.puzzle)
    assert stored is not None, "a puzzle with a result is stored"
    return OwnResult(**msgspec.structs.asdict(shown_result(result)), name=name_of(stored.puzzle.problem))


async def _shown_place(services: Services, rank: int, place: Place, player: str | None, is_shown: bool) -> ShownPlace:
    profile, result = await services.people.credentials.profile(place.player), place.result
    name = profile.name if profile is not None else SOMEBODY
    score = result.score if is_shown else None
    return ShownPlace(rank, name, place.player == player, result.hints, score, result.seconds, kind_of(profile))


async def _of_game(services: Services, name: str, player: str | None) -> GamePuzzle | None:
    stored = await services.library.find(name)
    if stored is None:
        return None
    result = await services.results.of(player, name) if player is not None else None
    return GamePuzzle(name, stored.puzzle.seat, stored.puzzle.seq, shown_result(result) if result is not None else None)


async def _with_first(first: bytes | None, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    if first is not None:
        yield first
    async for line in rest:
        yield line
