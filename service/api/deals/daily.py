"""The deal of the day: play it once, then see what others made of it."""

import datetime
from typing import Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromQuery
from litestar.status_codes import HTTP_200_OK

from domain.errors import Reason
from service.deals.deals import DEAL_SECRET, NO_DEAL_THAT_DAY
from service.deals.parting import Parting, parting
from service.deals.results import DayDeal, DealResult
from service.http.caller import caller, known_caller, table_visit
from service.http.openapi import OPTIONAL_TOKEN, TOKEN, refusal, refusals
from service.http.paging import page_start
from service.http.refusals import CLOSED
from service.http.request import StrictRequest
from service.runtime.refusal import Refused

OTHER_DEALS: Final = Reason("other_deals", "", "These are not two games of the same deal.")
NO_DEAL: Final = refusal(404, "A day to come", NO_DEAL_THAT_DAY.text)
SECRET: Final = refusal(403, "You have not finished your game of that day", DEAL_SECRET.text)
DIFFERENT: Final = refusal(422, "The games have different deals", OTHER_DEALS.text)


class BegunDeal(msgspec.Struct, frozen=True):
    game: str


class DealResults(msgspec.Struct, frozen=True):
    day: datetime.date
    total: int
    results: list[DealResult]  # fifty at most, the highest points first; those with equal points share a rank


class DealParting(msgspec.Struct, frozen=True):
    parting: Parting | None  # null if both made the same choices, as far as both have come


class DealsController(Controller):
    path = "/api/deals"
    tags = ("deals",)

    @get(
        "/daily",
        summary="The deal of a day (UTC), by default of today, and your game with it",
        security=OPTIONAL_TOKEN,
        responses={404: NO_DEAL, **refusals(400, 401)},
    )
    async def daily(self, request: StrictRequest, date: FromQuery[datetime.date | None] = None) -> DayDeal:
        person, services = await caller(request), request.services
        return await services.deal_results.day(date or services.deals.days.today(), person.player if person else None)

    @post(
        "/daily",
        status_code=HTTP_200_OK,
        summary="Begin your game with the deal of today; if you have begun it, that game",
        security=TOKEN,
        responses={403: CLOSED, **refusals(400, 401, 409)},
    )
    async def begin(self, request: StrictRequest) -> BegunDeal:
        """Everybody plays it once, on seat 0, without hints, and has until the end of the next day. Nobody else can see
        your game before, except those who have finished theirs."""
        person, services = await known_caller(request), request.services
        begun = await services.deals.game_of(person.player, services.deals.days.today())
        if begun is None:
            await services.quotas.check_table(person)
        return BegunDeal(begun or await services.deals.begin(person))

    @get(
        "/results",
        summary="What everybody made of the deal of a day: once you have finished your game, or all may see it",
        security=OPTIONAL_TOKEN,
        responses={403: SECRET, 404: NO_DEAL, **refusals(400, 401)},
    )
    async def results(
        self, request: StrictRequest, date: FromQuery[datetime.date | None] = None, start: FromQuery[int] = 0
    ) -> DealResults:
        person, services = await caller(request), request.services
        day = date or services.deals.days.today()
        page = await services.deal_results.page(day, person.player if person else None, page_start(start))
        return DealResults(day, *page)

    @get(
        "/parting",
        summary="Where two games of the same deal went apart",
        security=OPTIONAL_TOKEN,
        responses={422: DIFFERENT, **refusals(400, 401, 404)},
    )
    async def parting(self, request: StrictRequest, game: FromQuery[str], other: FromQuery[str]) -> DealParting:
        """The first choice that the people on seat 0 made differently: until there, both have seen the same."""
        own, _, _ = await table_visit(request, game)
        theirs, _, _ = await table_visit(request, other)
        if own.of_day is None or own.of_day != theirs.of_day:
            raise Refused(OTHER_DEALS, "invalid")
        live = request.services.live
        views = [await live.view(name, nameless=table.nameless) for name, table in ((game, own), (other, theirs))]
        first, second = ([stamped.event for stamped in view.stamped] for view in views)
        return DealParting(parting(first, second))
