"""A process that packs every digest that is due at a given moment, and prints the seconds of the processor it took."""

import asyncio
import sys
from time import process_time

from service.assembly import assemble
from service.runtime.settings import Outside
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock

OUTSIDE = Outside("https://firstfire.example", has_mail=True, private_targets=True)


async def work(url: str, now: int) -> None:
    store = EventStore(url, patience=60)
    services = assemble(store, ManualClock(now), outside=OUTSIDE)
    begin = process_time()
    await services.dispatcher.catch_up()
    print(process_time() - begin)
    await store.aclose()


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], int(sys.argv[2])))
