"""create_app(settings): the one place where the parts are joined."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from litestar import Litestar
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from puzzles.stock import stock as shipped_stock
from service.accounts import Accounts
from service.answers import Packed
from service.bodies import StrictRequest
from service.clock import Clock, wall_clock
from service.daily import Days
from service.departed import Departed
from service.embeds import embed
from service.handle import Handler
from service.hints import Hints
from service.hub import Hub
from service.jobs import Jobs, jobs_of
from service.limits import Arrivals, Limits
from service.metrics import CountedStore, Metrics
from service.neutral import NeutralShelves, NeutralTables
from service.observe import Observed
from service.openapi import schema_router
from service.outages import Outages
from service.own_data import OwnData
from service.own_puzzles import own_puzzles
from service.pages import asset, favicon, lost, page
from service.people import People
from service.pictures import Pictures
from service.practice import Practice
from service.problems import HANDLERS
from service.ratings import Ratings
from service.reviews import Reviews
from service.routes.forks import ForksController
from service.routes.games import GamesController
from service.routes.guests import welcome_guest
from service.routes.health import live, metrics, ready
from service.routes.hints import HintsController
from service.routes.leaving import LeavingController
from service.routes.lists import ListsController
from service.routes.me import MeController
from service.routes.pictures import PicturesController
from service.routes.players import PlayersController, sitters
from service.routes.puzzle_lists import PuzzleListsController
from service.routes.puzzles import PuzzlesController
from service.routes.records import RecordsController
from service.routes.replay import ReplayController
from service.routes.rules import RulesController
from service.routes.sessions import SessionsController
from service.routes.sidelines import SideLinesController
from service.routes.tokens import TokensController
from service.services import Services
from service.sessions import COOKIE
from service.settings import Settings
from service.solving import Solvings
from service.stock import Stock
from service.store.errors import Unavailable
from service.store.log import EventStore
from service.tallies import Tallies
from service.views import Views

LARGEST_BODY = 64 * 1024


def create_app(settings: Settings, clock: Clock = wall_clock) -> Litestar:
    assert settings.redis_url is not None, "the caller knows which server to use"
    counts = Metrics()
    services = assemble(CountedStore(settings.redis_url, settings.replicas, counts), clock, jobs_of(settings))
    hub = services.hub
    counts.watch(hub)

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
            services.accounts.passwords.close()
            services.pictures.close()
            await services.jobs.aclose()
            await services.store.aclose()

    app = Litestar(
        route_handlers=[
            welcome_guest,
            ForksController,
            GamesController,
            HintsController,
            LeavingController,
            ListsController,
            MeController,
            PicturesController,
            PlayersController,
            PuzzleListsController,
            PuzzlesController,
            RecordsController,
            ReplayController,
            RulesController,
            SessionsController,
            SideLinesController,
            TokensController,
            sitters,
            live,
            ready,
            metrics,
            page,
            embed,
            asset,
            favicon,
        ],
        lifespan=[lifespan],
        middleware=[Limits(settings.rate, settings.burst, services.people.known).middleware],
        exception_handlers={**HANDLERS, NotFoundException: lost},
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,  # ours: service/logs.py
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
    app.state.services = services
    app.state.metrics = counts
    app.state.arrivals = Arrivals(settings.guests)
    app.asgi_handler = Observed(Packed(app.asgi_handler), counts.requests, logs_requests=settings.log_requests)
    return app


def assemble(store: EventStore, clock: Clock, jobs: Jobs | None = None) -> Services:
    departed = Departed(store)
    handler = Handler(store, clock)
    tables = NeutralTables(store, clock, departed, handler)
    views = Views(store, tables.neutral_seats)
    hub = Hub(store, views, views.heard, handler.heard, tables.heard)
    shelves, ratings, outages = NeutralShelves(store, departed), Ratings(store, clock), Outages(store, clock)
    people = People(store, clock)
    accounts = Accounts(store, people, clock)
    own_data = OwnData(people, accounts.names, departed, shelves, tables)
    stock, solvings, tallies = Stock(store, clock, shipped_stock), Solvings(store, clock), Tallies(store)
    own_puzzles(own_data, solvings, tallies)
    return Services(
        store,
        people,
        tables,
        handler,
        views,
        hub,
        shelves,
        ratings,
        outages,
        accounts,
        departed,
        own_data,
        Hints(store, clock),
        Reviews(store),
        jobs or Jobs(None),
        stock,
        Days(store, stock, clock),
        solvings,
        tallies,
        Practice(stock, tallies),
        Pictures(),
    )
