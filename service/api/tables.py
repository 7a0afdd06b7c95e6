"""Tables: open one, join one, look at one."""

from functools import partial
from typing import Annotated, Final, Literal, get_args

import msgspec
from litestar import Controller, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp

from domain.errors import IllegalMove, Reason
from domain.events import Player
from domain.pieces import Level
from domain.rules import VERSION, GameName, Mode, Rules, Variant
from projections.timing import TimeControl, flaw_of_clock
from service.games.fair_play import HINTS_RATED
from service.games.seating import Seating, TableOpened
from service.games.shown_clock import ShownClock, TimedTable, shown_clock, with_more
from service.games.views import View
from service.http.caller import known_caller, table_visit
from service.http.openapi import IF_NONE_MATCH, INVITE, OPTIONAL_TOKEN, TOKEN, UNCHANGED, body, operation_with, refusals
from service.http.request import StrictRequest
from service.http.responses import tagged_response

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


class RequestedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game to play. Kingdomino is played with `must_place` unless you say otherwise."""

    game: GameName
    seats: int
    mode: Mode | None = None
    variants: tuple[Variant, ...] | None = None
    version: int = VERSION

    def rules(self) -> Rules:
        usual: tuple[Variant, ...] = ("must_place",) if self.game == "kingdomino" else ()
        asked = usual if self.variants is None else self.variants
        # One order for everybody: equal rules are then equal in every log.
        return Rules(self.game, self.seats, self.mode, tuple(sorted(asked, key=get_args(Variant).index)), self.version)


class RequestedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bot: Level | None = None


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: RequestedRules
    seats: tuple[RequestedSeat, ...] = ()  # seats 1, 2, …: a bot, or open
    clock: TimeControl | None = None
    successor: Level = "flint"  # plays on for a seat that leaves or runs out of time
    private: bool = False
    rated: bool = False
    dynasty: bool = False  # a match of three games by the same seats
    hints: bool = False  # all who sit down may ask for hints while they play; not in a rated game


class OpenTable(msgspec.Struct, frozen=True):
    """A table that waits for players, or has just got its last one."""

    id: str
    status: Literal["open", "running", "cancelled"]
    seq: int
    rules: Rules
    seat: int | None  # yours
    seats: tuple[Player | None, ...]
    invite: str | None = None  # opens a private table to whoever has it; shown only to those who sit there
    clock: ShownClock | None = None
    hints: bool = False  # whoever sits down agrees that all may ask for hints


def _open_table(game: str, table: Seating, seat: int | None, seq: int = 0) -> OpenTable:
    taken = zip(table.names, table.bots, strict=True)
    return OpenTable(
        id=game,
        status="cancelled" if table.is_cancelled else "running" if table.is_full else "open",
        seq=seq,
        rules=table.rules,
        seat=seat,
        seats=tuple(None if name is None else Player(name, bot) for name, bot in taken),
        invite=table.opened.invite if seat is not None else None,
        clock=shown_clock(table),
        hints=table.opened.hints,
    )


def _asked_bots(asked: NewGame) -> tuple[Level | None, ...]:
    """The bots of all seats; the rules themselves are judged by the domain."""
    if len(asked.seats) >= asked.rules.seats > 0:
        raise IllegalMove(TOO_MANY_SEATS.about(seats=asked.rules.seats))
    named = (None, *(seat.bot for seat in asked.seats))
    return (*named, *(None,) * max(0, min(4, asked.rules.seats - len(named))))


class TablesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @post(
        "/",
        summary="Open a table; you get seat 0, and the game starts when every seat is taken",
        security=TOKEN,
        responses=refusals(400, 401, 413, 422),
    )
    async def open(self, request: StrictRequest, data: Annotated[NewGame, GAMES]) -> OpenTable:
        person = await known_caller(request)
        services, bots = request.services, _asked_bots(data)
        if data.clock is not None and (reason := flaw_of_clock(data.clock)):
            raise IllegalMove(reason)
        if data.rated and data.hints:
            raise IllegalMove(HINTS_RATED)
        asked = TableOpened(
            data.rules.rules(),
            bots,
            clock=data.clock,
            successor=data.successor,
            rated=data.rated,
            hints=data.hints,
        )
        game, table = await services.tables.open(asked, person, private=data.private, dynasty=data.dynasty)
        return _open_table(game, table, 0, await services.store.version(game))

    @post(
        "/{game:str}/join",
        status_code=HTTP_200_OK,
        summary="Take an open seat",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404, 422),
    )
    async def join(self, request: StrictRequest, game: FromPath[str]) -> OpenTable:
        await table_visit(request, game)
        person = await known_caller(request)
        services = request.services
        seat, table = await services.tables.join(game, person)
        return _open_table(game, table, seat, await services.store.version(game))

    @get(
        "/{game:str}",
        summary="The table after event `at`, the newest without it",
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
        outages = await services.outages.known() if table.opened.clock is not None else ()
        view = await services.views.view(game, at or 0, table.departed)  # last: while we wait, it may grow
        seq = view.number_at(at)
        clock = shown_clock(table, view, outages) if seq == view.seq else None
        invite = table.opened.invite if seat is not None else None
        return tagged_response(
            request, _tag(view, seq, seat, clock), lambda: with_more(view.table(seq, seat), clock, invite)
        )


def _tag(view: View, seq: int, seat: int | None, clock: ShownClock | None) -> str:
    left = f"-{len(view.neutral)}" if view.neutral else ""  # a name may go without any event
    # An outage of the service moves the time when it is due, without any event.
    due = f"-{clock.due and clock.due.timestamp()}" if clock else ""
    return f'"{seq}-{seat}{left}{due}"'
