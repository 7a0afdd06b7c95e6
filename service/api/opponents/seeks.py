"""Games that the caller would like to play with people who look for the same."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from domain.rules import Rules
from projections.timing import Days, TimeControl
from service.games.starting.requested_rules import RequestedRules
from service.http.caller import known_caller
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.refusals import CLOSED
from service.http.request import StrictRequest
from service.opponents.records import Seek
from service.opponents.seeks import ACCOUNTS, BAD_AT_ONCE, NO_SUCH_SEEK, TOO_MANY_SEEKS, Wish
from service.runtime.clock import moment

USUAL: Final = Days(3)
SEEKS: Final = body(
    one_game={"rules": {"game": "origins", "mode": "discovery", "seats": 2}},
    always_three={
        "rules": {"game": "kingdomino", "seats": 2},
        "clock": {"type": "days", "days": 1},
        "rated": True,
        "stands": True,
        "at_once": 3,
        "lowest": 10,
    },
)
TOO_MANY: Final = refusal(
    409, "You look for too many games, or for this one already", TOO_MANY_SEEKS.about(most=ACCOUNTS.seeks).text
)
UNKNOWN: Final = refusal(404, "You do not look for this", NO_SUCH_SEEK.text)
IMPOSSIBLE: Final = refusal(422, "Nobody can look for this", BAD_AT_ONCE.about(most=ACCOUNTS.at_once).text)


class NewSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: RequestedRules
    clock: TimeControl | None = None  # three days a turn
    rated: bool = False
    stands: bool = False  # look on after the first game, until it ends or is withdrawn
    at_once: int = 1  # how many games of it may go on at the same time, if it stands
    lowest: float | None = None  # the rating of opponents, as leaderboards show it
    highest: float | None = None


class ShownSeek(msgspec.Struct, frozen=True):
    id: str
    rules: Rules
    clock: TimeControl
    rated: bool
    stands: bool
    at_once: int
    lowest: float | None
    highest: float | None
    since: datetime
    until: datetime  # when it ends by itself
    games: list[str]  # that it has led to, and that go on


class Withdrawn(msgspec.Struct, frozen=True):
    id: str


class SeeksController(Controller):
    path = "/api/seeks"
    tags = ("opponents",)
    security = TOKEN

    @get("/", summary="What you look for, the oldest first", responses=refusals(401))
    async def all(self, request: StrictRequest) -> list[ShownSeek]:
        person = await known_caller(request)
        return [_shown(seek) for seek in await request.services.seeks.of(person.player)]

    @post(
        "/",
        summary="Look for people to play with",
        responses={403: CLOSED, 409: TOO_MANY, 422: IMPOSSIBLE, **refusals(400, 401, 413)},
    )
    async def leave(self, request: StrictRequest, data: Annotated[NewSeek, SEEKS]) -> ShownSeek:
        """You get a seat at an open table that fits, or at a new one, as soon as enough people look for the same. That
        may be at once, or in days: you are informed of it. Clocks rest on days off and holidays.

        Accounts look for at most five games at a time, for 30 days; guests for one, for three days."""
        person, services = await known_caller(request), request.services
        await services.quotas.check_game(person)
        at_once = data.at_once if data.stands else 1
        wish = Wish(
            data.rules.rules(), data.clock or USUAL, data.rated, at_once, data.stands, data.lowest, data.highest
        )
        return _shown(await services.seeks.leave(person, wish))

    @delete(
        "/{seek:str}",
        status_code=HTTP_200_OK,
        summary="Look for this no longer; games that were found go on",
        responses={404: UNKNOWN, **refusals(400, 401, 403)},
    )
    async def withdraw(self, request: StrictRequest, seek: FromPath[str]) -> Withdrawn:
        person = await known_caller(request)
        await request.services.seeks.withdraw(person.player, seek)
        return Withdrawn(seek)


def _shown(seek: Seek) -> ShownSeek:
    return ShownSeek(
        id=seek.id,
        rules=seek.rules,
        clock=seek.clock,
        rated=seek.rated,
        stands=seek.stands,
        at_once=seek.at_once,
        lowest=seek.lowest,
        highest=seek.highest,
        since=moment(seek.since),
        until=moment(seek.until),
        games=list(seek.games),
    )
