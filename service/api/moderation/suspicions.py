"""Suspicious pairs, which a nightly job has marked for moderators to look at."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath

from domain.errors import Reason
from service.http.caller import moderator, once
from service.http.openapi import IDEMPOTENCY_KEY, TOKEN, body, operation_with, refusal, refusals
from service.http.refusals import MODERATORS_ONLY
from service.http.request import StrictRequest
from service.http.shown_acts import Explanation, ShownAct, shown_acts
from service.moderation.acts import SuspicionClosed
from service.moderation.suspicion import Mark, Sign
from service.runtime.clock import moment
from service.runtime.refusal import Refused
from service.services import Services

NO_SUCH_SUSPICION: Final = Reason("no_such_suspicion", "", "This pair is not marked as suspicious.")
UNKNOWN_PAIR: Final = refusal(404, "This pair is not marked", NO_SUCH_SUSPICION.text)
CLOSE: Final = body(fine={"reason": "They share a flat, and both play well."})


class MarkedPlayer(msgspec.Struct, frozen=True):
    player: str
    name: str


class Suspicion(msgspec.Struct, frozen=True):
    pair: str  # both ids, to close it
    players: tuple[MarkedPlayer, MarkedPlayer]
    signs: tuple[Sign, ...]
    met: int  # in how many rated games of the last 30 days
    games: tuple[str, ...]  # the newest of these
    at: datetime


class SuspicionsController(Controller):
    path = "/api/moderation/suspicions"
    tags = ("moderation",)
    security = TOKEN

    @get(
        "/",
        summary="Pairs that were marked last night, the most suspicious first",
        responses={403: MODERATORS_ONLY, **refusals(401)},
    )
    async def all(self, request: StrictRequest) -> list[Suspicion]:
        """Signs: `same_network`, `same_winner` of all their games, `resigns_at_once` in several. They prove nothing: a
        moderator judges. At most 200."""
        await moderator(request)
        services = request.services
        shown = [await _shown(services, mark) for mark in await services.suspicions.all()]
        return [suspicion for suspicion in shown if suspicion is not None]

    @post(
        "/{pair:str}/close",
        summary="Note that a moderator has looked at a pair: games until now raise no suspicion again",
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={403: MODERATORS_ONLY, 404: UNKNOWN_PAIR, **refusals(400, 401, 413, 422)},
    )
    async def close(self, request: StrictRequest, pair: FromPath[str], data: Annotated[Explanation, CLOSE]) -> ShownAct:
        person, services = await moderator(request), request.services
        first, _, second = pair.partition(":")
        if not await services.suspicions.is_marked(first, second):
            raise Refused(NO_SUCH_SUSPICION, "not_found")
        repeatable = once(request, person, data)
        act = await services.moderation.close(person.player, first, SuspicionClosed(second), data.reason, repeatable)
        (shown,) = await shown_acts(services, [act])
        return shown


async def _shown(services: Services, mark: Mark) -> Suspicion | None:
    """None if one of the two has left."""
    players = []
    for player in mark.pair:
        profile = await services.people.credentials.profile(player)
        if profile is None:
            return None
        players.append(MarkedPlayer(player, profile.name))
    return Suspicion(":".join(mark.pair), (players[0], players[1]), mark.signs, mark.met, mark.games, moment(mark.at))
