"""The metrics and health checks of the API and of a worker."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import AsyncTestClient
from prometheus_client.parser import text_string_to_metric_families

from service.ops import readiness
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.store.append_counts import counted_store, worker_metrics
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from tests.support.api_play import DISCOVERY, play, refused, started
from tests.support.api_server import calling, lent_app, serving, unlimited
from tests.support.ports import reserve_port
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.stream_reader import following

Samples = dict[tuple[str, tuple[str, ...]], float]


@pytest.fixture
async def client(server_url: str) -> AsyncIterator[AsyncTestClient[Litestar]]:
    async with calling(unlimited(server_url)) as client:
        yield client


def samples(text: str) -> Samples:
    """The value of each name and its labels, read as Prometheus reads them."""
    return {
        (sample.name, tuple(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def counted(client: httpx.AsyncClient) -> Samples:
    answer = await client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return samples(answer.text)


async def test_requests_are_counted_by_route_and_not_by_address(client: httpx.AsyncClient) -> None:
    for number in range(3):
        refused(await client.get(f"/api/games/nogame{number}"), 404)
    for number in range(2):
        refused(await client.get(f"/nowhere/{number}"), 404)
    values = await counted(client)
    assert values["firstfire_requests_total", ("GET", "/api/games/{game}", "404")] == 3
    assert values["firstfire_requests_total", ("none", "none", "404")] == 2
    assert values["firstfire_request_seconds_count", ("GET", "/api/games/{game}")] == 3
    assert values["firstfire_request_seconds_bucket", ("+Inf", "GET", "/api/games/{game}")] == 3
    assert values["firstfire_request_seconds_sum", ("GET", "/api/games/{game}")] > 0
    assert "nogame" not in (await client.get("/metrics")).text


async def test_a_histogram_bucket_counts_all_faster_requests() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.002, 9.0):
        metrics.requests.answered("GET", "/x", 200, seconds)
    values = samples(metrics.exposition().decode())
    buckets = [
        values["firstfire_request_seconds_bucket", (bound, "GET", "/x")] for bound in ("0.001", "0.0025", "+Inf")
    ]
    assert buckets == [2, 3, 4]
    assert values["process_resident_memory_bytes", ()] > 0


async def test_moves_and_events_are_counted(client: httpx.AsyncClient) -> None:
    game, guests = await started(client, DISCOVERY)
    events = await play(client, game, guests, moves=4)
    values = await counted(client)
    assert values["firstfire_commands_total", ("person", "appended")] == 4
    assert values["firstfire_commands_total", ("start", "appended")] == 1
    assert values["firstfire_commands_total", ("table", "appended")] >= 2
    assert values["firstfire_events_appended_total", ()] >= events
    assert values["firstfire_store_up", ()] == 1
    assert values["firstfire_feed_lag_seconds", ("hub",)] >= 0


async def test_conflicts_and_repeats_are_counted(server_url: str) -> None:
    metrics = Metrics()
    store = counted_store(Settings(redis_url=server_url), metrics)
    await store.prepare()
    for _ in range(2):
        await store.append("counted", 0, [b"x"], "bot:0")
    with pytest.raises(StreamMoved):
        await store.append("counted", 0, [b"x"], "another")
    values = samples(metrics.exposition().decode())
    assert values["firstfire_commands_total", ("bot", "appended")] == 1
    assert values["firstfire_commands_total", ("bot", "repeated")] == 1
    assert values["firstfire_commands_total", ("person", "conflict")] == 1
    await store.servers.call("", "FLUSHALL")  # this is no event that others could read
    await store.aclose()


async def test_open_streams_are_counted_while_they_are_open(server_url: str) -> None:
    with lent_app(unlimited(server_url)) as app, serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=LONGEST_WAIT) as client:
            game, _ = await started(client, DISCOVERY)
            async with following(client, game), following(client, game) as follower:
                await follower.reached(1)
                assert (await counted(client))["firstfire_open_streams", ()] == 2

            async def is_closed() -> bool:
                return (await counted(client))["firstfire_open_streams", ()] == 0

            await eventually(is_closed)


async def test_metrics_are_served_while_the_store_is_unavailable() -> None:
    async with calling(unlimited("redis://127.0.0.1:1")) as client:
        refused(await client.get("/health/ready"), 503)
        values = await counted(client)
        assert values["firstfire_store_up", ()] == 0
        assert values["firstfire_requests_total", ("GET", "/health/ready", "503")] == 1
        assert (await client.get("/health/live")).is_success


async def test_the_lag_is_the_age_of_the_oldest_unread_entry(store: EventStore) -> None:
    assert await store.feeds.lag({}) == 0.0
    await store.append("old", 0, [b"x"])
    read = await store.feeds.ends()
    await eventually(lambda: is_lagging(store, 0.02))
    for number in range(3):
        await store.append(f"new{number}", 0, [b"x"])
    behind_new = await store.feeds.lag(read)
    behind_all = await store.feeds.lag({})  # asked for later, so at least as much time has passed
    assert behind_all > behind_new + 0.01
    assert await store.feeds.lag(await store.feeds.ends()) == 0.0


async def is_lagging(store: EventStore, seconds: float) -> bool:
    return await store.feeds.lag({}) > seconds


async def test_a_process_that_lags_behind_the_feeds_is_not_ready(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling(unlimited(server_url)) as client:

        async def is_ready() -> bool:
            return (await client.get("/health/ready")).is_success

        await eventually(is_ready)
        await started(client, DISCOVERY)
        await eventually(is_ready)
        monkeypatch.setattr(readiness, "LONGEST_LAG", 0.0)  # seconds
        client.app.state.services.feeds.positions = {}  # as if it had read nothing

        async def is_lagging() -> bool:
            return (await counted(client))["firstfire_feed_lag_seconds", ("hub",)] > 0

        await eventually(is_lagging)
        refused(await client.get("/health/ready"), 503)


async def test_a_worker_serves_its_metrics_on_its_own_port() -> None:
    port = reserve_port()
    worker_metrics(Settings(metrics_port=port))
    async with httpx.AsyncClient(timeout=LONGEST_WAIT) as client:
        answer = await client.get(f"http://127.0.0.1:{port}/metrics")
    assert "firstfire_commands_total" in answer.text


async def test_every_metric_is_in_the_operations_manual() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
    metrics = Metrics()
    names = {family.name for family in metrics.registry.collect() if family.name.startswith("firstfire")}
    assert len(names) > 4
    for name in names | {"firstfire_open_streams", "firstfire_resyncs"}:
        assert name in manual
