"""Resigning, claiming the victory, cancelling, and rematches."""

from contextlib import suppress

import msgspec
from litestar import Controller, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from domain.commands import ClaimVictory, Resign
from domain.errors import IllegalMove
from service.games.commands import Answer
from service.games.consent.cancelling import cancel
from service.games.seating import NOT_OVER, Seating
from service.http.caller import held_seat, known_caller, table_visit
from service.http.openapi import IDEMPOTENCY_KEY, INVITE, TOKEN, operation_with, refusals
from service.http.request import StrictRequest
from service.people.identity import Person


class NextGame(msgspec.Struct, frozen=True):
    id: str


async def _held_seat(request: StrictRequest, game: str) -> tuple[Seating, Person, int]:
    person = await known_caller(request)
    visit = await table_visit(request, game)
    return visit.table, person, held_seat(visit)


async def _ended(request: StrictRequest, game: str, command: Resign | ClaimVictory) -> Answer:
    return await request.services.commands.handle(game, command)


async def _left_by_banned(request: StrictRequest, game: str, table: Seating, person: Person) -> Answer | None:
    """Bots take over the seats of banned players, whom nobody should have to wait for; None if there is none."""
    answer = None
    for seat, player in enumerate(table.players):
        if player and player != person.player and await request.services.act_log.is_banned(player):
            with suppress(IllegalMove):  # a bot plays there already
                answer = await _ended(request, game, Resign(seat, table.opened.successor))
    return answer


class EndingsController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)
    security = TOKEN

    @post(
        "/resign",
        status_code=HTTP_200_OK,
        summary="Leave your seat to a bot for the rest of the game",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def resign(self, request: StrictRequest, game: FromPath[str]) -> Answer:
        table, _, seat = await _held_seat(request, game)
        return await _ended(request, game, Resign(seat, table.opened.successor))

    @post(
        "/claim",
        status_code=HTTP_200_OK,
        summary="End a game of two as its winner, because the other has left, or is banned and there is no clock",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def claim(self, request: StrictRequest, game: FromPath[str]) -> Answer:
        """In a game without a clock, seats of banned players are left to bots first; in a game of more than two, that
        is all that happens."""
        table, person, seat = await _held_seat(request, game)
        answer = await _left_by_banned(request, game, table, person) if table.opened.clock is None else None
        if answer is not None and len(table.names) > 2:
            return answer
        return await _ended(request, game, ClaimVictory(seat))

    @post(
        "/cancel",
        status_code=HTTP_200_OK,
        summary="Cancel the game: before the first move, or at any time if only bots play against you",
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def cancel(self, request: StrictRequest, game: FromPath[str]) -> NextGame:
        """A rated game counts: once somebody has moved it can only be played or left."""
        _, person, _ = await _held_seat(request, game)
        services = request.services
        await cancel(services.tables, services.commands, game, person.player)
        return NextGame(game)

    @post(
        "/rematch",
        summary="Another game with the same players, seats rotated; the first request opens its table",
        operation_class=operation_with(INVITE, IDEMPOTENCY_KEY),
        responses=refusals(400, 401, 403, 404, 422),
    )
    async def rematch(self, request: StrictRequest, game: FromPath[str]) -> NextGame:
        _, person, _ = await _held_seat(request, game)
        services = request.services
        if not (await services.live.view(game)).is_over:
            raise IllegalMove(NOT_OVER)
        return NextGame(await services.follow_ups.rematch(game, person))
