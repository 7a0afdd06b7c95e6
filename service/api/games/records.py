"""Complete games in text notation: export and import."""

from functools import partial
from typing import Final

import msgspec
from litestar import Controller, MediaType, get, post
from litestar.params import FromPath

from domain.errors import Reason
from domain.events import GameStarted
from domain.undo import LONGEST
from service.games.tables import UnknownGame
from service.helper.requests import WriteRecord
from service.http.caller import address, known_caller, once, table_visit
from service.http.openapi import IDEMPOTENCY_KEY, INVITE, OPTIONAL_TOKEN, TOKEN, operation_with, refusals
from service.http.refusals import CLOSED
from service.http.request import StrictRequest
from service.people.names import clean_name
from service.runtime.refusal import Refused

NOT_TEXT: Final = Reason("not_text", "", "A record is text in UTF-8, and its numbers are small.")
RECORD: Final = """\
firstfire 1
rules 1 origins discovery 2
player 0 - "Ugh"
player 1 flint "Nag"
commitment 4fa8f1741dfb7aac46105462b8648467c7d2faf5430c826700705f0bbd2446bc
line 1: 2 11 17 31
chiefs 0 1
0.0 =2,31
0.1 =11,17
"""


class Imported(msgspec.Struct, frozen=True):
    id: str
    seq: int


class RecordsController(Controller):
    path = "/api"
    tags = ("records",)

    @get(
        "/games/{game:str}/record",
        media_type=MediaType.TEXT,
        summary="The game in text notation; without its deal while it runs",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def record(self, request: StrictRequest, game: FromPath[str]) -> str:
        table, _, _ = await table_visit(request, game)
        view = await request.services.live.view(game, nameless=table.nameless)
        if not view.seq:
            raise UnknownGame(game)
        services = request.services
        write = partial(services.texts.written, WriteRecord(view.events()))
        return (await services.live.encoded(view, ("record",), view.seq, write)).decode()

    @post(
        "/records",
        summary="Import a game in text notation, to step through it",
        security=TOKEN,
        operation_class=operation_with(IDEMPOTENCY_KEY, text=RECORD),
        responses={403: CLOSED, **refusals(400, 401, 413, 422)},
    )
    async def keep(self, request: StrictRequest) -> Imported:
        """The body is the record itself, as text."""
        person = await known_caller(request)
        person.standing.check_muted()  # the names in a record are free text
        await request.services.quotas.take_kept(person, address(request))
        try:
            text = (await request.body()).decode()
            events = await request.services.texts.read(text, LONGEST)
        except ValueError as error:  # not UTF-8, or a number with thousands of digits
            raise Refused(NOT_TEXT, "malformed") from error
        await request.services.deals.check_record(events)
        started = events[0]
        assert isinstance(started, GameStarted)
        for player in started.seats:
            clean_name(player.name)
        game = await request.services.tables.keep_record(
            started.rules, started.seats, events, once(request, person, text)
        )
        if not person.has_account:
            await request.services.own_games.note_record(person.player, game)
        return Imported(game, len(events))
