"""One master of three dies and stays dead: games on the other two go on."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.local_valkey.server import Embedded
from service.store.client.address import parse
from service.store.client.connection import Connection
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.keys import game_keys
from tests.support.servers import emptied, eventually, masters_of_cluster

NODE_TIMEOUT = ["--cluster-node-timeout", "500"]  # milliseconds, so that the others soon agree that it is dead
GAMES = [f"g{number}" for number in range(30)]


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[list[Embedded]]:
    async with masters_of_cluster(tmp_path, options=NODE_TIMEOUT, keep_alive=False) as servers:
        yield servers


async def test_games_on_the_other_masters_go_on(nodes: list[Embedded]) -> None:
    store = EventStore(f"redis+cluster://127.0.0.1:{parse(nodes[0].url).port}")
    await emptied(store)
    await asyncio.gather(*(store.append(game, 0, [b"a"], "first") for game in GAMES))
    dead = nodes[0]  # the one that the URL names
    holders = {game: (await store.servers.address_of(game_keys(game).stream)).port for game in GAMES}
    lost = [game for game in GAMES if holders[game] == parse(dead.url).port]
    others = [game for game in GAMES if game not in lost]
    assert lost
    assert len({holders[game] for game in others}) == 2
    os.kill(dead.pid, signal.SIGKILL)
    for command in ("while nobody has noticed", "afterwards"):
        for game in others:
            appended = await store.append(game, await store.version(game), [b"b"], command)
            assert not appended.repeated
        with pytest.raises(Unavailable):
            await store.append(lost[0], 1, [b"b"], command)
        await is_known_to_be_dead(nodes[1:])
    await store.aclose()


async def is_known_to_be_dead(survivors: list[Embedded]) -> None:
    wires = [Connection(parse(server.url)) for server in survivors]

    async def is_known() -> bool:
        states = [await wire.call("CLUSTER", "INFO") for wire in wires]
        return all(b"cluster_slots_fail:0" not in state for state in states)

    await eventually(is_known)
    for wire in wires:
        assert b"cluster_state:ok" in await wire.call("CLUSTER", "INFO")
        await wire.aclose()


async def test_slots_that_nobody_holds_concern_only_their_own_games(nodes: list[Embedded]) -> None:
    store = EventStore(f"redis+cluster://127.0.0.1:{parse(nodes[1].url).port}")
    await emptied(store)
    wires = [Connection(parse(server.url)) for server in nodes]
    for wire in wires:
        await wire.call("CLUSTER", "DELSLOTSRANGE", 0, 5460)
    store.servers.invalidate()
    outcomes = await asyncio.gather(*(store.append(game, 0, [b"a"]) for game in GAMES), return_exceptions=True)
    refused = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
    assert 0 < len(refused) < len(GAMES)
    assert all(isinstance(error, Unavailable) and "part of the cluster" in error.reason for error in refused)
    for wire in wires:
        await wire.aclose()
    await store.aclose()
