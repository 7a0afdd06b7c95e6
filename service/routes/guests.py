"""Play at once, without an account."""

import msgspec
from litestar import post
from litestar.params import JSONBody

from service.services import AnyRequest, services


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str | None = None


class Guest(msgspec.Struct, frozen=True):
    player: str
    name: str
    token: str  # shown this once


@post("/api/guests", tags=["people"], summary="A name and a token to play with, at once")
async def welcome_guest(request: AnyRequest, data: JSONBody[NewGuest]) -> Guest:
    person, token = await services(request).people.welcome(data.name)
    return Guest(person.player, person.name, token)
