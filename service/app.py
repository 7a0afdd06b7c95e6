"""`create_app(settings)` joins the routes and the parts of the service into one ASGI application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from litestar import Litestar
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from service.api.deals.daily import DealsController
from service.api.games.endings import EndingsController
from service.api.games.forks import ForksController
from service.api.games.guesses import GuessesController
from service.api.games.guided import GuidedGamesController
from service.api.games.invites import InvitesController
from service.api.games.lists import ListsController
from service.api.games.moves import MovesController
from service.api.games.notes import GameNotesController
from service.api.games.own_games import OwnGamesController
from service.api.games.pictures import PicturesController
from service.api.games.questions import QuestionsController
from service.api.games.records import RecordsController
from service.api.games.replay import ReplayController
from service.api.games.stream import StreamController
from service.api.games.tables import TablesController
from service.api.health import live, metrics, ready
from service.api.learning.analysis import AnalysisController
from service.api.learning.hints import HintsController
from service.api.learning.play import PlayController
from service.api.learning.rule_examples import RuleExamplesController
from service.api.learning.variations import VariationsController
from service.api.moderation.acts import ActsController
from service.api.moderation.people import ModeratedPeopleController
from service.api.moderation.reports import ModeratedReportsController
from service.api.moderation.suspicions import SuspicionsController
from service.api.opponents.follows import FollowsController
from service.api.opponents.invitations import InvitationsController
from service.api.opponents.seeks import SeeksController
from service.api.opponents.suggestions import suggested_opponents
from service.api.people.account import AccountController
from service.api.people.address import AddressController
from service.api.people.blocks import BlocksController
from service.api.people.devices import DevicesController
from service.api.people.guests import OwnGuestController, welcome_guest
from service.api.people.mail_links import MailLinksController
from service.api.people.notices import NoticesController
from service.api.people.own_stream import own_stream
from service.api.people.passkeys import PasskeysController
from service.api.people.players import PlayersController, seated_players
from service.api.people.reports import report_person
from service.api.people.second_factor import SecondFactorController
from service.api.people.sessions import SessionsController
from service.api.people.tokens import TokensController
from service.api.people.webhooks import WebhooksController
from service.api.plans.made_moves import MadeMovesController
from service.api.plans.own_plan import OwnPlanController
from service.api.puzzles.browsing import PuzzleBrowsingController
from service.api.puzzles.practising import PractisingController
from service.api.puzzles.solving import PuzzlesController
from service.api.subscriptions.calendar import CalendarController, CalendarFeedController
from service.api.subscriptions.feeds import FeedsController
from service.api.talk.own_level import OwnLevelController
from service.api.talk.table_talk import TableTalkController
from service.api.time_off.agreements import AgreementsController
from service.api.time_off.own_time import TimeOffController
from service.api.tournaments.tournaments import TournamentsController
from service.assembly import assemble
from service.engine.tickets import tickets_of
from service.http.entry.direct_routes import DirectRoutes
from service.http.entry.envelope import Envelope, Gate
from service.http.limits.rate_limits import GuestLimit, RequestLimit
from service.http.limits.stream_limits import StreamLimit
from service.http.openapi import schema_router
from service.http.problems import HANDLERS
from service.http.request import StrictRequest
from service.http.session_cookie import COOKIE
from service.pages.embeds import embed
from service.pages.file_routes import asset, favicon
from service.pages.installing import manifest, offline_shell, service_worker
from service.pages.plain.game_links import game_link, use_game_link
from service.pages.plain.table_page import plain_move, plain_table
from service.pages.plain.unsubscribe import end_mails, mail_ending
from service.pages.shell import lost, page
from service.runtime.clock import Clock, wall_clock
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings, outside
from service.runtime.shutdown import cancel_all
from service.services import Services
from service.store.append_counts import counted_store
from service.store.errors import Unavailable

LARGEST_BODY = 64 * 1024


def create_app(settings: Settings, clock: Clock = wall_clock) -> Litestar:
    return equipped(routes(), settings, clock)


def equipped(app: Litestar, settings: Settings, clock: Clock = wall_clock) -> Litestar:
    """The application with parts of the service of its own. They take the place of those that it had."""
    counts = Metrics()
    services = assemble(counted_store(settings, counts), clock, tickets_of(settings), settings.games, outside(settings))
    counts.watch(services.streams, services.personal_streams)
    app.state.services = services
    app.state.metrics = counts
    app.state.guest_limit = GuestLimit(settings.guests)
    app.state.stream_limit = StreamLimit(settings.streams_per_network, settings.streams_per_person)
    app.state.metrics_token = settings.metrics_token
    limit = RequestLimit(settings.rate, settings.burst, services.people.cached_player)
    app.state.gate = Gate(limit, counts.requests, settings.log_requests)
    app.state.joins_modules = settings.modules == "joined"
    app.state.asked_ahead = set()
    return app


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    services: Services = app.state.services
    with suppress(Unavailable):  # the library of functions is loaded again when a call misses it
        await services.store.prepare()
    following = asyncio.create_task(services.feeds.keep_running())
    listening = asyncio.create_task(services.bells.run(services.personal_streams, services.streams))
    try:
        yield
    finally:
        await cancel_all([following, listening, *app.state.asked_ahead])
        await services.aclose()


def routes() -> Litestar:
    """The application without the parts of the service: every route, and what is around them."""
    app = Litestar(
        route_handlers=[
            welcome_guest,
            OwnGuestController,
            ForksController,
            GuidedGamesController,
            TablesController,
            StreamController,
            MovesController,
            AnalysisController,
            HintsController,
            EndingsController,
            QuestionsController,
            AgreementsController,
            TableTalkController,
            OwnPlanController,
            MadeMovesController,
            OwnLevelController,
            InvitesController,
            GameNotesController,
            GuessesController,
            ListsController,
            OwnGamesController,
            SeeksController,
            TournamentsController,
            DealsController,
            InvitationsController,
            FollowsController,
            AccountController,
            ActsController,
            ModeratedPeopleController,
            ModeratedReportsController,
            BlocksController,
            AddressController,
            MailLinksController,
            DevicesController,
            WebhooksController,
            NoticesController,
            TimeOffController,
            CalendarController,
            CalendarFeedController,
            FeedsController,
            SuspicionsController,
            PasskeysController,
            SecondFactorController,
            PicturesController,
            PlayersController,
            PlayController,
            PuzzleBrowsingController,
            PractisingController,
            PuzzlesController,
            RecordsController,
            ReplayController,
            RuleExamplesController,
            SessionsController,
            VariationsController,
            TokensController,
            suggested_opponents,
            seated_players,
            report_person,
            own_stream,
            live,
            ready,
            metrics,
            page,
            embed,
            plain_table,
            plain_move,
            game_link,
            use_game_link,
            mail_ending,
            end_mails,
            asset,
            service_worker,
            manifest,
            offline_shell,
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
    app.asgi_handler = Envelope(DirectRoutes(app))
    return app
