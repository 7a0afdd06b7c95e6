"""Whole games as text notation."""


import msgspec
from litestar import Controller, MediaType, get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath

from domain.events import GameStarted
from domain.notation.reading import read_record
from domain.notation.records import write_record
from service.people import clean_name
from service.services import AnyRequest, known_caller, seated, services
from service.tables import UnknownGame


class Imported(msgspec.Struct, frozen=True):
    id: str
    seq: int


class RecordsController(Controller):
    path = "/api"
    tags = ("records",)

    @get(
        "/games/{game:str}/record",
        media_type=MediaType.TEXT,
        summary="The game as text; without its deal while it runs",
    )
    async def record(self, request: AnyRequest, game: FromPath[str]) -> str:
        await seated(request, game)
        view = await services(request).views.view(game)
        if not view.seq:
            raise UnknownGame(game)
        return write_record(view.events())

    @post("/records", summary="Keep a game written as text, to step through it")
    async def keep(self, request: AnyRequest) -> Imported:
        """The body is the record itself, as text."""
        await known_caller(request)
        try:
            text = (await request.body()).decode()
        except UnicodeDecodeError as error:
            raise ClientException("A record is text in UTF-8.") from error
        events = read_record(text)
        started = events[0]
        assert isinstance(started, GameStarted)
        for player in started.seats:
            clean_name(player.name)
        game = await services(request).tables.keep_record(started.rules, started.seats, events)
        return Imported(game, len(events))
