"""Inviting people to an open table: by name, or by its link, with a line that greets them."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from projections.anonymous import SOMEBODY
from service.games.seating import Seating
from service.http.caller import known_caller, table_visit
from service.http.openapi import INVITE, OPTIONAL_TOKEN, TOKEN, body, operation_with, refusal, refusals
from service.http.request import StrictRequest
from service.opponents.greetings import GREETING_LENGTH, LONGEST
from service.opponents.invitations import CANNOT_INVITE
from service.people.identity import Person
from service.people.kinds import PersonKind
from service.pictures.qr_codes import qr_code

_LONGEST_CODE: Final = 400  # characters: the name of the host may be any
INVITED: Final = body(by_name={"name": "Oona of the lake"}, by_id={"name": "pl4y3r1d"})
GREETING: Final = body(a_line={"text": "Shall we try the volcanoes?"}, none={"text": ""})
NOT_YOURS: Final = refusal(
    403, "It is not your table, or they do not play with you", CANNOT_INVITE.about(name="Oona").text
)
TOO_LONG: Final = refusal(422, "Not a greeting", GREETING_LENGTH.about(longest=LONGEST).text)


class NewInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str  # of an account, or the id of any player


class NewGreeting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


class Invited(msgspec.Struct, frozen=True):
    player: str
    name: str


class Greeted(msgspec.Struct, frozen=True):
    greeting: str | None


class Ended(msgspec.Struct, frozen=True):
    player: str


class Invitation(msgspec.Struct, frozen=True):
    """What somebody sees who comes to an open table."""

    name: str | None  # who invites; null if they have left
    player: str | None
    kind: PersonKind | None
    greeting: str | None
    is_kept: bool  # a seat is kept for you
    invited: list[Invited]  # for whom seats are kept; only said to its owner
    link: str | None = None  # to pass on; only said to those who sit there
    qr: str | None = None  # the same as a path, in a square of `size`
    size: int | None = None


class InvitationsController(Controller):
    path = "/api/games/{game:str}"
    tags = ("opponents",)

    @get(
        "/invitation",
        summary="Who invites to this table, with which greeting",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def shown(self, request: StrictRequest, game: FromPath[str]) -> Invitation:
        """A greeting is not shown to those who want no texts, nor if one of you has blocked the other."""
        table, person, seat = await table_visit(request, game)
        owner = None if table.owner is None else table.seat_of(table.owner)
        has_left = owner is None or owner in table.departed
        is_owner = person is not None and person.player == table.owner
        link = None if seat is None or table.is_full or table.is_cancelled else _link(request, game, table)
        qr, size = (None, None) if link is None or len(link) > _LONGEST_CODE else qr_code(link)
        kinds = await request.services.kinds.of([table.owner])
        return Invitation(
            name=None if owner is None else table.names[owner],
            player=None if has_left else table.owner,
            kind=None if table.owner is None else "departed" if has_left else kinds.get(table.owner),
            greeting=None if has_left else await _greeting(request, game, table, person),
            is_kept=person is not None and seat is None and person.player in table.reserved,
            invited=await _invited(request, table) if is_owner else [],
            link=link,
            qr=qr,
            size=size,
        )

    @post(
        "/invitations",
        status_code=HTTP_200_OK,
        summary="Invite somebody to your open table: a seat is kept for them",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses={403: NOT_YOURS, **refusals(400, 401, 404, 413, 422)},
    )
    async def invite(
        self, request: StrictRequest, game: FromPath[str], data: Annotated[NewInvitation, INVITED]
    ) -> Invited:
        """They are informed of it, and may also decline. Accounts invite at most 30 people in an hour, guests six."""
        person, services = await known_caller(request), request.services
        await table_visit(request, game)
        player = await services.accounts.find(data.name)
        return Invited(player, await services.invitations.invite(game, person, player))

    @delete(
        "/invitations/{player:str}",
        status_code=HTTP_200_OK,
        summary="Take an invitation back, or decline your own: the seat is free for everybody again",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses={403: NOT_YOURS, **refusals(400, 401, 404)},
    )
    async def end(self, request: StrictRequest, game: FromPath[str], player: FromPath[str]) -> Ended:
        person = await known_caller(request)
        await table_visit(request, game)
        await request.services.invitations.end(game, person.player, player)
        return Ended(player)

    @put(
        "/greeting",
        summary="Greet those who come to your open table; an empty text takes the greeting back",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses={403: NOT_YOURS, 422: TOO_LONG, **refusals(400, 401, 404, 409, 413)},
    )
    async def greet(
        self, request: StrictRequest, game: FromPath[str], data: Annotated[NewGreeting, GREETING]
    ) -> Greeted:
        """One line of at most 120 characters, for accounts. It is gone when the table has begun, or with you."""
        person, services = await known_caller(request), request.services
        table, _, _ = await table_visit(request, game)
        services.invitations.check_open(table, person.player)
        await services.greetings.put(person, game, data.text)
        return Greeted(await services.greetings.of(person.player, game))


def _link(request: StrictRequest, game: str, table: Seating) -> str:
    invite = f"?invite={table.opened.invite}" if table.opened.invite else ""
    return f"{str(request.base_url).rstrip('/')}/game/{game}{invite}"


async def _greeting(request: StrictRequest, game: str, table: Seating, person: Person | None) -> str | None:
    services, owner = request.services, table.owner
    if owner is None or table.talk != "free" or table.is_full or table.is_cancelled:
        return None
    if person is not None and person.player != owner:
        if await services.talk.levels.of(person.player) != "free":
            return None
        if await services.blocks.between(person.player, owner):
            return None
    return await services.greetings.of(owner, game)


async def _invited(request: StrictRequest, table: Seating) -> list[Invited]:
    kept = [player for seat, player in enumerate(table.reserved) if player and table.names[seat] is None]
    names = await request.services.people.credentials.names(kept)
    return [Invited(player, names.get(player, SOMEBODY)) for player in kept]
