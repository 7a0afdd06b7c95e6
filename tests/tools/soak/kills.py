"""`kill -9` of the log's server under load, over and over: what was acknowledged is there, once and whole."""

import asyncio
import os
import signal
import tempfile
from pathlib import Path

from service.local_valkey.server import Embedded
from service.store.event_store import EventStore
from tests.tools.soak.writers import Writers


async def store_survives_kills(rounds: int, directory: Path) -> str:
    """Raises AssertionError if anything was lost, doubled or left in half; says what was done."""
    async with Embedded(directory) as server:
        store = EventStore(server.url)
        writers = Writers(store)
        writing = asyncio.create_task(writers.write())
        for number in range(rounds):
            await writers.more(100 + 137 * (number % 11))  # never at the same point of a write
            os.kill(server.pid, signal.SIGKILL)
        await writers.more(100)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        lost = await writers.losses(store)
        assert not lost, f"{len(lost)} acknowledged commands are gone, such as {lost[0]}"
        await writers.check(store)
        await store.aclose()
    return f"{rounds} kills of the log's server, {len(writers.acknowledged)} acknowledged commands, none lost"


def main(rounds: int = 20) -> None:
    with tempfile.TemporaryDirectory() as directory:
        print(asyncio.run(store_survives_kills(rounds, Path(directory))))


if __name__ == "__main__":
    main()
