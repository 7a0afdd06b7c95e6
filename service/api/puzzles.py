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
from service.http.caller import caller, command_id, known_caller, services
from service.http.openapi import IDEMPOTENCY_KEY, TOKEN, TOKEN_OR_NOBODY, asking, body, refusal, refusals
from service.http.refusals import NOWHERE
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


class AskedMoves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
        security=TOKEN_OR_NOBODY,
        responses={**refusals(400, 401), 404: NOWHERE},
    )
    async def daily(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> ShownPuzzle:
        here = services(request)
        name = await here.calendar.puzzle_of(date or here.calendar.today())
        return await _shown(request, name)

    @get(
        "/{puzzle:str}",
        summary="A puzzle: a territory, and the dominoes to place in order",
        security=TOKEN_OR_NOBODY,
        responses={**refusals(400, 401), 404: NOWHERE},
    )
    async def puzzle(self, request: StrictRequest, puzzle: FromPath[str]) -> ShownPuzzle:
        """The first look of somebody known is noted: their time is counted from there."""
        return await _shown(request, puzzle)

    @post(
        "/{puzzle:str}/moves",
        status_code=HTTP_200_OK,
        summary="How a puzzle stands after these moves, and every legal next one; nothing is kept",
        security=TOKEN_OR_NOBODY,
        responses={**refusals(400, 401, 413), 404: NOWHERE, 422: NOT_LEGAL},
    )
    async def moves(
        self, request: StrictRequest, puzzle: FromPath[str], data: Annotated[AskedMoves, MOVES]
    ) -> ShownSitting:
        kept = await services(request).calendar.find(puzzle)
        return shown_sitting(played(kept.puzzle.problem, data.moves))

    @post(
        "/{puzzle:str}/attempts",
        status_code=HTTP_200_OK,
        summary="A whole attempt: it is graded and kept. The first one counts",
        security=TOKEN,
        operation_class=asking(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401, 413), 403: TOO_EARLY, 404: NOWHERE, 409: ENOUGH, 422: NOT_LEGAL},
    )
    async def attempt(
        self, request: StrictRequest, puzzle: FromPath[str], data: Annotated[AskedMoves, MOVES]
    ) -> Graded:
        """What is not legal, or not whole, is refused and costs nothing."""
        person, here = await known_caller(request), services(request)
        kept = await here.calendar.find(puzzle)
        key = command_id(request, person)
        known = await here.attempts.attempt(kept.puzzle, person.player, data.moves, key)
        result = await here.results.record(known, person.player, await here.calendar.day_of(puzzle))
        return graded(known, result)

    @post(
        "/{puzzle:str}/hints",
        status_code=HTTP_200_OK,
        summary="The next hint: a terrain, then a region, then a cell. The puzzle says what it costs",
        security=TOKEN,
        operation_class=asking(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401), 403: TOO_EARLY, 404: NOWHERE, 409: ENOUGH},
    )
    async def hint(self, request: StrictRequest, puzzle: FromPath[str]) -> TakenHint:
        person, here = await known_caller(request), services(request)
        kept = await here.calendar.find(puzzle)
        known = await here.attempts.take_hint(kept.puzzle, person.player, command_id(request, person))
        return TakenHint(hint(kept.puzzle, known.rungs[-1]), ladder(known))

    @get(
        "/{puzzle:str}/result",
        summary="After your first attempt: the optimum, a line to step through, and what others did",
        security=TOKEN,
        responses={**refusals(400, 401), 403: TOO_EARLY, 404: NOWHERE},
    )
    async def result(self, request: StrictRequest, puzzle: FromPath[str]) -> Outcome:
        person, here = await known_caller(request), services(request)
        kept = await here.calendar.find(puzzle)
        known, day = await here.attempts.of(kept.puzzle, person.player), await here.calendar.day_of(puzzle)
        if known.first is None:
            raise Refused(NO_ATTEMPT_YET, "forbidden")
        await here.results.record(known, person.player, day)  # if whoever made the attempt was interrupted
        rating = await here.results.puzzle_rating(kept.puzzle)
        return outcome(known, day, rating.rating, await here.results.scores(puzzle), await here.results.heat(puzzle))


async def _shown(request: StrictRequest, name: str) -> ShownPuzzle:
    here = services(request)
    kept, person = await here.calendar.find(name), await caller(request)
    return await shown_to(here.calendar, here.attempts, here.results, kept, person.player if person else None)
