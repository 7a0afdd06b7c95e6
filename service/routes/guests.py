"""Play at once, without an account."""

from typing import Annotated, Final

import msgspec
from litestar import post

from service.openapi import body, refusals
from service.services import AnyRequest, services


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str | None = None


GUESTS: Final = body(named={"name": "Oona"}, nameless={})


class Guest(msgspec.Struct, frozen=True):
    player: str
    name: str
    token: str  # shown this once


@post(
    "/api/guests",
    tags=["people"],
    summary="A name and a token to play with, at once",
    responses=refusals(400, 413, 422),
)
async def welcome_guest(request: AnyRequest, data: Annotated[NewGuest | None, GUESTS] = None) -> Guest:
    person, token = await services(request).people.welcome(data.name if data else None)
    return Guest(person.player, person.name, token)
