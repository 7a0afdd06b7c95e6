"""The API on a free port, without limits on requests."""

import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import uvicorn
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.app import equipped, routes
from service.people.passwords import Passwords
from service.runtime.clock import Clock, wall_clock
from service.runtime.settings import Settings
from tests.support.servers import LONGEST_WAIT

_SMALL_BUFFER = 4096
_UNUSED: list[Litestar] = []  # ready for the next test
QUICK_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # the tests make and check a thousand hashes


def unlimited(url: str) -> Settings:
    """Nothing is too often, and a server that has much to do is no outage."""
    many = 10**9
    return Settings(
        redis_url=url,
        patience=LONGEST_WAIT,
        rate=1e9,
        burst=many,
        guests=many,
        games=many,
        streams_per_network=many,
        streams_per_person=many,
    )


@contextmanager
def lent_app(settings: Settings, clock: Clock = wall_clock) -> Iterator[Litestar]:
    """The application with parts of its own, and with passwords that are hashed quickly. Its routes are used again: to
    make them takes longer than most tests."""
    app = equipped(_UNUSED.pop() if _UNUSED else routes(), settings, clock)
    app.state.services.accounts.passwords = Passwords(QUICK_HASHER)
    yield app
    _UNUSED.append(app)


@asynccontextmanager
async def calling(settings: Settings, clock: Clock = wall_clock) -> AsyncIterator[AsyncTestClient[Litestar]]:
    """A client of an application that no server is needed for."""
    with lent_app(settings, clock) as app:
        async with AsyncTestClient(app) as client:
            yield client


@contextmanager
def serving(app: Litestar, **options: Any) -> Iterator[str]:
    """Runs `app` on a free port, in a thread; gives its address. Its sockets have small buffers to fill."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SMALL_BUFFER)
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)  # from here on callers wait instead of being refused
        config = uvicorn.Config(
            app, log_level="error", lifespan="on", ws="none", timeout_graceful_shutdown=1, **options
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
