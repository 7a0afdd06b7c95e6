"""The person who makes a request, and their table and seat. The person is resolved once per request."""

from functools import partial
from hmac import compare_digest
from typing import Final, NamedTuple

from domain.commands import Move, Play
from domain.decide import CANCELLED
from domain.errors import IllegalMove, Reason
from domain.game import Game
from service.games.commands import Answer
from service.games.seating import SEAT_LEFT, SEATS_OPEN, Seating
from service.games.tables import UnknownGame
from service.http.headers import Token, token
from service.http.request import StrictRequest
from service.http.session_cookie import COOKIE, changes_state, refuse_cross_site, refuse_forged, visit_name
from service.people.accounts import NoSuchPlayer
from service.people.credentials import Profile
from service.people.identity import Person
from service.runtime.refusal import Refused
from service.runtime.repeats import Once, digest_of
from service.store.errors import Unavailable
from service.talk.channels import Place

UNKNOWN_TOKEN: Final = Reason("unknown_token", "", "This token is not known: ask for a new one with POST /api/guests.")
NOBODY: Final = Reason(
    "nobody",
    "",
    "Say who you are: Authorization: Bearer TOKEN, or sign in. POST /api/guests gives a token at once.",
)
READING_ONLY: Final = Reason("reading_only", "", "This token is for reading only.")
NOT_BY_TOKEN: Final = Reason("not_by_token", "", "A personal token may play and read, but not this: sign in for it.")
NOT_SEATED: Final = Reason("not_seated", "", "You have no seat in this game.")
BAD_KEY: Final = Reason("bad_key", "", "An idempotency key has 1 to {longest} characters.")
NOT_A_MODERATOR: Final = Reason("not_a_moderator", "", "This is for moderators: the operator appoints them.")
OPEN_TO_BANNED: Final = "open_to_banned"  # an option of routes that change something and stay open to the banned
OPEN_TO_VISITORS: Final = "open_to_visitors"  # of routes of a game: links in mails lead there
TAKES_FORMS: Final = "takes_forms"  # of routes that check the token of their form themselves (`check_form`)
SEEN_IN_LOG: Final = "seen_in_log"  # of routes after which the log says that the person is here: a move costs no more
_LONGEST_KEY: Final = 200
_INPUT: Final = b"x-input"  # pages send it with what they ask for because the person has just done something


class Visit(NamedTuple):
    """A table, the caller if they are known, and their seat there if they have one."""

    table: Seating
    person: Person | None
    seat: int | None


def address(request: StrictRequest) -> str:
    """The caller's network address; the server has already taken it from a proxy's headers, if there is one."""
    return request.client.host if request.client else ""


async def caller(request: StrictRequest) -> Person | None:
    """The person who makes the request, or None; raises Refused if they may not make it.

    An unknown token is refused; a session that has ended counts as no session. The result is stored on the request.
    """
    if not request.is_resolved:
        request.person = await _resolved(request)
        request.is_resolved = True
    return request.person


async def _resolved(request: StrictRequest) -> Person | None:
    sent, person = token(request.scope), None
    if sent is not None:
        person = await _bearer(request, sent)
    elif request.header(b"cookie") is not None:
        person = await _by_cookie(request)
    if person is None:
        return None
    person = await request.services.act_log.with_standing(person)
    if changes_state(request.method):
        _check(request, person)
        if person.has_account:
            await request.services.networks.note(person.player, address(request))
    if _is_input(request):
        await request.services.notices.presence.note(person.player)
    return person


def _is_input(request: StrictRequest) -> bool:
    """Whether the person does something now, which nobody else will notice."""
    if request.route_handler.opt.get(SEEN_IN_LOG):
        return False
    return changes_state(request.method) or request.header(_INPUT) is not None


async def _by_cookie(request: StrictRequest) -> Person | None:
    """By a session, or in a game that the browser may visit, by that."""
    people, cookie = request.services.people, request.cookies.get(COOKIE)
    person = await people.session(cookie) if cookie is not None else None
    if person is None and request.route_handler.opt.get(OPEN_TO_VISITORS):
        game = request.path_params["game"]
        person = await people.visit(request.cookies.get(visit_name(game), ""), game)
    return person


async def _bearer(request: StrictRequest, sent: Token) -> Person:
    person = await request.services.people.bearer(sent.secret, sent.proof) if sent.scheme == "bearer" else None
    if person is None:
        raise Refused(UNKNOWN_TOKEN, "unauthenticated")
    return person


def _check(request: StrictRequest, person: Person) -> None:
    if request.route_handler.opt.get(TAKES_FORMS):
        refuse_cross_site(request)
    elif person.kind == "session" or person.kind == "visit":
        refuse_forged(request)
    if "play" not in person.scopes:
        raise Refused(READING_ONLY, "forbidden")
    if not request.route_handler.opt.get(OPEN_TO_BANNED):
        person.standing.check_banned()


