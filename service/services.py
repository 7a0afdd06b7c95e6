"""The parts that routes and jobs work with, and who is asking."""

from typing import Any, NamedTuple

from litestar import Request
from litestar.exceptions import NotAuthorizedException

from service.handle import Handler
from service.hub import Hub
from service.people import People, Person
from service.seating import Seating
from service.store.log import EventStore
from service.tables import Tables, UnknownGame
from service.views import Views


class Services(NamedTuple):
    store: EventStore
    people: People
    tables: Tables
    handler: Handler
    views: Views
    hub: Hub


AnyRequest = Request[Any, Any, Any]


def services(request: AnyRequest) -> Services:
    found: Services = request.app.state.services
    return found


async def caller(request: AnyRequest) -> Person | None:
    """Who is asking, if they say; a token nobody has is refused rather than ignored."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    person = await services(request).people.bearer(token.strip()) if scheme.lower() == "bearer" else None
    if person is None:
        raise _unknown("This token is not known: ask for a new one with POST /api/guests.")
    return person


async def known_caller(request: AnyRequest) -> Person:
    person = await caller(request)
    if person is None:
        raise _unknown("Say who you are: Authorization: Bearer TOKEN. POST /api/guests gives a token at once.")
    return person


def _unknown(detail: str) -> NotAuthorizedException:
    return NotAuthorizedException(detail, headers={"WWW-Authenticate": "Bearer"})


async def seated(request: AnyRequest, game: str) -> tuple[Seating, Person | None, int | None]:
    """The table, who asks and their seat; raises UnknownGame when this person may not know of it."""
    table = await services(request).tables.seating(game)
    person = await caller(request)
    seat = table.seat_of(person.player) if person else None
    if table.opened.invite is not None and seat is None and request.query_params.get("invite") != table.opened.invite:
        raise UnknownGame(game)
    return table, person, seat
