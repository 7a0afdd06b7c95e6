"""Tables and games: open, join, look, move, follow."""

from functools import partial
from typing import Annotated, Final, Literal, cast, get_args

import msgspec
from litestar import Controller, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.response import Stream
from litestar.status_codes import HTTP_200_OK, HTTP_403_FORBIDDEN, HTTP_404_NOT_FOUND
from litestar.types import ASGIApp

from domain.commands import Move, Play
from domain.errors import IllegalMove, Reason
from domain.events import Player
from domain.game import Game
from domain.pieces import Level
from domain.rules import VERSION, GameName, Mode, Rules, Variant
from projections.choices import Choices, choices
from projections.timing import TimeControl, flaw_of_clock
from service.games.codec import Stamped
from service.games.fair_play import HINTS_RATED
from service.games.handle import Answer
from service.games.seating import CANCELLED, Seating, TableOpened
from service.games.shown_clock import ShownClock, TimedTable, shown_clock, with_more
from service.http.caller import AnyRequest, command_id, known_caller, seated, services
from service.http.openapi import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    INVITE,
    LAST_EVENT_ID,
    TOKEN,
    TOKEN_OR_NOBODY,
    UNCHANGED,
    asking,
    body,
    refusals,
)
from service.http.responses import Ready, tagged
from service.runtime.refusal import Refusal

TOO_MANY_SEATS: Final = Reason("too_many_seats", "", "These rules have {seats} seats, and one of them is yours.")
SEATS_OPEN: Final = Reason("seats_open", "", "The game starts when every seat is taken.")
NO_SUCH_EVENT: Final = Reason("no_such_event", "", "This game has events 1 to {last}, and no event {event}.")
NOT_SEATED: Final = Reason("not_seated", "", "You have no seat in this game.")
SEAT_LEFT: Final = Reason("seat_left", "", "You have left this seat: a bot plays on for you.")
_ANSWERS: Final = msgspec.json.Encoder()
_LONGEST_EVENT_ID: Final = 18  # digits

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
MOVES: Final = body(
    claim={"type": "claim", "domino": 12},
    claim_a_pair={"type": "claim", "dominoes": [4, 30]},
    place={"type": "place", "domino": 12, "a": [1, 0], "b": [2, 0]},
    decline={"type": "decline", "domino": 12},
    fire={"type": "fire", "at": [1, 1]},
    give_totem={"type": "give_totem", "resource": "fish", "to": 1},
    draft={"type": "draft", "domino": 7},
    recruit={"type": "recruit", "caveman": "hunter", "source": "cave", "spend": [[1, 0], [0, 2]], "at": [1, 0]},
    leave_it={"type": "pass"},
    undo={"type": "undo"},
)


class AskedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class AskedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bot: Level | None = None


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: AskedRules
    seats: tuple[AskedSeat, ...] = ()  # seats 1, 2, …: a bot, or open
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


def _check_stayed(seat: int, known: Game) -> None:
    if known.position.players[seat].bot is not None:
        raise Refusal(HTTP_403_FORBIDDEN, SEAT_LEFT)


