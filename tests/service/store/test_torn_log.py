"""A crash in the middle of a write leaves a torn end, which is cut off: no command is stored in part."""

import os
from pathlib import Path

import pytest

from service.local_valkey.server import Embedded
from service.store.event_store import EventStore

LAST = [b"x" * 50, b"y" * 50, b"z" * 50]


@pytest.mark.parametrize("missing", [1, 20, 90, 180, 300])
async def test_a_torn_end_of_the_log_is_a_command_that_never_happened(tmp_path: Path, missing: int) -> None:
    async with Embedded(tmp_path) as server:
        store = EventStore(server.url)
        await store.append("g", 0, [b"a", b"b"], "first")
        await store.append("g", 2, LAST, "last")
        await store.aclose()
    log = next(tmp_path.glob("appendonlydir/*.incr.aof"))
    os.truncate(log, log.stat().st_size - missing)
    async with Embedded(tmp_path) as server:
        store = EventStore(server.url)
        assert await store.version("g") == 2
        assert await store.command("g", "last") is None
        result = await store.append("g", 2, LAST, "last")
        assert (result.first, result.last, result.repeated) == (3, 5, False)
        await store.aclose()
