"""Bells: every process hears each of them, and learns if some were lost."""

import asyncio

from service.local_valkey.server import Embedded
from service.store.bells import Bell, Bells
from service.store.event_store import EventStore
from tests.support.servers import eventually


class Heard:
    def __init__(self) -> None:
        self.bells: list[str] = []
        self.missed = 0

    def hear(self, bell: Bell) -> None:
        self.bells.append(bell.about)

    def miss(self) -> None:
        self.missed += 1


async def test_every_process_hears_the_bells_that_are_kept_and_then_each_new_one(store: EventStore) -> None:
    bells, heard = Bells(store), [Heard(), Heard()]
    await bells.ring("game", "a", ["ann", "bob"])
    listening = [asyncio.create_task(Bells(store).run(listener)) for listener in heard]
    await eventually(lambda: _are(heard, ["a"]))
    await bells.ring("game", "b")
    await eventually(lambda: _are(heard, ["a", "b"]))
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    assert not any(listener.missed for listener in heard)


async def _are(heard: list[Heard], about: list[str]) -> bool:
    return all(listener.bells == about for listener in heard)


async def test_bells_of_a_server_that_has_lost_some_are_heard_again(
    own_server: Embedded, own_store: EventStore
) -> None:
    bells, heard = Bells(own_store), Heard()
    await bells.ring("game", "a")
    listening = asyncio.create_task(bells.run(heard))
    await eventually(lambda: _are([heard], ["a"]))
    await own_store.servers.call("{bells}:rung", "DEL", "{bells}:rung")
    await own_store.servers.call(
        "{bells}:rung", "XADD", "{bells}:rung", "1-1", "kind", "game", "about", "b", "people", ""
    )
    await own_server.stop()
    await own_server.start()
    await eventually(lambda: _has_missed(heard))
    await eventually(lambda: _are([heard], ["a", "b"]))
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def _has_missed(heard: Heard) -> bool:
    return heard.missed == 1
