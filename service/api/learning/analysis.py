"""The review of a finished game: what each decision cost, and what was best."""

from typing import Literal

import msgspec
from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_202_ACCEPTED
from litestar.types import ASGIApp

from domain.commands import Move
from domain.dominoes import dominoes
from domain.notation.moves import read_move
from domain.notation.territories import read_territory
from domain.position import Due
from domain.rules import Rules
from projections.table import ShownTerritory, shown_territory
from puzzles.review.review import Grade, Hindsight, Judged, Review, SeatReview, Skill
from puzzles.search.benefit import Benefit
from service.engine.job_requests import ReviewRequest
from service.engine.reviews import REVIEW_COST
from service.games.fair_play import check_fair_play
from service.games.seating import NOT_OVER
from service.http.caller import address, caller, known_caller, table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, operation_with, refusals
from service.http.refusals import STILL_RUNNING, UNFAIR
from service.http.request import StrictRequest
from service.http.responses import PreparedResponse
from service.runtime.refusal import Refused


class ShownMove(msgspec.Struct, frozen=True):
    move: Move
    notation: str


class ReviewedMove(msgspec.Struct, frozen=True):
    """A decision and what it cost. Values are expected final leads over the best opponent, in points."""

    seq: int  # the event that it led to
    seat: int
    step: Due
    skill: Skill  # the skill that its loss is counted under
    grade: Grade
    before: float  # the value with the best move
    after: float  # the value with the move that was played
    lost: float
    error: float  # standard error of the value before
    played: ShownMove
    best: ShownMove
    proven: bool  # whether both values are certain
    benefit: Benefit | None  # what the best move would have brought; null if little was lost or nothing is sure


class ShownHindsight(msgspec.Struct, frozen=True):
    """What the seat could have scored with the dominoes it took, without totems: at least `best`, at most `bound`."""

    best: int
    bound: int
    is_proven: bool
    territory: ShownTerritory


class ReviewedSeat(SeatReview, frozen=True, kw_only=True):
    hindsight: ShownHindsight | None  # null if there is none


class Analysis(msgspec.Struct, frozen=True):
    status: Literal["done"]
    moves: list[ReviewedMove]
    turning_points: list[int]  # events, the costliest first, at most one of each turn
    seats: list[ReviewedSeat]


class Pending(msgspec.Struct, frozen=True):
    """The review is being made: request it again in a moment."""

    status: Literal["running"]
    progress: float
    moves: list[ReviewedMove]  # those that are judged so far, in no order


class AnalysisController(Controller):
    path = "/api/games/{game:str}"
    tags = ("help",)

    @get(
        "/analysis",
        summary="The review of a finished game: what each decision cost, and what was best",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses={
            200: ResponseSpec(Analysis, description="The review", generate_examples=False),
            202: ResponseSpec(Pending, description="The review is being made", generate_examples=False),
            **refusals(400, 401, 404),
            403: UNFAIR,
            409: STILL_RUNNING,
        },
    )
    async def analysis(self, request: StrictRequest, game: FromPath[str], start: FromQuery[bool] = True) -> ASGIApp:
        """Every finished game is reviewed once. If this one is not yet, the review is started; that needs a token.

        With `start=false` nothing is started."""
        table, _, _ = await table_visit(request, game)
        services = request.services
        view = await services.live.view(game, nameless=table.nameless)
        if not view.is_over:
            raise Refused(NOT_OVER, "conflict")
        await check_fair_play(services.tables, services.live, table, view)
        review = await services.reviews.find(game)
        if review is not None:
            return PreparedResponse(msgspec.json.encode(_analysis(review, view.frames[-1].game.position.rules)))
        progress = await services.reviews.progress(game)
        if start and (person := await caller(request) if progress is not None else await known_caller(request)):
            if progress is None:
                await services.thinking_time.spend(person.player, address(request), REVIEW_COST)
                await services.reviews.note(game, 0.0)
            await services.jobs.request(ReviewRequest(game, person.player))
        moves = [_reviewed(decision) for decision in await services.reviews.judged(game)]
        return PreparedResponse(
            msgspec.json.encode(Pending("running", progress or 0.0, moves)), status=HTTP_202_ACCEPTED
        )


def _analysis(review: Review, rules: Rules) -> Analysis:
    hindsights = {hindsight.seat: _shown_hindsight(hindsight, rules) for hindsight in review.hindsights}
    seats = [
        ReviewedSeat(**msgspec.structs.asdict(seat), hindsight=hindsights.get(seat.seat)) for seat in review.of_seats()
    ]
    return Analysis("done", [_reviewed(decision) for decision in review.decisions], review.turning_points, seats)


def _shown_hindsight(hindsight: Hindsight, rules: Rules) -> ShownHindsight:
    territory = read_territory(dominoes(rules), rules.size, hindsight.territory.split())
    return ShownHindsight(hindsight.best, hindsight.bound, hindsight.is_proven, shown_territory(territory))


def _reviewed(decision: Judged) -> ReviewedMove:
    return ReviewedMove(
        seq=decision.seq,
        seat=decision.seat,
        step=decision.step,
        skill=decision.skill,
        grade=decision.grade,
        before=decision.before,
        after=decision.after,
        lost=decision.lost,
        error=decision.error,
        played=_shown_move(decision.played, decision.step),
        best=_shown_move(decision.best, decision.step),
        proven=decision.proven,
        benefit=decision.benefit,
    )


def _shown_move(notation: str, step: Due) -> ShownMove:
    return ShownMove(read_move(notation, claiming=step == "claim"), notation)
