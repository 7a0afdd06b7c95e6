"""Solving puzzles: look, try moves, take hints, make an attempt, see what there was to find."""

import datetime
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK, HTTP_403_FORBIDDEN, HTTP_404_NOT_FOUND

from domain.commands import Step
from domain.errors import Reason
from puzzles.solving.attempt import played
from puzzles.solving.hint_ladder import HintRung, hint
from service.assembly import Services
from service.http.caller import AnyRequest, caller, command_id, known_caller, services
from service.http.openapi import IDEMPOTENCY_KEY, TOKEN, TOKEN_OR_NOBODY, asking, body, refusal, refusals
from service.people.identity import Person
from service.puzzles.answer_view import Graded, Outcome, graded, outcome
from service.puzzles.attempts import Solving
from service.puzzles.calendar import NoPuzzle
from service.puzzles.library import Kept
from service.puzzles.question_view import Ladder, ShownPuzzle, ShownSitting, ladder, shown_puzzle, shown_sitting
from service.runtime.refusal import Refusal
from service.store.errors import Unavailable

NO_SUCH_PUZZLE: Final = Reason("no_such_puzzle", "", "There is no such puzzle.")
NO_PUZZLE_THAT_DAY: Final = Reason("no_puzzle_that_day", "", "There is no puzzle for that day.")
NO_ATTEMPT_YET: Final = Reason("no_attempt_yet", "", "You will see this after your first whole attempt.")

NOWHERE: Final = refusal(404, "No such puzzle, or none for that day", "There is no such puzzle.")
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
    async def daily(self, request: AnyRequest, date: FromQuery[datetime.date | None] = None) -> ShownPuzzle:
        here = services(request)
        name = await puzzle_of(here, date or here.days.today())
        return await shown_to(request, await _found(here, name))

    @get(
        "/{puzzle:str}",
        summary="A puzzle: a territory, and the dominoes to place in order",
        security=TOKEN_OR_NOBODY,
        responses={**refusals(400, 401), 404: NOWHERE},
    )
    async def puzzle(self, request: AnyRequest, puzzle: FromPath[str]) -> ShownPuzzle:
        """The first look of somebody known is noted: their time is counted from there."""
        return await shown_to(request, await _found(services(request), puzzle))

    @post(
        "/{puzzle:str}/moves",
        status_code=HTTP_200_OK,
        summary="How a puzzle stands after these moves, and every legal next one; nothing is kept",
        security=TOKEN_OR_NOBODY,
        responses={**refusals(400, 401, 413), 404: NOWHERE, 422: NOT_LEGAL},
    )
    async def moves(
        self, request: AnyRequest, puzzle: FromPath[str], data: Annotated[AskedMoves, MOVES]
    ) -> ShownSitting:
        kept = await _found(services(request), puzzle)
        return shown_sitting(played(kept.puzzle.problem, data.moves))

    @post(
        "/{puzzle:str}/attempts",
        status_code=HTTP_200_OK,
        summary="A whole attempt: it is graded and kept. The first one counts",
        security=TOKEN,
        operation_class=asking(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401, 413), 403: TOO_EARLY, 404: NOWHERE, 409: ENOUGH, 422: NOT_LEGAL},
    )
    async def attempt(self, request: AnyRequest, puzzle: FromPath[str], data: Annotated[AskedMoves, MOVES]) -> Graded:
        """What is not legal, or not whole, is refused and costs nothing."""
        person, here = await known_caller(request), services(request)
        kept = await _found(here, puzzle)
        key = command_id(request, person)
        known = await here.solvings.attempt(kept.puzzle, person.player, data.moves, key)
        result = await here.tallies.take_in(known, person.player, await here.days.day_of(puzzle))
        points = played(kept.puzzle.problem, known.attempts[-1].moves).score
        return graded(known, result, points)

    @post(
        "/{puzzle:str}/hints",
        status_code=HTTP_200_OK,
        summary="The next hint: a terrain, then a region, then a cell. The puzzle says what it costs",
        security=TOKEN,
        operation_class=asking(IDEMPOTENCY_KEY),
        responses={**refusals(400, 401), 403: TOO_EARLY, 404: NOWHERE, 409: ENOUGH},
    )
    async def hint(self, request: AnyRequest, puzzle: FromPath[str]) -> TakenHint:
        person, here = await known_caller(request), services(request)
        kept = await _found(here, puzzle)
        known = await here.solvings.take_hint(kept.puzzle, person.player, command_id(request, person))
        return TakenHint(hint(kept.puzzle, known.rungs[-1]), ladder(known))

    @get(
        "/{puzzle:str}/result",
        summary="After your first attempt: the optimum, a line to step through, and what others did",
        security=TOKEN,
        responses={**refusals(400, 401), 403: TOO_EARLY, 404: NOWHERE},
    )
    async def result(self, request: AnyRequest, puzzle: FromPath[str]) -> Outcome:
        person, here = await known_caller(request), services(request)
        kept = await _found(here, puzzle)
        known, day = await here.solvings.of(kept.puzzle, person.player), await here.days.day_of(puzzle)
        if known.first is None:
            raise Refusal(HTTP_403_FORBIDDEN, NO_ATTEMPT_YET)
        await here.tallies.take_in(known, person.player, day)  # if whoever made the attempt was interrupted
        rating = await here.tallies.puzzle(kept.puzzle)
        return outcome(known, day, rating.rating, await here.tallies.scores(puzzle), await here.tallies.heat(puzzle))


async def puzzle_of(here: Services, day: datetime.date) -> str:
    """The puzzle of a day; raises Refusal for one that nobody may know of."""
    try:
        return await here.days.puzzle_of(day)
    except NoPuzzle:
        raise Refusal(HTTP_404_NOT_FOUND, NO_PUZZLE_THAT_DAY) from None


async def _found(here: Services, name: str) -> Kept:
    try:
        return await here.days.find(name)
    except NoPuzzle:
        raise Refusal(HTTP_404_NOT_FOUND, NO_SUCH_PUZZLE) from None


async def shown_to(request: AnyRequest, kept: Kept) -> ShownPuzzle:
    """A puzzle as whoever asks may see it; that they did is noted."""
    person, here, name = await caller(request), services(request), kept.puzzle.id
    day = await here.days.day_of(name)
    if person is None:
        return shown_puzzle(kept, day, None, None)
    known = await _looked(here, kept, person)
    return shown_puzzle(kept, day, known, await here.tallies.result(person.player, name))


async def _looked(here: Services, kept: Kept, person: Person) -> Solving:
    known = await here.solvings.of(kept.puzzle, person.player)
    with suppress(Unavailable):  # a log that takes nothing new can still be looked at
        known = await here.solvings.look(kept.puzzle, person.player)
    return known
