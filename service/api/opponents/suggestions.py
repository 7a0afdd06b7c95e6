"""People whom the caller might like to play with."""

from typing import Final

import msgspec
from litestar import get
from litestar.params import FromQuery

from domain.errors import IllegalMove
from domain.rules import GameName, Mode, flaw
from projections.timing import Days, flaw_of_clock
from service.games.starting.requested_rules import RequestedRules
from service.http.caller import known_caller
from service.http.openapi import TOKEN, refusal, refusals
from service.http.request import StrictRequest
from service.people.accounts import NO_ACCOUNT, NoAccount

FOR_ACCOUNTS: Final = refusal(409, "You have no account", NO_ACCOUNT.text)
_SEATS: Final = 2


class SuggestedOpponent(msgspec.Struct, frozen=True):
    player: str
    name: str
    rating: float | None  # as leaderboards show it; null before the first rated game
    finished: float | None  # the share of finished games that they have played to the end
    has_met: bool  # you have played together


@get(
    "/api/opponents",
    tags=["opponents"],
    summary="People near to you in rating who play at this pace and to the end",
    security=TOKEN,
    responses={409: FOR_ACCOUNTS, **refusals(400, 401, 422)},
)
async def suggested_opponents(
    request: StrictRequest, game: FromQuery[GameName], mode: FromQuery[Mode | None] = None, days: FromQuery[int] = 3
) -> list[SuggestedOpponent]:
    """At most eight, the nearest first: of those next to you on the leaderboard, and of those with whom you have played
    lately. Accounts that have moved in the last 30 days; nobody whom you have blocked or who has blocked you, and
    nobody with whom you play just now."""
    person = await known_caller(request)
    if not person.has_account:
        raise NoAccount
    rules = RequestedRules(game, _SEATS, mode).rules()
    if reason := flaw(rules) or flaw_of_clock(Days(days)):
        raise IllegalMove(reason)
    people = await request.services.suggestions.of(person, rules, days)
    return [
        SuggestedOpponent(
            other.player, other.name, round(other.rating, 3) if other.is_rated else None, other.finished, other.has_met
        )
        for other in people
    ]
