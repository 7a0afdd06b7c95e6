"""The store becomes unavailable and returns: callers get 503 meanwhile, and nothing needs a restart."""

import os
import signal
from collections.abc import AsyncIterator

import httpx
import msgspec
import pytest

from service.local_valkey.server import Embedded
from service.store.client.connection import PATIENCE
from service.store.event_store import EventStore
from tests.support.api_play import DISCOVERY, choice, fine, offered, play, post, refused, started
from tests.support.api_server import calling, unlimited
from tests.support.log_reset import copy_of_log
from tests.support.servers import eventually


@pytest.fixture
async def client(own_server: Embedded) -> AsyncIterator[httpx.AsyncClient]:
    settings = msgspec.structs.replace(unlimited(own_server.url), patience=PATIENCE)
    async with calling(settings) as client:
        yield client


async def test_requests_return_503_while_the_store_is_down_and_work_when_it_is_back(
    client: httpx.AsyncClient, own_server: Embedded
) -> None:
    game, guests = await started(client, DISCOVERY)
    newest = await play(client, game, guests, moves=3)
    choices = await offered(client, game, guests[0])
    await own_server.stop()
    move = {"json": choice(choices), "headers": guests[choices["seat"]].headers}
    await _is_told(client, "POST", f"/api/games/{game}/moves", **move)
    await _is_told(client, "POST", "/api/guests", json={"name": "Ugh"})
    await _is_told(client, "GET", "/api/games/unknown")
    await _is_told(client, "GET", "/api/games/unknown/stream")
    await _is_told(client, "GET", "/health/ready")
    assert (await client.get("/health/live")).is_success
    await own_server.start()
    await eventually(lambda: _is_ready(client))
    assert fine(await client.get(f"/api/games/{game}"))["seq"] == newest
    assert await offered(client, game, guests[0]) == choices
    fine(await post(client, game, guests[choices["seat"]], choice(choices), seq=newest))


async def test_requests_return_503_while_the_store_is_frozen(client: httpx.AsyncClient, own_server: Embedded) -> None:
    game, guests = await started(client, DISCOVERY)
    choices = await offered(client, game, guests[0])
    os.kill(own_server.pid, signal.SIGSTOP)
    try:
        headers = {**guests[choices["seat"]].headers, "Idempotency-Key": "once"}
        await _is_told(client, "POST", f"/api/games/{game}/moves", json=choice(choices), headers=headers)
    finally:
        os.kill(own_server.pid, signal.SIGCONT)
    await eventually(lambda: _is_ready(client))
    made = fine(await client.post(f"/api/games/{game}/moves", json=choice(choices), headers=headers))
    assert made["events"][0]["seq"] == choices["seq"] + 1


async def test_an_api_started_before_the_store_works_once_the_store_runs(own_server: Embedded) -> None:
    await own_server.stop()
    async with calling(unlimited(own_server.url)) as client:
        await _is_told(client, "GET", "/health/ready")
        await own_server.start()
        await eventually(lambda: _is_ready(client))
        game, guests = await started(client, DISCOVERY)
        await play(client, game, guests, moves=3)


async def _is_told(client: httpx.AsyncClient, method: str, address: str, **more: object) -> None:
    """Every attempt gets 503. How long a call to the store may take is pinned in tests/service/store/test_faults.py."""
    for _ in range(3):
        answer = await client.request(method, address, **more)  # type: ignore[arg-type]
        refused(answer, 503)
        assert answer.headers["retry-after"] == "1"


async def _is_ready(client: httpx.AsyncClient) -> bool:
    return (await client.get("/health/ready")).is_success


async def test_a_client_of_a_game_restored_from_a_backup_is_sent_the_current_event(
    client: httpx.AsyncClient, own_store: EventStore
) -> None:
    game, guests = await started(client, DISCOVERY)
    choices, before = await offered(client, game, guests[0]), await copy_of_log(own_store, game)
    await play(client, game, guests, moves=3)
    shown = await offered(client, game, guests[0])
    await before.restore()
    problem = refused(await post(client, game, guests[shown["seat"]], choice(shown), seq=shown["seq"]), 409)
    assert problem["seq"] == choices["seq"]
    assert await offered(client, game, guests[0]) == choices
    newest = await play(client, game, guests)
    assert fine(await client.get(f"/api/games/{game}"))["seq"] == newest
