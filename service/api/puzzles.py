"""Solving puzzles: look, try moves, take hints, make an attempt, see what there was to find."""

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
from service.puzzles.first_look import shown_to
from service.puzzles.question_view import Ladder, ShownPuzzle, ShownSitting, ladder, shown_sitting
from service.runtime.refusal import Refused

NO_ATTEMPT_YET: Final = Reason("no_attempt_yet", "", "You will see this after your first whole attempt.")

TOO_EARLY: Final = refusal(403, "You have made no attempt yet", "You will see this after your first whole attempt.")
ENOUGH: Final = refusal(409, "There is no more of it", "You have had every hint there is for this puzzle.")
NOT_LEGAL: Final = refusal(
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


class TakenHint(msgspec.Struct, frozen=True):
    hint: HintRung
    ladder: Ladder


class PuzzlesController(Controller):
    path = "/api/puzzles"
    tags = ("puzzles",)

    @get(
        "/daily",
        summary="The puzzle of a day (UTC), of today without `date`",
        security=OPTIONAL_TOKEN,
        responses={**refusals(400, 401), 404: NO_PUZZLE},
    )
    async def daily(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> ShownPuzzle:
        services = request.services
        name = await services.days.puzzle_of(date or services.days.today())
        return await _shown(request, name)

    @get(
        "/{puzzle:str}",
        summary="A puzzle: a territory, and the dominoes to place in order",
        security=OPTIONAL_TOKEN,
        responses={**refusals(400, 401), 404: NO_PUZZLE},
    )
    async def puzzle(self, request: StrictRequest, puzzle: FromPath[str]) -> ShownPuzzle:
        """The first look of somebody known is noted: their time is counted from there."""
        return await _shown(request, puzzle)

    @post(
        "/{puzzle:str}/moves",
        status_code=HTTP_200_OK,
        summary="How a puzzle stands after these moves, and every legal next one; nothing is kept",
        security=OPTIONAL_TOKEN,
        responses={**refusals(400, 401, 413), 404: NO_PUZZLE, 422: NOT_LEGAL},
    )
    async def moves(
        self, request: StrictRequest, puzzle: FromPath[str], data: Annotated[MovesRequest, MOVES]
    ) -> ShownSitting:
        kept = await request.services.days.find(puzzle)
        return shown_sitting(played(kept.puzzle.problem, data.moves))

    @post(
        "/{puzzle:str}/attempts",
        status_code=HTTP_200_OK,
        summary="A whole attempt: it is graded and kept. The first one counts",
        security=TOKEN,
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401, 413), 403: TOO_EARLY, 404: NO_PUZZLE, 409: ENOUGH, 422: NOT_LEGAL},
    )
    async def attempt(
        self, request: StrictRequest, puzzle: FromPath[str], data: Annotated[MovesRequest, MOVES]
    ) -> Graded:
        """What is not legal, or not whole, is refused and costs nothing."""
        person, services = await known_caller(request), request.services
        kept = await services.days.find(puzzle)
        key = command_id(request, person)
        known = await services.solvings.attempt(kept.puzzle, person.player, data.moves, key)
        result = await services.tallies.take_in(known, person.player, await services.days.day_of(puzzle))
        points = played(kept.puzzle.problem, known.attempts[-1].moves).score
        return graded(known, result, points)

    @post(
        "/{puzzle:str}/hints",
        status_code=HTTP_200_OK,
        summary="The next hint: a terrain, then a region, then a cell. The puzzle says what it costs",
        security=TOKEN,
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401), 403: TOO_EARLY, 404: NO_PUZZLE, 409: ENOUGH},
    )
    async def hint(self, request: StrictRequest, puzzle: FromPath[str]) -> TakenHint:
        person, services = await known_caller(request), request.services
        kept = await services.days.find(puzzle)
        known = await services.solvings.take_hint(kept.puzzle, person.player, command_id(request, person))
        return TakenHint(hint(kept.puzzle, known.rungs[-1]), ladder(known))

    @get(
        "/{puzzle:str}/result",
        summary="After your first attempt: the optimum, a line to step through, and what others did",
        security=TOKEN,
        responses={**refusals(400, 401), 403: TOO_EARLY, 404: NO_PUZZLE},
    )
    async def result(self, request: StrictRequest, puzzle: FromPath[str]) -> Outcome:
        person, services = await known_caller(request), request.services
        kept = await services.days.find(puzzle)
        known, day = await services.solvings.of(kept.puzzle, person.player), await services.days.day_of(puzzle)
        if known.first is None:
            raise Refused(NO_ATTEMPT_YET, "forbidden")
        await services.tallies.take_in(known, person.player, day)  # if whoever made the attempt was interrupted
        rating = await services.tallies.puzzle(kept.puzzle)
        return outcome(
            known, day, rating.rating, await services.tallies.scores(puzzle), await services.tallies.heat(puzzle)
        )


async def _shown(request: StrictRequest, name: str) -> ShownPuzzle:
    services = request.services
    kept, person = await services.days.find(name), await caller(request)
    return await shown_to(services.days, services.solvings, services.tallies, kept, person.player if person else None)