async def known_caller(request: StrictRequest) -> Person:
    """The person who makes the request; raises Refused if they did not identify themselves."""
    person = await caller(request)
    if person is None:
        raise Refused(NOBODY, "unauthenticated")
    return person


async def owner(request: StrictRequest) -> Person:
    """The caller, for changes of the account; raises Refused for requests by a token.

    That is a personal token, or the token of a guest who has an account by now. Guests without one use their token.
    """
    person = await known_caller(request)
    if person.kind == "token" or (person.kind == "guest" and person.has_account):
        raise Refused(NOT_BY_TOKEN, "forbidden")
    return person


async def other_person(request: StrictRequest, player: str) -> Profile:
    """The profile of somebody whom the request is about; raises Refused if there is none."""
    profile = await request.services.people.credentials.profile(player)
    if profile is None or await request.services.departed.has_left(player):
        raise NoSuchPlayer
    return profile


async def moderator(request: StrictRequest) -> Person:
    """The caller, if they are a moderator; raises Refused for all others, and for requests by a token."""
    person = await owner(request)
    if person.standing.role != "moderator":
        raise Refused(NOT_A_MODERATOR, "forbidden")
    return person


async def table_visit(request: StrictRequest, game: str) -> Visit:
    """The table of a game and the caller's place there; raises UnknownGame if the game is hidden from the caller."""
    table = await request.services.tables.seating(game)
    person = await caller(request)
    seat = table.seat_of(person.player) if person else None
    if table.opened.invite is not None and seat is None and not _is_invited(request, table, person):
        raise UnknownGame(game)
    if seat is None and not await request.services.deals.may_see(table, person.player if person else None):
        raise UnknownGame(game)
    return Visit(table, person, seat)


async def talk_place(request: StrictRequest, game: str, visit: Visit) -> Place:
    """How the caller comes to the talk of a table: with a seat or as a spectator, and whether the game is over."""
    table, person, seat = visit
    is_over = table.is_cancelled
    if table.is_full and not is_over and not table.opened.is_record:
        is_over = (await request.services.live.view(game, nameless=table.nameless)).newest.position.winners is not None
    return Place(table, person, seat, is_over)


async def is_still_caller(request: StrictRequest, game: str | None = None) -> bool:
    """Whether the caller of a request that is still being answered is the same person as at its start, and may still
    see the game: the token may have been revoked, the session ended."""
    player = request.person.player if request.person else None
    request.is_resolved = False
    try:
        person = await caller(request) if game is None else (await table_visit(request, game)).person
    except Refused:
        return False
    except Unavailable:
        return True
    return (person.player if person else None) == player


def held_seat(visit: Visit) -> int:
    """The caller's seat; raises Refused if they have none."""
    if visit.seat is None:
        raise Refused(NOT_SEATED, "forbidden")
    return visit.seat


def _is_invited(request: StrictRequest, table: Seating, person: Person | None) -> bool:
    """By the table's secret, or by a seat that is reserved for them."""
    is_reserved = person is not None and person.player in table.opened.reserved
    given = request.query_params.get("invite", "").encode("utf-8", "surrogatepass")
    return is_reserved or compare_digest(given, (table.opened.invite or "").encode())


def once(request: StrictRequest, person: Person, content: object) -> Once | None:
    """Carry out a request once, if the client named it by an idempotency key; `content` is all that it asks for."""
    key = command_id(request, person)
    return None if key is None else Once(key, digest_of((request.url.path, content)))


def command_id(request: StrictRequest, person: Person) -> str | None:
    """The identity of a command that a client may repeat, from its idempotency key; raises Refused."""
    key = request.header(b"idempotency-key")
    if key is None:
        return None
    if not 0 < len(key) <= _LONGEST_KEY:
        raise Refused(BAD_KEY.about(longest=_LONGEST_KEY), "malformed")
    return f"{person.player}:{key}"


class Made(NamedTuple):
    """A move that was made."""

    table: Seating
    seat: int
    answer: Answer


async def make_move(request: StrictRequest, game: str, move: Move, seq: int | None) -> Made:
    """Raises IllegalMove, Refused (GameMoved if the game is no longer at event `seq`) or Unavailable."""
    person = await known_caller(request)  # first: a private game is unknown to callers who were signed out
    visit = await table_visit(request, game)
    seat = held_seat(visit)
    if visit.table.is_cancelled:
        raise IllegalMove(CANCELLED)
    if not visit.table.is_full:
        raise Refused(SEATS_OPEN, "not_found")
    key, check = command_id(request, person), partial(_check_not_left, seat)
    answer = await request.services.commands.handle(game, Play(seat, move), key, seq, check, is_strict=True)
    return Made(visit.table, seat, answer)


def _check_not_left(seat: int, game: Game) -> None:
    if game.position.players[seat].bot is not None:
        raise Refused(SEAT_LEFT, "forbidden")
