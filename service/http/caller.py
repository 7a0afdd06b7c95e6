"""The parts that routes and jobs work with, and who is asking."""

from typing import Final

from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_401_UNAUTHORIZED, HTTP_403_FORBIDDEN

from domain.errors import Reason
from service.assembly import Services
from service.games.seating import Seating
from service.games.tables import UnknownGame
from service.http.request import StrictRequest
from service.http.session_cookie import COOKIE, changes_something, refuse_forged
from service.people.identity import Person
from service.runtime.refusal import Refusal

UNKNOWN_TOKEN: Final = Reason("unknown_token", "", "This token is not known: ask for a new one with POST /api/guests.")
NOBODY: Final = Reason(
    "nobody",
    "",
    "Say who you are: Authorization: Bearer TOKEN, or sign in. POST /api/guests gives a token at once.",
)
READING_ONLY: Final = Reason("reading_only", "", "This token is for reading only.")
NOT_BY_TOKEN: Final = Reason("not_by_token", "", "A personal token may play and read, but not this: sign in for it.")
BAD_KEY: Final = Reason("bad_key", "", "An idempotency key has 1 to {longest} characters.")
_LONGEST_KEY: Final = 200


AnyRequest = StrictRequest


def services(request: AnyRequest) -> Services:
    found: Services = request.app.state.services
    return found


async def caller(request: AnyRequest) -> Person | None:
    """Who is asking, if they say, and may ask this; a token nobody has is refused, a session that ended is not."""
    proof, person = request.header(b"authorization"), None
    if proof is not None:
        person = await _bearer(request, proof)
    elif request.header(b"cookie") is not None and (cookie := request.cookies.get(COOKIE)) is not None:
        person = await services(request).people.session(cookie)
    if person is not None and changes_something(request.method):
        _check(request, person)
    return person


async def _bearer(request: AnyRequest, proof: str) -> Person:
    scheme, _, token = proof.partition(" ")
    person = await services(request).people.bearer(token.strip()) if scheme.lower() == "bearer" else None
    if person is None:
        raise _unknown(UNKNOWN_TOKEN)
    return person


def _check(request: AnyRequest, person: Person) -> None:
    if person.kind == "session":
        refuse_forged(request)
    if "play" not in person.scopes:
        raise Refusal(HTTP_403_FORBIDDEN, READING_ONLY)


async def known_caller(request: AnyRequest) -> Person:
    person = await caller(request)
    if person is None:
        raise _unknown(NOBODY)
    return person


async def owner(request: AnyRequest) -> Person:
    """Who is asking, not through a token: one that they gave to a program, or a guest's who has an account by now."""
    person = await known_caller(request)
    if person.kind == "token" or (person.kind == "guest" and person.has_account):
        raise Refusal(HTTP_403_FORBIDDEN, NOT_BY_TOKEN)
    return person


def _unknown(reason: Reason) -> Refusal:
    return Refusal(HTTP_401_UNAUTHORIZED, reason, {"WWW-Authenticate": "Bearer"})


async def seated(request: AnyRequest, game: str) -> tuple[Seating, Person | None, int | None]:
    """The table, who asks and their seat; raises UnknownGame when this person may not know of it."""
    table = await services(request).tables.seating(game)
    person = await caller(request)
    seat = table.seat_of(person.player) if person else None
    if table.opened.invite is not None and seat is None and not _is_invited(request, table, person):
        raise UnknownGame(game)
    return table, person, seat


def _is_invited(request: AnyRequest, table: Seating, person: Person | None) -> bool:
    """By the table's secret, or by a seat that is kept for them."""
    is_kept = person is not None and person.player in table.opened.reserved
    return is_kept or request.query_params.get("invite") == table.opened.invite


def command_id(request: AnyRequest, person: Person) -> str | None:
    """The name of a command that may be sent again; raises Refusal."""
    key = request.header(b"idempotency-key")
    if key is None:
        return None
    if not 0 < len(key) <= _LONGEST_KEY:
        raise Refusal(HTTP_400_BAD_REQUEST, BAD_KEY.about(longest=_LONGEST_KEY))
    return f"{person.player}:{key}"
