"""Hints: the best moves of a position."""

from typing import Final

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_202_ACCEPTED

from domain.decide import CANCELLED, NOT_YOUR_TURN, OVER
from domain.errors import IllegalMove, Reason
from domain.legal import is_choice
from service.engine.hints import NOTHING_TO_HINT, STRENGTH, Hint, hint_name, is_useless, shown_hint
from service.engine.job_requests import HintRequest
from service.engine.questions import shown
from service.games.commands import GameMoved
from service.games.fair_play import check_fair_play
from service.games.seating import SEAT_LEFT, SEATS_OPEN
from service.games.view import View
from service.http.caller import NOT_SEATED, address, known_caller, table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, TOKEN, operation_with, refusals
from service.http.refusals import UNFAIR
from service.http.request import StrictRequest
from service.runtime.refusal import Refused

NO_SUCH_HINT: Final = Reason("no_such_hint", "", "There is no such hint: it was not asked for, or is over a day old.")


class HintsController(Controller):
    path = "/api/games/{game:str}"
    tags = ("help",)

    @post(
        "/hints",
        status_code=HTTP_202_ACCEPTED,
        summary="Request the best moves; in a finished game after any event `at`",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses={**refusals(400, 401, 404, 409, 422), 403: UNFAIR},
    )
    async def ask(self, request: StrictRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> Hint:
        """While the game runs: for the seat to move, after the newest event. Requesting the same hint again is free."""
        person = await known_caller(request)
        table, _, seat = await table_visit(request, game)
        if table.is_cancelled:
            raise IllegalMove(CANCELLED)
        services = request.services
        view = await services.live.view(game, at or 0, table.nameless)
        seq = _event(view, at)
        position = view.frame_at(seq).game.position
        if not view.is_over:
            _check_seat(view, seat)
        await check_fair_play(services.tables, services.live, table, view)
        if not view.is_over:
            _check_turn(view, seq, seat)
        _check_choice(view, seq)
        assert position.seat is not None
        if is_useless(await services.hints.find(game, hint_name(seq))):
            await services.thinking_time.spend(person.player, address(request), STRENGTH)
        hint = await services.hints.begin(game, seq, position.seat)
        if hint.status in ("queued", "running"):
            now = services.hints.now()
            await services.jobs.request(
                HintRequest(game, hint.hint, shown(position), now, person.player, is_over=view.is_over)
            )
        return hint

    @get(
        "/hints/{hint:str}",
        summary="The progress of a hint, with the moves found so far, best first",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses={**refusals(400, 401, 404), 403: UNFAIR},
    )
    async def look(self, request: StrictRequest, game: FromPath[str], hint: FromPath[str]) -> Hint:
        table, _, seat = await table_visit(request, game)
        services = request.services
        stored = await services.hints.find(game, hint)
        if stored is None:
            raise Refused(NO_SUCH_HINT, "not_found")
        return await shown_hint(stored, game, table, seat, services.tables, services.live)


def _event(view: View, at: int | None) -> int:
    if not view.seq:
        raise Refused(SEATS_OPEN, "not_found")
    return view.number_at(at)


def _check_seat(view: View, seat: int | None) -> None:
    if seat is None:
        raise Refused(NOT_SEATED, "forbidden")
    if view.frames[-1].game.position.players[seat].bot is not None:
        raise Refused(SEAT_LEFT, "forbidden")


def _check_turn(view: View, seq: int, seat: int | None) -> None:
    """In a running game, hints are only for the move that is due now."""
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
