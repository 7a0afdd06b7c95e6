"""Help: which moves are best here, and what a finished game could have been."""

from typing import Final, Literal

import msgspec
from litestar import Controller, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import (
    HTTP_202_ACCEPTED,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
)
from litestar.types import ASGIApp

from domain.commands import Move
from domain.decide import NOT_YOUR_TURN, OVER
from domain.dominoes import dominoes
from domain.errors import IllegalMove, Reason
from domain.legal import is_choice
from domain.notation.moves import read_move
from domain.notation.territories import read_territory
from domain.position import Due
from domain.rules import Rules
from projections.table import ShownTerritory, shown_territory
from puzzles.review.review import Grade, Hindsight, Judged, Review, SeatReview, Skill
from service.api.games import NO_SUCH_EVENT, NOT_SEATED, SEAT_LEFT, SEATS_OPEN
from service.engine.hints import Hint, hint_name
from service.engine.questions import shown
from service.games.fair_play import check_fair_play
from service.games.handle import GameMoved
from service.games.seating import CANCELLED, NOT_OVER
from service.games.views import View
from service.http.caller import AnyRequest, known_caller, seated, services
from service.http.openapi import INVITE, TOKEN, TOKEN_OR_NOBODY, asking, refusal, refusals
from service.http.responses import Ready
from service.runtime.refusal import Refusal

NOTHING_TO_HINT: Final = Reason("nothing_to_hint", "", "Nobody has anything to choose after event {event}.")
NO_SUCH_HINT: Final = Reason("no_such_hint", "", "There is no such hint: it was not asked for, or is over a day old.")
NOT_YOUR_HINT: Final = Reason("not_your_hint", "", "While the game runs, a hint is only for the seat it was made for.")

UNFAIR: Final = refusal(403, "You have no seat, or it would be unfair", "A rated game is played without hints.")
RUNNING: Final = refusal(409, "The game is not over yet", "The game is not over yet.")


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


class HintsController(Controller):
    path = "/api/games/{game:str}"
    tags = ("help",)

    @post(
        "/hints",
        status_code=HTTP_202_ACCEPTED,
        summary="Ask which moves are best; of a finished game after any event `at`",
        security=TOKEN,
        operation_class=asking(INVITE),
        responses={**refusals(400, 401, 404, 409, 422), 403: UNFAIR},
    )
    async def ask(self, request: AnyRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> Hint:
        """While the game runs: for the seat to move, after the newest event. Asking again for the same is free."""
        person = await known_caller(request)
        table, _, seat = await seated(request, game)
        if table.is_cancelled:
            raise IllegalMove(CANCELLED)
        here = services(request)
        view = await here.views.view(game, at or 0)
        seq = _event(view, at)
        position = view.frames[seq - 1].game.position
        if not view.is_over:
            _check_seat(view, seat)
        await check_fair_play(here.tables, here.views, game)
        if not view.is_over:
            _check_turn(view, seq, seat)
        _check_choice(view, seq)
        assert position.seat is not None
        if await here.hints.find(game, hint_name(seq)) is None:
            await here.hints.count(person.player)
        hint = await here.hints.begin(game, seq, position.seat)
        if hint.status in ("queued", "running"):
            await here.jobs.suggest(game, hint.hint, shown(position), here.hints.now())
        return hint

    @get(
        "/hints/{hint:str}",
        summary="How far the hint has come, with the moves found so far, best first",
        security=TOKEN_OR_NOBODY,
        operation_class=asking(INVITE),
        responses={**refusals(400, 401, 404), 403: UNFAIR},
    )
    async def look(self, request: AnyRequest, game: FromPath[str], hint: FromPath[str]) -> Hint:
        _, _, seat = await seated(request, game)
        here = services(request)
        found = await here.hints.find(game, hint)
        if found is None:
            raise Refusal(HTTP_404_NOT_FOUND, NO_SUCH_HINT)
        view = await here.views.view(game, found.seq)
        if not view.is_over and seat != found.seat:
            raise Refusal(HTTP_403_FORBIDDEN, NOT_YOUR_HINT)
        await check_fair_play(here.tables, here.views, game)
        is_late = not view.is_over and view.seq > found.seq and found.status in ("queued", "running")
        return msgspec.structs.replace(found, status="stale") if is_late else found

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
    async def analysis(self, request: AnyRequest, game: FromPath[str]) -> ASGIApp:
        """Every finished game is reviewed once. If this one has not been yet, it is asked for: say who you are."""
        await seated(request, game)
        here = services(request)
        view = await here.views.view(game)
        if not view.is_over:
            raise Refusal(HTTP_409_CONFLICT, NOT_OVER)
        await check_fair_play(here.tables, here.views, game)
        review = await here.reviews.find(game)
        if review is not None:
            return Ready(msgspec.json.encode(_analysis(review, view.frames[-1].game.position.rules)))
        progress = await here.reviews.progress(game)
        if progress is None:
            await here.hints.count((await known_caller(request)).player)
            await here.reviews.note(game, 0.0)
        await here.jobs.review(game)
        return Ready(msgspec.json.encode(Pending("running", progress or 0.0)), status=HTTP_202_ACCEPTED)


def _event(view: View, at: int | None) -> int:
    if not view.seq:
        raise Refusal(HTTP_404_NOT_FOUND, SEATS_OPEN)
    seq = view.seq if at is None else at
    if not 1 <= seq <= view.seq:
        raise Refusal(HTTP_404_NOT_FOUND, NO_SUCH_EVENT.about(last=view.seq, event=seq))
    return seq


def _check_seat(view: View, seat: int | None) -> None:
    if seat is None:
        raise Refusal(HTTP_403_FORBIDDEN, NOT_SEATED)
    if view.frames[-1].game.position.players[seat].bot is not None:
        raise Refusal(HTTP_403_FORBIDDEN, SEAT_LEFT)


def _check_turn(view: View, seq: int, seat: int | None) -> None:
    """Of a running game only what is due now concerns anybody."""
    if seq != view.seq:
        raise GameMoved(view.seq)
    position = view.frames[-1].game.position
    if position.seat is not None and position.seat != seat:
        raise IllegalMove(NOT_YOUR_TURN.about(name=position.players[position.seat].name))


def _check_choice(view: View, seq: int) -> None:
    position = view.frames[seq - 1].game.position
    if position.step == "over":
        raise IllegalMove(OVER)
    if not is_choice(position):
        raise IllegalMove(NOTHING_TO_HINT.about(event=seq))


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
