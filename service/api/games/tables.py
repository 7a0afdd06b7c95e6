"""Opening, joining and viewing tables."""

from functools import partial
from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from domain.errors import IllegalMove, Reason
from domain.events import Player
from domain.pieces import Level
from domain.rules import Rules
from projections.timing import TimeControl, flaw_of_clock
from projections.unseen import Unseen, unseen
from service.games.clocks.rests import ALWAYS, Terms, flaw_of_rests
from service.games.consent.shown import shown_questions
from service.games.fair_play import HINTS_RATED, is_fair
from service.games.seating import SEATS_OPEN, Seating, TableOpened, TalkLevel
from service.games.shown_clock import ShownClock, TimedTable, shown_clock, with_more
from service.games.starting.requested_rules import RequestedRules
from service.games.view import View
from service.http.caller import command_id, known_caller, once, table_visit
from service.http.entry.direct_routes import DIRECT
from service.http.openapi import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    INVITE,
    OPTIONAL_TOKEN,
    TOKEN,
    UNCHANGED,
    body,
    operation_with,
    refusals,
)
from service.http.refusals import CLOSED
from service.http.request import StrictRequest
from service.http.responses import tagged_response
from service.runtime.refusal import Refused

TOO_MANY_SEATS: Final = Reason("too_many_seats", "", "These rules have {seats} seats, and one of them is yours.")

GAMES: Final = body(
    against_a_bot={"rules": {"game": "origins", "mode": "discovery", "seats": 2}, "seats": [{"bot": "pebble"}]},
    private_for_four={"rules": {"game": "origins", "mode": "tribe", "seats": 4}, "private": True},
    kingdomino={"rules": {"game": "kingdomino", "seats": 3, "variants": ["harmony"]}},
    three_days_a_turn={"rules": {"game": "kingdomino", "seats": 2}, "clock": {"type": "days", "days": 3}},
    a_bank_of_a_day={
        "rules": {"game": "kingdomino", "seats": 2},
        "clock": {"type": "bank", "bank": 86400, "increment": 3600, "cap": 172800},
        "successor": "pebble",
    },
)


class RequestedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bot: Level | None = None


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: RequestedRules
    seats: tuple[RequestedSeat, ...] = ()  # seats 1, 2 and so on: a bot, or open
    clock: TimeControl | None = None
    rests: Terms | None = None  # when clocks rest
    successor: Level = "flint"  # the bot that replaces a player who leaves or runs out of time
    private: bool = False
    rated: bool = False
    dynasty: bool = False  # a match of three games with the same players
    hints: bool = False  # all players may request hints during the game; not in a rated game
    earnings: bool = (
        False  # in a rated game of several people, they see what a move earns; in all others they always do
    )
    talk: TalkLevel = "free"  # what people may say to each other here: nothing, phrases, or anything


class OpenTable(msgspec.Struct, frozen=True):
    """A table that waits for players, or whose last seat was just taken."""

    id: str
    status: Literal["open", "running", "cancelled"]
    seq: int
    rules: Rules
    seat: int | None  # yours
    seats: tuple[Player | None, ...]
    invite: str | None = None  # the secret of a private table; shown only to its players
    clock: ShownClock | None = None
    owner: bool = False  # you opened this table, and may renew its invite
    hints: bool = False  # by joining, you agree that all players may request hints
    earnings: bool = True  # whether players see what a move earns
    rated: bool = False
    talk: TalkLevel = "free"


def _open_table(game: str, table: Seating, seat: int | None, seq: int = 0) -> OpenTable:
    players = zip(table.names, table.bots, strict=True)
    return OpenTable(
        id=game,
        status="cancelled" if table.is_cancelled else "running" if table.is_full else "open",
        seq=seq,
        rules=table.rules,
        seat=seat,
        seats=tuple(None if name is None else Player(name, bot) for name, bot in players),
        invite=table.opened.invite if seat is not None else None,
        clock=shown_clock(table),
        owner=seat is not None and table.players[seat] == table.owner,
        hints=table.opened.hints,
        earnings=table.shows_earnings,
        rated=table.opened.rated,
        talk=table.talk,
    )


def _bots(game: NewGame) -> tuple[Level | None, ...]:
    """The bot of each seat, None for people; whether the rules are valid is decided by the domain."""
    if len(game.seats) >= game.rules.seats > 0:
        raise IllegalMove(TOO_MANY_SEATS.about(seats=game.rules.seats))
    named = (None, *(seat.bot for seat in game.seats))
    return (*named, *(None,) * max(0, min(4, game.rules.seats - len(named))))


class TablesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @post(
        "/",
        summary="Open a table; you get seat 0, and the game starts when every seat is taken",
        security=TOKEN,
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={403: CLOSED, **refusals(400, 401, 409, 413, 422)},
    )
    async def open(self, request: StrictRequest, data: Annotated[NewGame, GAMES]) -> OpenTable:
        person = await known_caller(request)
        services, bots = request.services, _bots(data)
        if data.clock is not None and (reason := flaw_of_clock(data.clock)):
            raise IllegalMove(reason)
        rests = data.rests or ALWAYS
        if rests != ALWAYS and (reason := flaw_of_rests(rests, has_clock=data.clock is not None)):
            raise IllegalMove(reason)
        if data.rated and data.hints:
            raise IllegalMove(HINTS_RATED)
        await services.quotas.check_table(person)
        opened = TableOpened(
            data.rules.rules(),
            bots,
            clock=data.clock,
            successor=data.successor,
            rated=data.rated,
            hints=data.hints,
            earnings=data.earnings or msgspec.UNSET,
        )
        repeatable = once(request, person, data)
        game, table = await services.tables.open(
            opened, person, private=data.private, dynasty=data.dynasty, rests=rests, talk=data.talk, once=repeatable
        )
        return _open_table(game, table, 0, await services.store.version(game))

    @post(
        "/{game:str}/join",
        status_code=HTTP_200_OK,
        summary="Take an open seat",
        security=TOKEN,
        operation_class=operation_with(INVITE, IDEMPOTENCY_KEY),
        responses={403: CLOSED, **refusals(400, 401, 404, 409, 422)},
    )
    async def join(self, request: StrictRequest, game: FromPath[str]) -> OpenTable:
        await table_visit(request, game)
        person = await known_caller(request)
        services = request.services
        await services.quotas.check_game(person)
        seat, table = await services.tables.join(game, person, command_id(request, person))
        return _open_table(game, table, seat, await services.store.version(game))

    @get(
        "/{game:str}",
        summary="The table after event `at`, by default the newest",
        opt={DIRECT: True},
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE, IF_NONE_MATCH),
        responses={
            200: ResponseSpec(TimedTable | OpenTable, description="The table", generate_examples=False),
            304: UNCHANGED,
            **refusals(400, 401, 404),
        },
    )
    async def table(self, request: StrictRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> ASGIApp:
        table, _, seat = await table_visit(request, game)
        if not table.is_full or table.is_cancelled:
            waiting = partial(msgspec.json.encode, _open_table(game, table, seat))
            return tagged_response(request, f'"open-{table.version}-{seat}"', waiting)
        services = request.services
        outages = await services.outages.all() if table.opened.clock is not None else ()
        view = await services.live.view(game, at or 0, table.nameless)  # read last: the game may grow while we wait
        seq = view.number_at(at)
        is_newest = seq == view.seq
        clock = shown_clock(table, view, outages) if is_newest else None
        hints = await is_fair(services.tables, services.live, table, view) if is_newest else None
        invite = table.opened.invite if seat is not None else None

        questions = shown_questions(table, view.newest) if is_newest and seat is not None else None

        def body() -> bytes:
            shown = services.live.table(view, seq, seat)
            return with_more(shown, clock, invite, hints, table.talk, questions, table.guide, table.of_day)

        return tagged_response(request, _tag(view, seq, seat, clock, hints, table), body)

    @get(
        "/{game:str}/unseen",
        summary="The dominoes that nobody has seen after event `at`, by default the newest, by their terrains",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def unseen(self, request: StrictRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> Unseen:
        """Public knowledge: all dominoes of the game without those that were revealed."""
        table, _, _ = await table_visit(request, game)
        view = await request.services.live.view(game, at or 0, table.nameless)
        if not view.seq:
            raise Refused(SEATS_OPEN, "not_found")
        frame = view.frame_at(view.number_at(at))
        return unseen(frame.game.position, frame.seq)


def _tag(view: View, seq: int, seat: int | None, clock: ShownClock | None, hints: bool | None, table: Seating) -> str:
    left = f"-{len(view.neutral)}" if view.neutral else ""  # a name may be hidden without any event
    # An outage of the service postpones the deadline without any event.
    due = f"-{clock.due and clock.due.timestamp()}" if clock else ""
    fair = "-hints" if hints else ""  # a game that this one was forked from may end
    renewed = f"-invite{table.renewals}" if table.renewals else ""
    due += f"-time{table.time.changes}" if table.time.changes else ""
    due += f"-asked{table.questions.changes}" if table.questions.changes else ""
    return f'"{seq}-{view.mark(seq)}-{seat}{left}{due}{fair}{renewed}"'
