"""The game of the day: the closest and best played one that people finished the day before."""

from collections.abc import AsyncIterator

import httpx
import pytest
from litestar.testing import AsyncTestClient

from domain.rules import Rules
from projections.listing import ListedSeat, Listing
from puzzles.review.review import Judged, Review
from service.assembly import assemble
from service.engine.game_of_day import distance, may_be_chosen
from service.lists.index import ListIndex
from service.services import Services
from tests.support.api_persons import ManualClock
from tests.support.api_play import fine
from tests.support.api_server import lent_app, unlimited
from tests.support.servers import emptied, patient_store

YESTERDAY = 1_800_230_400_000  # 2027-01-18
DAY = 24 * 60 * 60 * 1000


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(YESTERDAY + DAY)


@pytest.fixture
async def api(server_url: str, clock: ManualClock) -> AsyncIterator[tuple[httpx.AsyncClient, Services]]:
    store = patient_store(server_url)
    await emptied(store)
    with lent_app(unlimited(server_url), clock) as app:
        async with AsyncTestClient(app) as client:
            yield client, assemble(store, clock)
    await store.aclose()


def line(
    game: str, totals: tuple[int, int], *, ended: int = YESTERDAY, left: bool = False, private: bool = False
) -> Listing:
    first, second = (
        ListedSeat(name, name, total=total, rank=1) for name, total in zip(("oona", "ben"), totals, strict=True)
    )
    seats = (first, ListedSeat("ben", "ben", total=second.total, rank=2, has_left=left))
    return Listing(game, "over", Rules("kingdomino", 2), seats, touched=ended, is_private=private)


def review(lost: float) -> Review:
    made = [Judged(9, seat, "draft", "1", "2", 10.0, 10.0 - lost, 0.5) for seat in (0, 1)]
    return Review(2, made, [])


async def stored(services: Services, listed: Listing, lost: float | None) -> None:
    await ListIndex(services.store).put(listed, 1)
    if lost is not None:
        await services.reviews.keep(listed.game, review(lost))


async def test_the_closest_and_best_game_of_yesterday_is_shown_all_day(
    api: tuple[httpx.AsyncClient, Services], clock: ManualClock
) -> None:
    client, services = api
    assert fine(await client.get("/api/lobby/game-of-the-day")) == {"day": "2027-01-19", "game": None}
    await stored(services, line("careless", (50, 50)), 3.0)
    await stored(services, line("onesided", (90, 40)), 0.1)
    await stored(services, line("wellplayed", (61, 58)), 0.5)
    await stored(services, line("unreviewed", (60, 60)), None)
    await stored(services, line("left", (60, 60), left=True), 0.0)
    await stored(services, line("secret", (60, 60), private=True), 0.0)
    await stored(services, line("today", (60, 60), ended=YESTERDAY + DAY), 0.0)
    shown = fine(await client.get("/api/lobby/game-of-the-day"))
    assert shown["game"]["game"] == "wellplayed"
    await stored(services, line("late", (60, 60)), 0.0)
    assert fine(await client.get("/api/lobby/game-of-the-day")) == shown
    clock.pass_days(1)
    assert fine(await client.get("/api/lobby/game-of-the-day"))["game"]["game"] == "today"


def test_a_lead_of_ten_counts_as_a_point_lost_by_each_choice() -> None:
    assert distance(line("a", (60, 50)), review(0.0)) == distance(line("b", (60, 60)), review(1.0)) == 1.0
    assert not may_be_chosen(line("c", (60, 50), left=True))
