"""The API and its queues over a server of its own, and where failed searches are saved."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from service.engine.queues import Jobs
from service.engine.tickets import Tickets
from service.local_valkey.server import Embedded
from service.store.client.address import Address, parse
from service.store.event_store import EventStore
from tests.support.api_server import lent_app, serving, unlimited
from tests.support.servers import LONGEST_WAIT


@pytest.fixture
async def client(own_server: Embedded) -> AsyncIterator[httpx.AsyncClient]:
    with lent_app(unlimited(own_server.url)) as app, serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=LONGEST_WAIT) as client:
            yield client


@pytest.fixture
def failed(tmp_path: Path) -> Path:
    return tmp_path / "failed"


@pytest.fixture
def address(own_server: Embedded) -> Address:
    return parse(own_server.url)


@pytest.fixture
async def tickets(address: Address) -> AsyncIterator[Tickets]:
    tickets = Tickets(address)
    yield tickets
    await tickets.aclose()


@pytest.fixture
def jobs(own_store: EventStore, tickets: Tickets) -> Jobs:
    return Jobs(own_store, tickets)