class GamesController(Controller):
    path = "/api/games"
    tags = ("games",)

    @post(
        "/",
        summary="Open a table; you get seat 0, and the game starts when every seat is taken",
        security=TOKEN,
        responses=refusals(400, 401, 413, 422),
    )
    async def open(self, request: AnyRequest, data: Annotated[NewGame, GAMES]) -> OpenTable:
        person = await known_caller(request)
        here, bots = services(request), _asked_bots(data)
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
        game, table = await here.tables.open(asked, person, private=data.private, dynasty=data.dynasty)
        return _open_table(game, table, 0, await here.store.version(game))

    @post(
        "/{game:str}/join",
        status_code=HTTP_200_OK,
        summary="Take an open seat",
        security=TOKEN,
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 404, 422),
    )
    async def join(self, request: AnyRequest, game: FromPath[str]) -> OpenTable:
        await seated(request, game)
        person = await known_caller(request)
        here = services(request)
        seat, table = await here.tables.join(game, person)
        return _open_table(game, table, seat, await here.store.version(game))

    @get(
        "/{game:str}",
        summary="The table after event `at`, the newest without it",
        security=TOKEN_OR_NOBODY,
        operation_class=asking(INVITE, IF_NONE_MATCH),
        responses={
            200: ResponseSpec(TimedTable | OpenTable, description="The table", generate_examples=False),
            304: UNCHANGED,
            **refusals(400, 401, 404),
        },
    )
    async def table(self, request: AnyRequest, game: FromPath[str], at: FromQuery[int | None] = None) -> ASGIApp:
        table, _, seat = await seated(request, game)
        if not table.is_full or table.is_cancelled:
            waiting = partial(msgspec.json.encode, _open_table(game, table, seat))
            return tagged(request, f'"open-{table.version}-{seat}"', waiting)
        here = services(request)
        outages = await here.outages.known() if table.opened.clock is not None else ()
        view = await here.views.view(game, at or 0)  # last: while we wait, it may grow
        seq = view.seq if at is None else at
        if not 1 <= seq <= view.seq:
            raise Refusal(HTTP_404_NOT_FOUND, NO_SUCH_EVENT.about(last=view.seq, event=seq))
        clock = shown_clock(table, view, outages) if seq == view.seq else None
        left = f"-{len(view.neutral)}" if view.neutral else ""  # a name may go without any event
        # An outage of the service moves the time when it is due, without any event.
        due = f"-{clock.due and clock.due.timestamp()}" if clock else ""
        invite = table.opened.invite if seat is not None else None
        return tagged(request, f'"{seq}-{seat}{left}{due}"', lambda: with_more(view.table(seq, seat), clock, invite))

    @get(
        "/{game:str}/events",
        summary="The public log behind event `after`; as NDJSON if you accept that",
        security=TOKEN_OR_NOBODY,
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def events(
        self, request: AnyRequest, game: FromPath[str], after: FromQuery[int] = 0
    ) -> Response[list[Stamped]]:
        await seated(request, game)
        view = await services(request).views.view(game)
        shown = view.log(max(0, after))
        if "application/x-ndjson" in request.headers.get("accept", ""):
            lines = msgspec.json.Encoder().encode_lines(shown)
            return cast(Response[list[Stamped]], Response(lines, media_type="application/x-ndjson"))
        return Response(shown)

    @get(
        "/{game:str}/stream",
        media_type="text/event-stream",
        summary="New events as they happen (server-sent events)",
        security=TOKEN_OR_NOBODY,
        operation_class=asking(INVITE, LAST_EVENT_ID),
        responses=refusals(400, 401, 404),
    )
    async def stream(self, request: AnyRequest, game: FromPath[str], after: FromQuery[int] = 0) -> Stream:
        """Resumes behind `Last-Event-ID`. `event: resync` means: fetch the table again."""
        await seated(request, game)
        here, last = services(request), request.headers.get("last-event-id", "")
        is_number = last.isascii() and last.isdigit() and len(last) <= _LONGEST_EVENT_ID
        begin = int(last) if is_number else max(0, after)
        await here.views.view(game, begin)  # while a refusal can still be said
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return Stream(here.hub.stream(game, begin), media_type="text/event-stream", headers=headers)

    @get(
        "/{game:str}/moves",
        summary="Every legal move of the seat to move, each to be posted as it is",
        security=TOKEN_OR_NOBODY,
        operation_class=asking(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def moves(self, request: AnyRequest, game: FromPath[str]) -> Choices:
        await seated(request, game)
        view = await services(request).views.view(game)
        if not view.seq:
            raise Refusal(HTTP_404_NOT_FOUND, SEATS_OPEN)
        return choices(view.frames[-1].game)

    @post(
        "/{game:str}/moves",
        status_code=HTTP_200_OK,
        summary="Make a move",
        security=TOKEN,
        operation_class=asking(INVITE, IDEMPOTENCY_KEY),
        responses={
            200: ResponseSpec(Answer, description="The events it caused", generate_examples=False),
            **refusals(400, 401, 403, 404, 409, 413, 422),
        },
    )
    async def move(
        self, request: AnyRequest, game: FromPath[str], data: Annotated[Move, MOVES], seq: FromQuery[int | None] = None
    ) -> ASGIApp:
        """`Idempotency-Key` makes repeating safe; `seq` refuses the move if the game is no longer at that event."""
        table, person, seat = await seated(request, game)
        if person is None:
            person = await known_caller(request)
        if seat is None:
            raise Refusal(HTTP_403_FORBIDDEN, NOT_SEATED)
        if table.is_cancelled:
            raise IllegalMove(CANCELLED)
        if not table.is_full:
            raise Refusal(HTTP_404_NOT_FOUND, SEATS_OPEN)

        here, check = services(request), partial(_check_stayed, seat)
        try:
            answer = await here.handler.handle(game, Play(seat, data), command_id(request, person), seq, check)
        finally:
            here.views.heard(game)  # of a refusal too: what was shown may be wrong
        return Ready(_ANSWERS.encode(answer))
