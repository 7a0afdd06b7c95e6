"""For whoever runs the service."""

from contextlib import suppress

from litestar import Response, get

from service.games.streams import Hub
from service.http.openapi import refusals
from service.http.request import StrictRequest
from service.ops.readiness import check
from service.runtime.metrics import CONTENT_TYPE, Metrics
from service.store.cursors import BOT_TURNS, Cursors
from service.store.errors import ErrorReply, Unavailable
from service.store.event_store import EventStore


@get("/health/live", tags=["operations"], summary="The process answers", responses=refusals())
async def live() -> dict[str, str]:
    return {"status": "live"}


@get(
    "/health/ready",
    tags=["operations"],
    summary="The log takes writes, and new events are heard of in time",
    responses=refusals(),
)
async def ready(request: StrictRequest) -> dict[str, str]:
    services = request.services
    await check(services.store, services.views, services.hub)
    return {"status": "ready"}


@get(
    "/metrics",
    tags=["operations"],
    summary="What this process counts, for Prometheus",
    media_type="text/plain",
    responses=refusals(),
)
async def metrics(request: StrictRequest) -> Response[bytes]:
    counts: Metrics = request.app.state.metrics
    counts.store_up.set(0)
    with suppress(Unavailable, ErrorReply):  # the rest is told all the more when the log is away
        services = request.services
        await _ask_the_log(counts, services.store, services.hub)
        counts.store_up.set(1)
    return Response(counts.exposition(), media_type=CONTENT_TYPE)


async def _ask_the_log(counts: Metrics, store: EventStore, hub: Hub) -> None:
    counts.lag.labels("hub").set(await store.feeds.lag(hub.positions))
    counts.lag.labels("bots").set(await store.feeds.lag(await Cursors(store, BOT_TURNS).load()))
