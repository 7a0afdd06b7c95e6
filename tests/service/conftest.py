"""One real server for the whole session, a cluster if a test asks for it, an empty store and the API for each test."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient

from service.assembly import assemble
from service.local_valkey.server import Embedded
from service.runtime.clock import wall_clock
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_server import calling, lent_app, serving, unlimited
from tests.support.followed_lists import followed_lists
from tests.support.servers import cluster, emptied, in_background, master_and_replica, patient_store


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
    store = patient_store(request.getfixturevalue(request.param))
    await emptied(store)
    yield store
    await store.aclose()


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Embedded]:
    """A server that a test may hurt. It sends a copy of itself at once, instead of waiting for others who want one."""
    async with Embedded(tmp_path / "data", options=["--repl-diskless-sync-delay", "0"]) as server:
        yield server


@pytest.fixture
async def own_store(own_server: Embedded) -> AsyncIterator[EventStore]:
    store = patient_store(own_server.url)
    await store.prepare()
    yield store
    await store.aclose()


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[Embedded, Embedded]]:
    """A master and its replica."""
    async with master_and_replica(tmp_path) as servers:
        yield servers


@pytest.fixture
async def client(server_url: str) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with calling(unlimited(server_url)) as client:
        yield client


@pytest.fixture
async def worker_beside(server_url: str) -> AsyncIterator[Services]:
    """What a worker does for the lists, beside the API and with a store of its own."""
    services = assemble(patient_store(server_url), wall_clock)
    following = asyncio.create_task(
        followed_lists(services.store, services.live, services.vacancies.settle, services.ratings.settle)
    )
    yield services
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    await services.store.aclose()


@pytest.fixture
def remote_app(server_url: str) -> Iterator[Litestar]:
    with lent_app(unlimited(server_url)) as app:
        yield app


@pytest.fixture
def remote_services(remote_app: Litestar) -> Services:
    """The parts of the server that `remote` calls."""
    services: Services = remote_app.state.services
    return services


@pytest.fixture
async def remote(remote_app: Litestar) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a running server, that can keep streams open."""
    with serving(remote_app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=None) as client:
            yield client


@pytest.fixture
def restless(remote: httpx.AsyncClient, remote_services: Services) -> httpx.AsyncClient:
    """As `remote`; its streams say without end that they are still there, and look at outages each time."""
    remote_services.streams.keep_alive = remote_services.personal_streams.keep_alive = 0.02
    remote_services.outages.read_every = 0
    return remote
