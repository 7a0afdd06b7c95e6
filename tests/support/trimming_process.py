"""A process that trims the feeds of a store without a rest, until it is killed."""

import asyncio
import sys

from service.store.event_store import EventStore
from service.store.followers.trimming import trim


async def _trim_without_end(url: str) -> None:
    store = EventStore(url)
    while True:
        await trim(store, hours=0, margin=0)


if __name__ == "__main__":
    asyncio.run(_trim_without_end(sys.argv[1]))
