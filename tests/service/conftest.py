"""One real server for the whole session, a cluster if a test asks for it, and an empty store for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from service.store.embedded import Embedded
from service.store.log import EventStore
from tests.service.running import cluster, in_background


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_background(Embedded(tmp_path_factory.mktemp("server"))) as server:
        yield server.url


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with in_background(cluster(tmp_path_factory.mktemp("cluster"))) as url:
        yield url


@pytest.fixture(params=["server_url", "cluster_url"])
async def store(request: pytest.FixtureRequest) -> AsyncIterator[EventStore]:
    """An empty store, once on a single server and once on a cluster."""
    store = EventStore(request.getfixturevalue(request.param))
    await emptied(store)
    yield store
    await store.aclose()


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Embedded]:
    """A server that a test may hurt."""
    async with Embedded(tmp_path / "data") as server:
        yield server


@pytest.fixture
async def own_store(own_server: Embedded) -> AsyncIterator[EventStore]:
    store = EventStore(own_server.url)
    await store.prepare()
    yield store
    await store.aclose()


async def emptied(store: EventStore) -> None:
    await store.prepare()
    for master in await store.servers.masters():
        await master.call("FLUSHALL")
