"""For operators: health checks and metrics."""

from contextlib import suppress
from hmac import compare_digest
from typing import Final, Literal

import msgspec
from litestar import Response, get

from domain.errors import Reason
from service.http.caller import address
from service.http.openapi import refusals
from service.http.request import StrictRequest
from service.ops.readiness import check
from service.people.client_network import is_near
from service.runtime.metrics import CONTENT_TYPE, Metrics
from service.runtime.refusal import Refused
from service.store.errors import ErrorReply, Unavailable
from service.store.event_store import EventStore
from service.store.followers.cursors import BOT_TURNS, Cursors
from service.store.followers.reader import FeedReader

OPERATORS_ONLY: Final = Reason(
    "operators_only", "", "This is for operators: ask from the service's own network, or with its METRICS_TOKEN."
)


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
    responses=refusals(403),
)
async def ready(request: StrictRequest) -> Ready:
    """For the own network, or with METRICS_TOKEN: it writes to every server."""
    _refuse_strangers(request)
    services = request.services
    await check(services.store, services.live, services.feeds)
    return Ready()


@get(
    "/metrics",
    tags=["operations"],
    summary="Metrics of this process, for Prometheus",
    media_type="text/plain",
    responses=refusals(403),
)
async def metrics(request: StrictRequest) -> Response[bytes]:
    """For the own network, or with METRICS_TOKEN."""
    _refuse_strangers(request)
    counts: Metrics = request.app.state.metrics
    counts.store_up.set(0)
    with suppress(Unavailable, ErrorReply):  # the other metrics matter even more while the store is unavailable
        services = request.services
        await _measure_lag(counts, services.store, services.feeds)
        counts.store_up.set(1)
    return Response(counts.exposition(), media_type=CONTENT_TYPE)


def _refuse_strangers(request: StrictRequest) -> None:
    """Both cost more than a request should that anybody may make. Raises Refused."""
    token: str | None = request.app.state.metrics_token
    given = request.header(b"authorization") or ""
    if not is_near(address(request)) and not (token and compare_digest(given.encode(), f"Bearer {token}".encode())):
        raise Refused(OPERATORS_ONLY, "forbidden")


async def _measure_lag(counts: Metrics, store: EventStore, feeds: FeedReader) -> None:
    counts.lag.labels("hub").set(await store.feeds.lag(feeds.positions))
    counts.lag.labels("bots").set(await store.feeds.lag(await Cursors(store, BOT_TURNS).load()))
