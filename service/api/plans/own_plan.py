"""What the caller plans for their next turn: read, write and withdraw it, and try it on their territory."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from domain.commands import Step
from projections.choices import choices
from projections.frames import Frame
from projections.next_turn import after, may_try, next_domino, next_turn
from projections.offer import Offer, offer
from projections.table import Table, table
from puzzles.bots.levels import SEARCHING
from service.games.view import View
from service.http.caller import Visit, address, held_seat, known_caller, table_visit
from service.http.openapi import INVITE, TOKEN, body, operation_with, refusal, refusals
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse
from service.lists.quotas import TOO_MUCH_WRITTEN, WRITTEN
from service.people.identity import Person
from service.plans.plans import DOMINO_GONE, NOTHING_TO_PLAN
from service.plans.records import Otherwise, OwnPlans, Plan, PlanEnded, Planned, Why
from service.runtime.clock import moment

MOST_MOVES: Final = 100
PLAN_COST: Final = 1_000  # milliseconds of searching for a turn, about
_DOMINOES: Final = 48
PLANS: Final = body(
    preferences={"moves": [{"type": "draft", "domino": 37}, {"type": "draft", "domino": 22}], "choosing": "points"},
    a_whole_turn={
        "moves": [
            {"type": "place", "domino": 12, "a": [1, 0], "b": [2, 0]},
            {"type": "fire", "at": [1, 1]},
            {"type": "draft", "domino": 37},
            {"type": "pass"},
        ],
        "placing": "points",
        "stop_if_taken": [37],
        "seq": 3,
    },
)
TRIES: Final = body(nothing_yet={}, placed={"moves": [{"type": "place", "domino": 12, "a": [1, 0], "b": [2, 0]}]})
OVER: Final = refusal(409, "The game is over, or you have made too many plans", NOTHING_TO_PLAN.text)
OFTEN: Final = refusal(429, "You have written much in this hour", TOO_MUCH_WRITTEN.about(most=WRITTEN, minutes=20).text)
NOT_POSSIBLE: Final = refusal(422, "Such a plan is not possible", DOMINO_GONE.about(domino=37).text)


class NewPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    # At each step of your turn the first of these that the rules allow then is made.
    moves: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MOST_MOVES)] = ()
    choosing: Otherwise = "ask"  # a domino, if you may take none of those you named
    placing: Otherwise = "ask"  # the domino, and at all other steps
    stop_if_taken: Annotated[tuple[int, ...], msgspec.Meta(max_length=_DOMINOES)] = ()
    seq: int | None = None  # the event after which you saw the table; by default the newest


class ShownPlan(msgspec.Struct, frozen=True):
    at: datetime
    seq: int
    moves: tuple[Step, ...]
    choosing: Otherwise
    placing: Otherwise
    stop_if_taken: tuple[int, ...]


class PlanEnding(msgspec.Struct, frozen=True):
    at: datetime
    seq: int
    why: Why
    domino: int | None  # that somebody took


class MadeStep(msgspec.Struct, frozen=True):
    """A move of yours that a plan made."""

    seq: int  # its first event
    last: int
    move: Step


class OwnPlan(msgspec.Struct, frozen=True):
    plan: ShownPlan | None  # that waits for your turn
    ended: PlanEnding | None  # how your last plan ended, if none waits
    made: list[MadeStep]  # by all your plans in this game
    domino: int | None  # that you place next, as far as that is known
    may: list[Otherwise]  # what a plan may leave to us at this table


class TryRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    moves: Annotated[tuple[Step, ...], msgspec.Meta(max_length=8)] = ()


class Tried(msgspec.Struct, frozen=True):
    """Your next turn as if it came now, after the moves that you try."""

    table: Table | None  # null if you have nothing to place
    choices: Offer | None  # null when there is no more to try


class OwnPlanController(Controller):
    path = "/api/games/{game:str}/plan"
    tags = ("games",)
    security = TOKEN

    @get(
        "/",
        summary="What you plan for your next turn, and what became of it",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404),
    )
    async def read(self, request: StrictRequest, game: FromPath[str]) -> OwnPlan:
        """Nobody else learns of it; when the game is over everybody sees which moves plans have made."""
        person, visit = await _seated(request, game)
        view = await request.services.live.view(game, nameless=visit.table.nameless)
        return await _shown(request, visit, view, await request.services.plans.of(game, person.player))

    @put(
        "/",
        summary="Plan your next turn",
        operation_class=operation_with(INVITE),
        responses={409: OVER, 422: NOT_POSSIBLE, **refusals(400, 401, 403, 404, 413), 429: OFTEN},
    )
    async def make(self, request: StrictRequest, game: FromPath[str], data: Annotated[NewPlan, PLANS]) -> OwnPlan:
        """It takes the place of the plan before. It is carried out as soon as it is your turn, and ends with that turn;
        before that if you move, if a turn is taken back that began before the plan, if somebody else takes a domino
        that you named under `stop_if_taken`, or when you have to choose (`ask`). `points` is what earns most at once,
        where the table tells what moves earn; a level is what that bot would do, where hints are fair; `mammoth` takes
        of the time that you may have thought for you. At most 200 plans in a game, and 600 plans and
        notes in an hour (guests 120)."""
        person, visit = await _seated(request, game)
        plan = Plan(data.moves, data.choosing, data.placing, tuple(sorted({*data.stop_if_taken})))
        services = request.services
        await services.quotas.take_written(person, address(request))
        if plan.choosing in SEARCHING or plan.placing in SEARCHING:
            await services.thinking_time.spend(person.player, address(request), PLAN_COST)
        own = await services.plans.make(game, visit.table, person.player, plan, data.seq)
        view = await request.services.live.view(game, nameless=visit.table.nameless)
        return await _shown(request, visit, view, own)

    @delete(
        "/",
        status_code=HTTP_200_OK,
        summary="Withdraw your plan",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404),
    )
    async def withdraw(self, request: StrictRequest, game: FromPath[str]) -> OwnPlan:
        person, visit = await _seated(request, game)
        view = await request.services.live.view(game, nameless=visit.table.nameless)
        return await _shown(request, visit, view, await request.services.plans.withdraw(game, person.player, view.seq))

    @post(
        "/try",
        status_code=HTTP_200_OK,
        summary="Try on your territory what you will place at your next turn; nothing is stored",
        operation_class=operation_with(INVITE),
        responses={
            200: ResponseSpec(Tried, description="The turn after these moves", generate_examples=False),
            409: OVER,
            **refusals(400, 401, 403, 404, 413, 422),
        },
    )
    async def attempt(
        self,
        request: StrictRequest,
        game: FromPath[str],
        data: Annotated[TryRequest, TRIES],
    ) -> ASGIApp:
        """The domino and its fire: later steps depend on what nobody knows yet. To go on, send all moves again with the
        next one appended. What may come next is grouped as in `GET /api/games/{id}/moves?grouped=true`."""
        person, visit = await _seated(request, game)
        view, _ = await request.services.plans.open_view(game, visit.table, person.player)
        seat = held_seat(visit)
        turn = next_turn(view.newest, seat)
        if turn is None:
            return PreparedResponse(msgspec.json.encode(Tried(None, None)))
        tried = after(turn, seat, data.moves)
        next_moves = offer(choices(tried, shows_earnings=visit.table.shows_earnings)) if may_try(tried, seat) else None
        return PreparedResponse(msgspec.json.encode(Tried(table(Frame(tried), seat, game), next_moves)))


async def _seated(request: StrictRequest, game: str) -> tuple[Person, Visit]:
    """The caller, who has a seat in the game; raises Refused."""
    person = await known_caller(request)
    visit = await table_visit(request, game)
    held_seat(visit)
    return person, visit


async def _shown(request: StrictRequest, visit: Visit, view: View, own: OwnPlans) -> OwnPlan:
    return OwnPlan(
        plan=None if own.planned is None else _shown_plan(own.planned),
        ended=None if own.ended is None else _shown_ending(own.ended),
        made=[MadeStep(made.seq + 1, made.last, made.step) for made in own.made],
        domino=next_domino(view.newest.position, held_seat(visit)) if view.seq else None,
        may=await request.services.plans.allowed(visit.table, view) if view.seq else ["ask"],
    )


def _shown_plan(planned: Planned) -> ShownPlan:
    return ShownPlan(moment(planned.at), planned.seq, **msgspec.structs.asdict(planned.plan))


def _shown_ending(ended: PlanEnded) -> PlanEnding:
    return PlanEnding(moment(ended.at), ended.seq, ended.why, ended.domino or None)
