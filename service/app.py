"""create_app(settings): the one place where the parts are joined."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from service.bodies import StrictRequest
from service.clock import Clock, wall_clock
from service.handle import Handler
from service.hub import Hub
from service.limits import Limits
from service.people import People
from service.problems import HANDLERS
from service.routes.games import GamesController
from service.routes.guests import welcome_guest
from service.routes.health import live, ready
from service.routes.records import RecordsController
from service.services import Services
from service.settings import Settings
from service.store.errors import Unavailable
from service.store.log import EventStore
from service.tables import Tables
from service.views import Views

LARGEST_BODY = 64 * 1024


def create_app(settings: Settings, clock: Clock = wall_clock) -> Litestar:
    assert settings.redis_url is not None, "the caller knows which server to use"
    services = assemble(EventStore(settings.redis_url, settings.replicas), clock)
    hub = services.hub

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        with suppress(Unavailable):  # it is loaded again when it is missed
            await services.store.prepare()
        following = asyncio.create_task(hub.run())
        try:
            yield
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following
            await services.store.aclose()

    app = Litestar(
        route_handlers=[welcome_guest, GamesController, RecordsController, live, ready],
        lifespan=[lifespan],
        middleware=[Limits(settings.rate, settings.burst, services.people.knows).middleware],
        exception_handlers=HANDLERS,
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Firstfire",
            version="1",
            description="Kingdomino Origins and Kingdomino by correspondence.",
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"bearer": SecurityScheme(type="http", scheme="bearer")}),
        ),
    )
    app.state.services = services
    return app


def assemble(store: EventStore, clock: Clock) -> Services:
    views = Views(store)
    handler = Handler(store, clock)
    tables = Tables(store, clock)
    hub = Hub(store, views, views.heard, handler.heard, tables.heard)
    return Services(store, People(store), tables, handler, views, hub)
