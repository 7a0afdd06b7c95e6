"""For whoever runs the service."""

from contextlib import suppress

from litestar import Response, get

from service.assembly import Services
from service.http.caller import AnyRequest, services
from service.http.openapi import refusals
from service.ops.readiness import check, lag
from service.runtime.metrics import CONTENT_TYPE, Metrics
from service.store.errors import ErrorReply, Unavailable
from service.worker.bot_turns import POSITIONS


@get("/health/live", tags=["operations"], summary="The process answers", responses=refusals())
async def live() -> dict[str, str]:
    return {"status": "live"}


@get(
    "/health/ready",
    tags=["operations"],
    summary="The log takes writes, and new events are heard of in time",
    responses=refusals(),
)
async def ready(request: AnyRequest) -> dict[str, str]:
    await check(services(request))
    return {"status": "ready"}


@get(
    "/metrics",
    tags=["operations"],
    summary="What this process counts, for Prometheus",
    media_type="text/plain",
    responses=refusals(),
)
async def metrics(request: AnyRequest) -> Response[bytes]:
    counts: Metrics = request.app.state.metrics
    counts.store_up.set(0)
    with suppress(Unavailable, ErrorReply):  # the rest is told all the more when the log is away
        await _ask_the_log(counts, services(request))
        counts.store_up.set(1)
    return Response(counts.exposition(), media_type=CONTENT_TYPE)


async def _ask_the_log(counts: Metrics, here: Services) -> None:
    servers = here.store.servers
    counts.lag.labels("hub").set(await lag(servers, here.hub.positions))
    saved = await servers.call(POSITIONS, "HGETALL", POSITIONS)
    reached = {int(bucket): where.decode() for bucket, where in zip(saved[::2], saved[1::2], strict=True)}
    counts.lag.labels("bots").set(await lag(servers, reached))
