"""The review of a finished game: what each decision cost, and what was best."""

from typing import Literal

import msgspec
from litestar import Controller, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
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
from service.engine.job_requests import ReviewRequest
from service.games.fair_play import check_fair_play
from service.games.seating import NOT_OVER
from service.http.caller import known_caller, seated, services
from service.http.openapi import INVITE, TOKEN_OR_NOBODY, asking, refusals
from service.http.refusals import RUNNING, UNFAIR
from service.http.request import StrictRequest
from service.http.responses import Ready
from service.runtime.refusal import Refused


class ShownMove(msgspec.Struct, frozen=True):
    move: Move
    notation: str


class ReviewedMove(msgspec.Struct, frozen=True):
    """A decision and what it cost. Values are expected final leads over the best opponent, in points."""

    seq: int  # the event that it led to
    seat: int
    step: Due
    skill: Skill  # what its loss counts for
    grade: Grade
    before: float  # the value with the best move
    after: float  # the value with the move that was played
    lost: float
    error: float  # standard error of the value before
    played: ShownMove
    best: ShownMove


class ShownHindsight(msgspec.Struct, frozen=True):
    """What the seat could have scored with what it took, totems left out: found `best`, and never more than `bound`."""

    best: int
    bound: int
    is_proven: bool
    territory: ShownTerritory


class ReviewedSeat(SeatReview, frozen=True, kw_only=True):
    hindsight: ShownHindsight | None  # null if it could not be found


class Analysis(msgspec.Struct, frozen=True):
    status: Literal["done"]
    moves: list[ReviewedMove]
    turning_points: list[int]  # events: the costliest first, each of another turn
    seats: list[ReviewedSeat]


class Pending(msgspec.Struct, frozen=True):
    """The review is being made: ask again in a moment."""

    status: Literal["running"]
    progress: float


class AnalysisController(Controller):
    path = "/api/games/{game:str}"
    tags = ("help",)

    @get(
        "/analysis",
        summary="The review of a finished game: what each decision cost, and what was best",
        security=TOKEN_OR_NOBODY,
        operation_class=asking(INVITE),
        responses={
            200: ResponseSpec(Analysis, description="The review", generate_examples=False),
            202: ResponseSpec(Pending, description="It is being made", generate_examples=False),
            **refusals(400, 401, 404),
            403: UNFAIR,
            409: RUNNING,
        },
    )
    async def analysis(self, request: StrictRequest, game: FromPath[str]) -> ASGIApp:
        """Every finished game is reviewed once. If this one has not been yet, it is asked for: say who you are."""
        table, _, _ = await seated(request, game)
        here = services(request)
        view = await here.views.view(game, departed=table.departed)
        if not view.is_over:
            raise Refused(NOT_OVER, "conflict")
        await check_fair_play(here.tables, here.views, table, view)
        review = await here.reviews.find(game)
        if review is not None:
            return Ready(msgspec.json.encode(_analysis(review, view.frames[-1].game.position.rules)))
        progress = await here.reviews.progress(game)
        if progress is None:
            await here.hints.count((await known_caller(request)).player)
            await here.reviews.note(game, 0.0)
        await here.jobs.request(ReviewRequest(game))
        return Ready(msgspec.json.encode(Pending("running", progress or 0.0)), status=HTTP_202_ACCEPTED)


def _analysis(review: Review, rules: Rules) -> Analysis:
    known = {one.seat: _shown_hindsight(one, rules) for one in review.hindsights}
    seats = [ReviewedSeat(**msgspec.structs.asdict(one), hindsight=known.get(one.seat)) for one in review.of_seats()]
    return Analysis("done", [_reviewed(one) for one in review.decisions], review.turning_points, seats)


def _shown_hindsight(found: Hindsight, rules: Rules) -> ShownHindsight:
    territory = read_territory(dominoes(rules), rules.size, found.territory.split())
    return ShownHindsight(found.best, found.bound, found.is_proven, shown_territory(territory))


def _reviewed(one: Judged) -> ReviewedMove:
    return ReviewedMove(
        seq=one.seq,
        seat=one.seat,
        step=one.step,
        skill=one.skill,
        grade=one.grade,
        before=one.before,
        after=one.after,
        lost=one.lost,
        error=one.error,
        played=_shown_move(one.played, one.step),
        best=_shown_move(one.best, one.step),
    )


def _shown_move(word: str, step: Due) -> ShownMove:
    return ShownMove(read_move(word, claiming=step == "claim"), word)
