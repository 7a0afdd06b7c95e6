"""For operators: health checks and metrics."""

from contextlib import suppress
from typing import Literal

import msgspec
from litestar import Response, get

from service.games.streams import Streams
from service.http.openapi import refusals
from service.http.request import StrictRequest
from service.ops.readiness import check
from service.runtime.metrics import CONTENT_TYPE, Metrics
from service.store.cursors import BOT_TURNS, Cursors
from service.store.errors import ErrorReply, Unavailable
from service.store.event_store import EventStore


class Live(msgspec.Struct, frozen=True):
    status: Literal["live"] = "live"


class Ready(msgspec.Struct, frozen=True):
    status: Literal["ready"] = "ready"


@get("/health/live", tags=["operations"], summary="The process responds", responses=refusals())
async def live() -> Live:
    return Live()


@get(
    "/health/ready",
    tags=["operations"],
    summary="The event store accepts writes, and new events arrive without delay",
    responses=refusals(),
)
async def ready(request: StrictRequest) -> Ready:
    services = request.services
    await check(services.store, services.views, services.streams)
    return Ready()


@get(
    "/metrics",
    tags=["operations"],
    summary="Metrics of this process, for Prometheus",
    media_type="text/plain",
    responses=refusals(),
)
async def metrics(request: StrictRequest) -> Response[bytes]:
    counts: Metrics = request.app.state.metrics
    counts.store_up.set(0)
    with suppress(Unavailable, ErrorReply):  # the other metrics matter even more while the store is unavailable
        services = request.services
        await _measure_lag(counts, services.store, services.streams)
        counts.store_up.set(1)
    return Response(counts.exposition(), media_type=CONTENT_TYPE)


async def _measure_lag(counts: Metrics, store: EventStore, streams: Streams) -> None:
    counts.lag.labels("hub").set(await store.feeds.lag(streams.positions))
    counts.lag.labels("bots").set(await store.feeds.lag(await Cursors(store, BOT_TURNS).load()))
