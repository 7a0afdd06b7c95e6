"""The one place where the parts of the service are created and joined: `assemble` creates `Services`."""

from dataclasses import dataclass

from puzzles.shipped.shipped import shipped_puzzles
from service.engine.hints import Hints
from service.engine.queues import Jobs
from service.engine.reviews import Reviews
from service.engine.thinking_time import ThinkingTime
from service.engine.tickets import Tickets
from service.games.commands import Commands
from service.games.live_games import LiveGames
from service.games.news import NewsWriter
from service.games.outages import Outages
from service.games.streams import Streams
from service.games.tables import Tables
from service.helper.process import Helper
from service.lists.index import ListIndex
from service.lists.quotas import GAMES, Limits, Quotas
from service.lists.ratings import Ratings
from service.moderation.act_log import ActLog
from service.moderation.moderators import Moderation
from service.moderation.networks import Networks
from service.moderation.nightly import Suspicions
from service.moderation.reports import Reports
from service.people.accounts import Accounts
from service.people.activity import Activity
from service.people.blocks import Blocks
from service.people.identity import People
from service.people.kinds import Kinds
from service.pictures.cache import Pictures
from service.privacy.anonymise import ShownLists, Vacancies
from service.privacy.departed import Departed
from service.privacy.own_games import OwnGames
from service.privacy.personal_data import OwnData
from service.privacy.shown_names import ShownNames
from service.puzzles.attempts import Attempts
from service.puzzles.calendar import Calendar
from service.puzzles.library import Library
from service.puzzles.personal_data import OwnPuzzleData
from service.puzzles.practice import Practice
from service.puzzles.results import Results
from service.runtime.clock import Clock
from service.store.event_store import EventStore


@dataclass(frozen=True, kw_only=True, slots=True)
class Services:
    """All parts of the service that routes and background tasks work with."""

    store: EventStore
    people: People
    kinds: Kinds
    tables: Tables
    live: LiveGames
    commands: Commands
    streams: Streams
    news: NewsWriter
    lists: ShownLists
    ratings: Ratings
    quotas: Quotas
    outages: Outages
    accounts: Accounts
    activity: Activity
    blocks: Blocks
    reports: Reports
    act_log: ActLog
    moderation: Moderation
    networks: Networks
    suspicions: Suspicions
    departed: Departed
    vacancies: Vacancies
    own_games: OwnGames
    own_data: OwnData
    puzzle_data: OwnPuzzleData
    hints: Hints
    reviews: Reviews
    thinking_time: ThinkingTime
    jobs: Jobs
    library: Library
    calendar: Calendar
    attempts: Attempts
    results: Results
    practice: Practice
    pictures: Pictures
    texts: Helper  # reads records, writes replays
    films: Helper  # by itself, because a film takes seconds

    async def aclose(self) -> None:
        """Closes connections, and ends threads without waiting for their work."""
        self.accounts.passwords.close()
        self.pictures.close()
        self.texts.close()
        self.films.close()
        await self.jobs.aclose()
        await self.store.aclose()


def assemble(store: EventStore, clock: Clock, tickets: Tickets | None = None, games: int = GAMES) -> Services:
    """The parts of the service; an account may have this many `games` at a time."""
    departed, act_log = Departed(store, clock), ActLog(store, clock)
    names = ShownNames(departed, act_log)
    tables = Tables(store, clock, names.anonymised)
    live = LiveGames(store, tables.nameless)
    commands, outages = Commands(live, clock), Outages(store, clock)
    vacancies = Vacancies(tables, commands, departed)
    people = People(store, clock)
    kinds = Kinds(people.credentials, clock)
    lists = ShownLists(ListIndex(store), names, kinds, act_log)
    accounts, activity = Accounts(store, people, clock), Activity(store, clock)
    quotas = Quotas(store, ListIndex(store), clock, Limits.for_games(games))
    library, attempts, results = Library(store, clock, shipped_puzzles), Attempts(store, clock), Results(store)
    reviews, own_games = Reviews(store), OwnGames(store, ListIndex(store))
    own_games.erasers.append(reviews.remove)
    own_data = OwnData(people, accounts.names, activity, departed, lists, vacancies, own_games)
    puzzle_data = OwnPuzzleData(attempts, results)
    blocks, reports, networks = Blocks(store, clock), Reports(store, clock), Networks(store, clock)
    own_data.erasers += [puzzle_data.erase, blocks.erase, reports.erase, networks.erase]
    return Services(
        store=store,
        people=people,
        kinds=kinds,
        tables=tables,
        live=live,
        commands=commands,
        streams=Streams(store, live, tables.invalidate),
        news=NewsWriter(tables, live, outages),
        lists=lists,
        ratings=Ratings(store),
        quotas=quotas,
        outages=outages,
        accounts=accounts,
        activity=activity,
        blocks=blocks,
        reports=reports,
        act_log=act_log,
        networks=networks,
        suspicions=Suspicions(store, act_log),
        moderation=Moderation(act_log, accounts, people, tables, quotas, clock),
        departed=departed,
        vacancies=vacancies,
        own_games=own_games,
        own_data=own_data,
        puzzle_data=puzzle_data,
        hints=Hints(store, clock),
        reviews=reviews,
        thinking_time=ThinkingTime(store, clock),
        jobs=Jobs(store, tickets or Tickets(None)),
        library=library,
        calendar=Calendar(store, library, clock),
        attempts=attempts,
        results=results,
        practice=Practice(library, results),
        pictures=Pictures(),
        texts=Helper(),
        films=Helper(),
    )
