"""Opens the event store for an operator command, starting a private server if none runs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.local_valkey.data_lock import running_server
from service.local_valkey.server import Embedded
from service.runtime.settings import Settings
from service.store.errors import CannotStart
from service.store.event_store import EventStore


@asynccontextmanager
async def open_store(settings: Settings, *, may_be_new: bool = False) -> AsyncIterator[EventStore]:
    """The store at REDIS_URL; else that of the data directory, from its running server or one started for now.

    A data directory that does not exist is probably mistyped: raises CannotStart, unless it `may_be_new`.
    """
    if settings.redis_url is not None:
        async with _connected(settings.redis_url, settings) as store:
            yield store
    elif (url := await running_server(settings.data)) is not None:
        async with _connected(url, settings) as store:
            yield store
    elif settings.data.is_dir() or may_be_new:
        async with Embedded(settings.data) as server, _connected(server.url, settings) as store:
            yield store
    else:
        raise CannotStart(f"There is no data directory {settings.data}. Set DATA to one, or REDIS_URL to a server.")


@asynccontextmanager
async def _connected(url: str, settings: Settings) -> AsyncIterator[EventStore]:
    """Does not load our Lua functions: those on the server may belong to a later release that is running."""
    store = EventStore(url, settings.replicas, patience=settings.patience)
    try:
        yield store
    finally:
        await store.aclose()
