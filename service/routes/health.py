"""For whoever runs the service."""

from litestar import get

from service.openapi import refusals
from service.services import AnyRequest, services
from service.store.errors import Unavailable


@get("/health/live", tags=["operations"], summary="The process answers", responses=refusals())
async def live() -> dict[str, str]:
    return {"status": "live"}


@get(
    "/health/ready",
    tags=["operations"],
    summary="The log answers, and new events are heard of",
    responses=refusals(),
)
async def ready(request: AnyRequest) -> dict[str, str]:
    here = services(request)
    await here.store.version("health")
    if not here.views.is_told:
        raise Unavailable("the feeds are not followed yet")
    return {"status": "ready"}
