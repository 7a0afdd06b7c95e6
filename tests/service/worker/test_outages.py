"""Outages under an injected clock: recorded once, whatever happens to the workers."""

import asyncio
from copy import copy
from random import Random
from typing import Any

import pytest

from service.games.outages import Outages
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.timed_games import HOUR, SECOND, WEEK, mortal


async def test_two_workers_record_an_outage_once(store: EventStore, time: ManualClock) -> None:
    begin = time.now
    await Outages(store, time).beat()
    time.now += WEEK
    await asyncio.gather(*(Outages(store, time).beat() for _ in range(3)))
    assert await Outages(store, time).all() == ((begin, begin + WEEK),)


async def test_a_continuing_outage_counts_before_it_is_recorded(store: EventStore, time: ManualClock) -> None:
    begin = time.now
    outages = Outages(store, time)
    await outages.beat()
    assert await outages.all() == ()
    time.now += HOUR
    assert await outages.all() == ((begin, begin + HOUR),)


async def test_a_suspended_worker_does_not_move_the_heartbeat_back(store: EventStore, time: ManualClock) -> None:
    begin = time.now
    await Outages(store, time).beat()
    time.now += 90 * SECOND  # two of them would be an outage
    await Outages(store, time).beat()
    await Outages(store, lambda: begin).beat()
    time.now += 90 * SECOND  # two of them would be an outage
    await Outages(store, time).beat()
    assert await Outages(store, time).all() == ()


async def test_what_a_worker_with_a_clock_ahead_of_time_wrote_can_be_taken_back(
    store: EventStore, time: ManualClock
) -> None:
    begin = time.now
    await Outages(store, time).beat()
    await Outages(store, lambda: begin + WEEK).beat()
    time.now += HOUR
    outages = Outages(store, time)
    await outages.beat()
    assert await outages.all() == ((begin, begin + WEEK),)  # nobody's clock would run for a week
    assert await outages.take_back() == ((begin, begin + WEEK),)
    assert await outages.all() == ((begin, begin + HOUR),)
    assert await outages.last_beat() == begin + HOUR
    assert await outages.take_back() == ()
    time.now += HOUR  # outages are noticed again
    await Outages(store, time).beat()
    assert await Outages(store, time).all() == ((begin, begin + HOUR), (begin + HOUR, begin + 2 * HOUR))


async def test_an_outage_is_recorded_even_if_the_recording_worker_is_killed(
    store: EventStore, time: ManualClock
) -> None:
    begin = time.now
    await Outages(store, time).beat()
    for left in (1, 2):  # before it notes the outage, and before its heartbeat
        time.now += HOUR
        killed = copy(store)
        killed.servers = mortal(store.servers, _Fixed(left))
        with pytest.raises(Unavailable):
            await Outages(killed, time).beat()
    time.now += HOUR
    await Outages(store, time).beat()
    assert await Outages(store, time).all() == ((begin, begin + 3 * HOUR),)


class _Fixed(Random):
    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def randrange(self, *_: Any, **__: Any) -> int:
        return self._number

    def random(self) -> float:
        return 1.0
