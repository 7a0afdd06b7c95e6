"""The whole API over the session's server: in this process, or behind a port where streams are what they are."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress

import httpx
import pytest
import uvicorn
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.app import assemble, create_app
from service.clock import wall_clock
from service.lists import ListsFollower
from service.services import Services
from service.settings import Settings
from service.store.errors import Unavailable
from service.store.log import EventStore

_SMALL_BUFFER = 4096


@pytest.fixture
async def client(server_url: str) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with AsyncTestClient(create_app(unlimited(server_url))) as client:
        yield client


@pytest.fixture
async def worker_beside(server_url: str) -> AsyncIterator[Services]:
    """What a worker does for the lists, beside the API and with a store of its own."""
    here = assemble(EventStore(server_url), wall_clock)
    following = asyncio.create_task(_persistent(ListsFollower(here.store, here.tables)))
    yield here
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    await here.store.aclose()


async def _persistent(follower: ListsFollower) -> None:
    """As the worker does it: again from where it stood, when the server could not be reached."""
    while True:
        with suppress(Unavailable):
            await follower.run()


@pytest.fixture
async def remote(server_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a running server, that can keep streams open."""
    with serving(create_app(unlimited(server_url))) as url:
        async with httpx.AsyncClient(base_url=url, timeout=None) as client:
            yield client


def unlimited(url: str) -> Settings:
    return Settings(redis_url=url, rate=1e9, burst=10**9, guests=10**9)


@contextmanager
def serving(app: Litestar) -> Iterator[str]:
    """Runs `app` on a free port, in a thread; gives its address. Its sockets have small buffers to fill."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SMALL_BUFFER)
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)  # from here on callers wait instead of being refused
        config = uvicorn.Config(app, log_level="error", lifespan="on", ws="none", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
