"""The log for a command that looks at all of it: wherever it is, and whether or not Firstfire is running."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.local_valkey.data_lock import running_server
from service.local_valkey.server import Embedded
from service.runtime.settings import Settings
from service.store.errors import CannotStart
from service.store.event_store import EventStore


@asynccontextmanager
async def log_of(settings: Settings, *, may_be_new: bool = False) -> AsyncIterator[EventStore]:
    """That of REDIS_URL, or of the data directory: its running server, or one started for as long as it is needed.

    A data directory that is not there is most likely a mistyped one: raises CannotStart, unless it `may_be_new`.
    """
    if settings.redis_url is not None:
        async with _opened(settings.redis_url, settings) as store:
            yield store
    elif (url := await running_server(settings.data)) is not None:
        async with _opened(url, settings) as store:
            yield store
    elif settings.data.is_dir() or may_be_new:
        async with Embedded(settings.data) as server, _opened(server.url, settings) as store:
            yield store
    else:
        raise CannotStart(f"There is no data directory {settings.data}. DATA names one, REDIS_URL a running server.")


@asynccontextmanager
async def _opened(url: str, settings: Settings) -> AsyncIterator[EventStore]:
    """Without loading our functions: those that are there may be of a later release that is running."""
    store = EventStore(url, settings.replicas)
    try:
        yield store
    finally:
        await store.aclose()
