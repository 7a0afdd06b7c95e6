"""Solving puzzles: view, try moves, take hints, make attempts, see the solution."""

import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK

from domain.commands import Step
from domain.errors import Reason
from puzzles.solving.attempt import played
from puzzles.solving.hint_ladder import HintRung, hint
from service.http.caller import caller, command_id, known_caller
from service.http.openapi import IDEMPOTENCY_KEY, OPTIONAL_TOKEN, TOKEN, body, operation_with, refusal, refusals
from service.http.refusals import NO_PUZZLE
from service.http.request import StrictRequest
from service.puzzles.answer_view import Graded, Outcome, graded, outcome
from service.puzzles.question_view import Ladder, ShownPuzzle, ShownSitting, ladder, shown_sitting
from service.puzzles.viewing import shown_to
from service.runtime.clock import moment
from service.runtime.refusal import Refused

NO_ATTEMPT_YET: Final = Reason("no_attempt_yet", "", "You will see this after your first whole attempt.")

NOT_TRIED_YET: Final = refusal(403, "You have made no attempt yet", "You will see this after your first whole attempt.")
NO_MORE: Final = refusal(409, "No hints or attempts are left", "You have had every hint there is for this puzzle.")
ILLEGAL: Final = refusal(
    422, "A move is not legal, or is missing; `move` says which", "Move 2: Fire never lands there."
)

MOVES: Final = body(
    begin={"moves": []},
    one={"moves": [{"type": "place", "domino": 12, "a": [1, 0], "b": [2, 0]}]},
    with_a_fire={
        "moves": [{"type": "place", "domino": 40, "a": [1, 0], "b": [2, 0]}, {"type": "fire", "at": [2, 0]}],
    },
)


class MovesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    moves: tuple[Step, ...]


class Begun(msgspec.Struct, frozen=True):
    begun: datetime.datetime | None  # null if the first attempt was made without beginning


class TakenHint(msgspec.Struct, frozen=True):
    hint: HintRung
    ladder: Ladder


class PuzzlesController(Controller):
    path = "/api/puzzles"
    tags = ("puzzles",)

    @get(
        "/daily",
        summary="The puzzle of a day (UTC), by default of today",
        security=OPTIONAL_TOKEN,
        responses={**refusals(400, 401), 404: NO_PUZZLE},
    )
    async def daily(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> ShownPuzzle:
        services = request.services
        name = await services.calendar.puzzle_of(date or services.calendar.today())
        return await _shown(request, name)

    @get(
        "/{puzzle:str}",
        summary="A puzzle: a territory, and the dominoes to place in order",
        security=OPTIONAL_TOKEN,
        responses={**refusals(400, 401), 404: NO_PUZZLE},
    )
    async def puzzle(self, request: StrictRequest, puzzle: FromPath[str]) -> ShownPuzzle:
        """Looking is not recorded, and starts no clock."""
        return await _shown(request, puzzle)

    @post(
        "/{puzzle:str}/begin",
        status_code=HTTP_200_OK,
        summary="Begin to solve a puzzle: your time is counted from the first call",
        security=TOKEN,
        responses={**refusals(400, 401, 403), 404: NO_PUZZLE},
    )
    async def begin(self, request: StrictRequest, puzzle: FromPath[str]) -> Begun:
        """Later calls, and calls after the first attempt, change nothing. Taking a hint begins as well."""
        person, services = await known_caller(request), request.services
        stored = await services.calendar.find(puzzle)
        solving = await services.attempts.begin(stored.puzzle, person.player)
        return Begun(moment(solving.begun) if solving.begun is not None else None)

    @post(
        "/{puzzle:str}/moves",
        status_code=HTTP_200_OK,
        summary="The puzzle after these moves, with every legal next move; nothing is stored",
        security=OPTIONAL_TOKEN,
        responses={**refusals(400, 401, 413), 404: NO_PUZZLE, 422: ILLEGAL},
    )
    async def moves(
        self, request: StrictRequest, puzzle: FromPath[str], data: Annotated[MovesRequest, MOVES]
    ) -> ShownSitting:
        stored = await request.services.calendar.find(puzzle)
        return shown_sitting(played(stored.puzzle.problem, data.moves))

    @post(
        "/{puzzle:str}/attempts",
        status_code=HTTP_200_OK,
        summary="Make a complete attempt: it is graded and stored. The first one counts",
        security=TOKEN,
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401, 413), 403: NOT_TRIED_YET, 404: NO_PUZZLE, 409: NO_MORE, 422: ILLEGAL},
    )
    async def attempt(
        self, request: StrictRequest, puzzle: FromPath[str], data: Annotated[MovesRequest, MOVES]
    ) -> Graded:
        """An illegal or incomplete attempt is refused and does not count."""
        person, services = await known_caller(request), request.services
        stored = await services.calendar.find(puzzle)
        key = command_id(request, person)
        solving = await services.attempts.attempt(stored.puzzle, person.player, data.moves, key)
        result = await services.results.record(solving, person.player, await services.calendar.day_of(puzzle))
        return graded(solving, result)

    @post(
        "/{puzzle:str}/hints",
        status_code=HTTP_200_OK,
        summary="The next hint: a terrain, then a region, then a cell. The puzzle says what each costs",
        security=TOKEN,
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401), 403: NOT_TRIED_YET, 404: NO_PUZZLE, 409: NO_MORE},
    )
    async def hint(self, request: StrictRequest, puzzle: FromPath[str]) -> TakenHint:
        person, services = await known_caller(request), request.services
        stored = await services.calendar.find(puzzle)
        solving = await services.attempts.take_hint(stored.puzzle, person.player, command_id(request, person))
        return TakenHint(hint(stored.puzzle, solving.rungs[-1]), ladder(solving))

    @get(
        "/{puzzle:str}/result",
        summary="After your first attempt: the optimum, a solution to step through, and the results of others",
        security=TOKEN,
        responses={**refusals(400, 401), 403: NOT_TRIED_YET, 404: NO_PUZZLE},
    )
    async def result(self, request: StrictRequest, puzzle: FromPath[str]) -> Outcome:
        person, services = await known_caller(request), request.services
        stored = await services.calendar.find(puzzle)
        solving, day = await services.attempts.of(stored.puzzle, person.player), await services.calendar.day_of(puzzle)
        if solving.first is None:
            raise Refused(NO_ATTEMPT_YET, "forbidden")
        # Again, in case the request that made the attempt was interrupted.
        await services.results.record(solving, person.player, day)
        rating = await services.results.puzzle_rating(stored.puzzle)
        return outcome(
            solving, day, rating.rating, await services.results.scores(puzzle), await services.results.heat(puzzle)
        )


async def _shown(request: StrictRequest, name: str) -> ShownPuzzle:
    services = request.services
    stored, person = await services.calendar.find(name), await caller(request)
    return await shown_to(
        services.calendar, services.attempts, services.results, stored, person.player if person else None
    )
