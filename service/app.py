"""`create_app(settings)` joins the routes and the parts of the service into one ASGI application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from litestar import Litestar
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from service.api.games.endings import EndingsController
from service.api.games.forks import ForksController
from service.api.games.invites import InvitesController
from service.api.games.lists import ListsController
from service.api.games.moves import MovesController
from service.api.games.pictures import PicturesController
from service.api.games.records import RecordsController
from service.api.games.replay import ReplayController
from service.api.games.stream import StreamController
from service.api.games.tables import TablesController
from service.api.health import live, metrics, ready
from service.api.learning.analysis import AnalysisController
from service.api.learning.hints import HintsController
from service.api.learning.rule_examples import RuleExamplesController
from service.api.learning.variations import VariationsController
from service.api.moderation.acts import ActsController
from service.api.moderation.people import ModeratedPeopleController
from service.api.moderation.reports import ModeratedReportsController
from service.api.moderation.suspicions import SuspicionsController
from service.api.people.account import AccountController
from service.api.people.blocks import BlocksController
from service.api.people.guests import welcome_guest
from service.api.people.passkeys import PasskeysController
from service.api.people.players import PlayersController, seated_players
from service.api.people.reports import report_person
from service.api.people.second_factor import SecondFactorController
from service.api.people.sessions import SessionsController
from service.api.people.tokens import TokensController
from service.api.puzzles.browsing import PuzzleBrowsingController
from service.api.puzzles.solving import PuzzlesController
from service.assembly import Services, assemble
from service.engine.tickets import tickets_of
from service.http.limits.rate_limits import GuestLimit, LimitedRequests, RequestLimit
from service.http.limits.stream_limits import StreamLimit
from service.http.openapi import schema_router
from service.http.problems import HANDLERS
from service.http.request import StrictRequest
from service.http.request_log import RequestLog
from service.http.responses import PackedText
from service.http.safe_headers import SafeHeaders
from service.http.session_cookie import COOKIE
from service.pages.embeds import embed
from service.pages.shell import asset, favicon, lost, page
from service.runtime.clock import Clock, wall_clock
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.store.append_counts import counted_store
from service.store.errors import Unavailable

LARGEST_BODY = 64 * 1024


def create_app(settings: Settings, clock: Clock = wall_clock) -> Litestar:
    return equipped(routes(), settings, clock)


def equipped(app: Litestar, settings: Settings, clock: Clock = wall_clock) -> Litestar:
    """The application with parts of the service of its own. They take the place of those that it had."""
    counts = Metrics()
    services = assemble(counted_store(settings, counts), clock, tickets_of(settings), settings.games)
    counts.watch(services.streams)
    app.state.services = services
    app.state.metrics = counts
    app.state.guest_limit = GuestLimit(settings.guests)
    app.state.stream_limit = StreamLimit(settings.streams_per_network, settings.streams_per_person)
    app.state.metrics_token = settings.metrics_token
    app.state.request_limit = RequestLimit(settings.rate, settings.burst, services.people.cached_player)
    app.state.logs_requests = settings.log_requests
    return app


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    services: Services = app.state.services
    with suppress(Unavailable):  # the library of functions is loaded again when a call misses it
        await services.store.prepare()
    following = asyncio.create_task(services.streams.run())
    try:
        yield
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
        await services.aclose()


def routes() -> Litestar:
    """The application without the parts of the service: every route, and what is around them."""
    app = Litestar(
        route_handlers=[
            welcome_guest,
            ForksController,
            TablesController,
            StreamController,
            MovesController,
            AnalysisController,
            HintsController,
            EndingsController,
            InvitesController,
            ListsController,
            AccountController,
            ActsController,
            ModeratedPeopleController,
            ModeratedReportsController,
            BlocksController,
            SuspicionsController,
            PasskeysController,
            SecondFactorController,
            PicturesController,
            PlayersController,
            PuzzleBrowsingController,
            PuzzlesController,
            RecordsController,
            ReplayController,
            RuleExamplesController,
            SessionsController,
            VariationsController,
            TokensController,
            seated_players,
            report_person,
            live,
            ready,
            metrics,
            page,
            embed,
            asset,
            favicon,
        ],
        lifespan=[_running],
        exception_handlers={**HANDLERS, NotFoundException: lost},
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,  # set up in service/runtime/logging_setup.py
        openapi_config=OpenAPIConfig(
            title="Firstfire",
            version="1",
            description="Kingdomino Origins and Kingdomino by correspondence.",
            openapi_router=schema_router(),
            render_plugins=[JsonRenderPlugin()],
            components=Components(
                security_schemes={
                    "bearer": SecurityScheme(type="http", scheme="bearer"),
                    "session": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
                }
            ),
        ),
    )
    # Wrapped around the whole application: a middleware of Litestar would not see requests without a route.
    app.asgi_handler = RequestLog(SafeHeaders(LimitedRequests(PackedText(app.asgi_handler))))
    return app
