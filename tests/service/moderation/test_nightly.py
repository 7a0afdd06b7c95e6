"""The nightly job: once a night whatever dies, with the same marks however often it runs."""

import asyncio
import signal
import sys
from typing import Final

from projections.listing import ListedSeat, Listing
from service.assembly import assemble
from service.lists.index import ListIndex
from service.local_valkey.server import Embedded
from service.moderation.acts import OPERATOR, SuspicionClosed
from service.moderation.nightly import Nightly
from service.services import Services
from service.store.event_store import EventStore
from tests.service.moderation.test_suspicion import RULES
from tests.support.api_persons import ManualClock
from tests.support.servers import eventually

KILLED: Final = """
import asyncio, os, signal, sys
from service.assembly import assemble
from service.moderation.nightly import Nightly
from service.store.event_store import EventStore

calls = 0

def clock():
    global calls
    calls += 1
    if calls > 2:  # the night is taken, and nothing is stored yet
        os.kill(os.getpid(), signal.SIGKILL)
    return int(sys.argv[2])

async def main():
    store = EventStore(sys.argv[1])
    services = assemble(store, lambda: int(sys.argv[2]))
    await Nightly(store, services.networks, services.suspicions, services.act_log, clock, lease=1).run_if_due()

asyncio.run(main())
"""


def nightly(services: Services, clock: ManualClock) -> Nightly:
    return Nightly(services.store, services.networks, services.suspicions, services.act_log, clock)


async def play(services: Services, count: int, at: int, begin: int = 0) -> None:
    """Finished rated games that Nag wins against Ugh."""
    seats = (ListedSeat("Nag", "nag", rank=1), ListedSeat("Ugh", "ugh", rank=2))
    for number in range(begin, begin + count):
        line = Listing(f"game{number}", "over", RULES, seats, is_rated=True, touched=at + number)
        assert await ListIndex(services.store).put(line, 1)


async def test_a_pair_is_marked_once_a_night_until_the_games_are_old(store: EventStore) -> None:
    clock = ManualClock()
    services = assemble(store, clock)
    await play(services, 8, clock() - 1_000)
    assert await nightly(services, clock).run_if_due()
    [mark] = await services.suspicions.all()
    assert (mark.pair, mark.signs, mark.met) == (("nag", "ugh"), ("same_winner",), 8)
    assert not await nightly(services, clock).run_if_due(), "done for this night"
    assert await services.suspicions.all() == [mark]
    clock.pass_days(1)
    assert await nightly(services, clock).run_if_due()
    [again] = await services.suspicions.all()
    assert (again.signs, again.games) == (mark.signs, mark.games), "a repeated run finds the same"
    clock.pass_days(30)
    assert await nightly(services, clock).run_if_due()
    assert await services.suspicions.all() == []


async def test_a_worker_that_dies_at_it_is_replaced(own_server: Embedded, own_store: EventStore) -> None:
    clock = ManualClock()
    services = assemble(own_store, clock)
    await play(services, 8, clock() - 1_000)
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, own_server.url, str(clock()))
    assert await process.wait() == -signal.SIGKILL
    assert await services.suspicions.all() == [], "it died before it stored anything"
    await eventually(nightly(services, clock).run_if_due)
    assert len(await services.suspicions.all()) == 1


async def test_of_two_workers_one_does_it(store: EventStore) -> None:
    clock = ManualClock()
    services = assemble(store, clock)
    await play(services, 8, clock() - 1_000)
    done = await asyncio.gather(*(nightly(services, clock).run_if_due() for _ in range(4)))
    assert sorted(done) == [False, False, False, True]


async def test_what_was_closed_comes_back_only_with_new_games(store: EventStore) -> None:
    clock = ManualClock()
    services = assemble(store, clock)
    await play(services, 8, clock() - 1_000)
    await nightly(services, clock).run_if_due()
    clock.pass_seconds(60)
    await services.moderation.close(OPERATOR, "nag", SuspicionClosed("ugh"), "Nag is better")
    assert await services.suspicions.all() == []
    clock.pass_days(1)
    await nightly(services, clock).run_if_due()
    assert await services.suspicions.all() == []
    await play(services, 8, clock(), begin=100)
    clock.pass_days(1)
    await nightly(services, clock).run_if_due()
    [mark] = await services.suspicions.all()
    assert mark.met == 8


async def test_networks_are_counted_without_their_addresses_and_forgotten(store: EventStore) -> None:
    clock = ManualClock()
    networks = assemble(store, clock).networks
    for player, address in (("nag", "198.51.100.7"), ("ugh", "198.51.100.7"), ("oona", "198.51.100.8")):
        await networks.note(player, address)
    await networks.note("oona", "127.0.0.1")
    assert await networks.of("nag") == await networks.of("ugh") != await networks.of("oona")
    assert len(await networks.of("oona")) == 1, "an address of this machine says nothing"
    assert [await networks.neighbours(player) for player in ("nag", "oona")] == [1, 0]
    async for key in store.keys("networks:*"):
        assert "198.51" not in key
    await networks.erase("ugh")
    assert await networks.of("ugh") == frozenset()
    assert await networks.neighbours("nag") == 0
    clock.pass_days(30)
    assert await networks.of("nag") == frozenset()
