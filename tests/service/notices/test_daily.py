"""The puzzle of the day and a streak in danger: in one's own time zone, once each, and not to who has played."""

from collections.abc import AsyncIterator
from contextlib import suppress
from copy import copy
from datetime import UTC, datetime
from random import Random

import httpx
import msgspec
import pytest

from service.assembly import assemble
from service.notices.preferences import Preferences, Quiet
from service.notices.times import last_waking
from service.puzzles.calendar import utc_day
from service.runtime.time_zones import utc_midnight
from service.services import Services
from service.store.errors import Unavailable
from service.store.structures.values import Value
from tests.support.api_persons import ManualClock
from tests.support.api_play import Guest, fine, welcome
from tests.support.api_puzzles import any_line, attempt, puzzle_api
from tests.support.timed_games import mortal

HOUR = 60 * 60 * 1000
PUZZLE = Preferences(choices={"puzzle": {"page": "at_once"}}, zone="Europe/Berlin", digest_hour=8)


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


class Solvers:
    def __init__(self, client: httpx.AsyncClient, services: Services, clock: ManualClock) -> None:
        self.client, self.services, self.clock = client, services, clock

    async def solve(self, guest: Guest) -> None:
        puzzle = fine(await self.client.get("/api/puzzles/daily"))["id"]
        fine(await attempt(self.client, guest, puzzle, await any_line(self.client, puzzle)))
        await self.services.daily.on_attempt(guest.player)

    async def work(self, rng: Random | None = None) -> None:
        services = self.services
        if rng is not None:
            store = copy(services.store)
            store.servers = mortal(store.servers, rng)
            services = assemble(store, self.clock)
        with suppress(Unavailable):
            while await services.daily.look_at_due():
                pass

    async def kinds(self, guest: Guest) -> list[str]:
        items = (await self.services.notices.logs.read(guest.player)).items.values()
        return [item.notice.kind for item in items]


@pytest.fixture
async def solvers(server_url: str) -> AsyncIterator[Solvers]:
    clock = ManualClock(at("2027-03-01T10:00"))
    async with puzzle_api(server_url, clock) as (client, services):
        yield Solvers(client, services, clock)


async def test_a_new_puzzle_is_announced_in_the_morning_to_who_wants_that(solvers: Solvers) -> None:
    oona, jaro = await welcome(solvers.client, "Oona"), await welcome(solvers.client, "Jaro")
    await solvers.services.notices.prefer(oona.player, lambda _: PUZZLE)
    await solvers.services.notices.prefer(jaro.player, lambda _: Preferences())
    await solvers.work()
    assert await solvers.kinds(oona) == ["puzzle"], "it is after eight, and today's was not tried"
    solvers.clock.now = at("2027-03-02T06:50")
    await solvers.work()
    assert await solvers.kinds(oona) == ["puzzle"]
    solvers.clock.now = at("2027-03-02T07:15")
    await solvers.work()
    await solvers.work()
    assert await solvers.kinds(oona) == ["puzzle", "puzzle"]
    assert await solvers.kinds(jaro) == []
    assert not await solvers.services.daily.look_at_due()


async def test_who_is_about_to_lose_a_streak_hears_of_it_and_who_has_played_does_not(solvers: Solvers) -> None:
    oona, jaro = await welcome(solvers.client, "Oona"), await welcome(solvers.client, "Jaro")
    for day in (1, 2):
        solvers.clock.now = at(f"2027-03-0{day}T10:00")
        for guest in (oona, jaro):
            await solvers.solve(guest)
        await solvers.work()
    solvers.clock.now = at("2027-03-03T10:00")
    await solvers.solve(jaro)
    await solvers.work()
    assert await solvers.kinds(oona) == []
    solvers.clock.now = at("2027-03-03T21:01")
    await solvers.work()
    assert (await solvers.kinds(oona), await solvers.kinds(jaro)) == (["streak"], [])
    await solvers.solve(oona)
    [item] = (await solvers.services.notices.logs.read(oona.player)).items.values()
    assert await solvers.services.puzzle_days.has_passed(oona.player, item.notice)
    solvers.clock.now = at("2027-03-06T21:01")  # both have missed days
    await solvers.work()
    assert (await solvers.kinds(oona), await solvers.kinds(jaro)) == (["streak"], [])
    solvers.clock.now = at("2028-01-01T00:00")
    assert not await solvers.services.daily.look_at_due(), "nobody is looked at without a reason"


async def test_whatever_dies_each_day_is_reported_once(solvers: Solvers) -> None:
    oona, rng = await welcome(solvers.client, "Oona"), Random(5)
    await solvers.services.notices.prefer(oona.player, lambda _: PUZZLE)
    for day in range(1, 8):
        solvers.clock.now = at(f"2027-03-0{day}T10:00")
        for _ in range(3):
            await solvers.work(rng)
            solvers.clock.pass_seconds(31)  # the lease of a look that died
        await solvers.work()
    assert await solvers.kinds(oona) == ["puzzle"] * 7


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("UTC", "2027-03-01T21:00"),
        ("Europe/Berlin", "2027-03-01T20:15"),  # 21:15 there
        ("America/Los_Angeles", "2027-03-01T21:00"),  # 13:00 there
        ("Asia/Tokyo", "2027-03-01T12:15"),  # 21:15 there, in the evening before
    ],
)
def test_nobody_is_woken_for_a_streak(zone: str, moment: str) -> None:
    end = utc_midnight(utc_day(at("2027-03-02T12:00")))
    assert last_waking(end - 3 * HOUR, Preferences(zone=zone)) == at(moment)
    quiet = Preferences(zone=zone, quiet=Quiet(0, 23 * 60))
    assert last_waking(end - 3 * HOUR, quiet) == end - 3 * HOUR, "there is no such moment"


async def test_a_person_who_cannot_be_looked_at_keeps_nobody_else_waiting(
    solvers: Solvers, caplog: pytest.LogCaptureFixture
) -> None:
    lost, other = [await welcome(solvers.client, name) for name in ("Lost", "Other")]
    for guest in (lost, other):
        await solvers.services.notices.prefer(guest.player, lambda _: PUZZLE)
    nowhere = msgspec.structs.replace(PUZZLE, zone="Atlantis/Centre")
    await Value(solvers.services.store, f"preferences:{lost.player}").set(msgspec.msgpack.encode(nowhere))
    await solvers.work()
    assert [await solvers.kinds(guest) for guest in (lost, other)] == [[], ["puzzle"]]
    assert f"no notices for {lost.player} for now" in caplog.text
