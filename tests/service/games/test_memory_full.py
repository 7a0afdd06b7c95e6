"""The store is out of memory: writes are refused with a reason, reads still work, and nothing is lost."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from service.store.event_store import EventStore
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.stack import Stack, stack

NEW_GAME = {"rules": {"game": "kingdomino", "seats": 2}, "seats": [{"bot": "pebble"}]}


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Stack]:
    async with stack(tmp_path) as it:
        yield it


def is_unavailable(reply: httpx.Response) -> bool:
    return (
        reply.status_code == httpx.codes.SERVICE_UNAVAILABLE
        and reply.headers["content-type"].startswith("application/problem+json")
        and reply.headers["retry-after"] == "1"
        and "try again" in reply.json()["detail"]
    )


async def test_with_full_memory_writes_return_503_and_work_again_afterwards(running: Stack) -> None:
    store = EventStore(running.server.url)
    async with httpx.AsyncClient(base_url=running.url, timeout=LONGEST_WAIT) as client:
        token = (await client.post("/api/guests", json={})).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        game = (await client.post("/api/games", json=NEW_GAME)).json()["id"]

        async def is_my_turn() -> bool:
            seat: int | None = (await client.get(f"/api/games/{game}/moves")).json()["seat"]
            return seat == 0

        await eventually(is_my_turn)
        choices = (await client.get(f"/api/games/{game}/moves")).json()
        move = {"json": choices["moves"][0], "headers": {"Idempotency-Key": "once"}}
        before = (await client.get(f"/api/games/{game}/events")).json()

        await store.servers.call("", "CONFIG", "SET", "maxmemory", 1)
        assert is_unavailable(await client.post(f"/api/games/{game}/moves", **move))
        assert is_unavailable(await client.post("/api/games", json=NEW_GAME))
        assert is_unavailable(await client.post("/api/guests", json={}))
        for path in (f"/api/games/{game}", f"/api/games/{game}?at=1", f"/api/games/{game}/record", "/health/live"):
            assert (await client.get(path)).is_success
        assert is_unavailable(await client.get("/health/ready"))
        assert (await client.get(f"/api/games/{game}/events")).json() == before

        await store.servers.call("", "CONFIG", "SET", "maxmemory", 0)
        reply = await client.post(f"/api/games/{game}/moves", **move)
        assert reply.json()["events"][0]["seq"] == choices["seq"] + 1
        assert (await client.post(f"/api/games/{game}/moves", **move)).json() == reply.json()
        await eventually(is_my_turn)  # the worker has got over it as well
        assert (await client.get(f"/api/games/{game}/events")).json()[: len(before)] == before
    await store.aclose()
