"""The one place where the parts are joined: `Services` lists them and closes them, `assemble` makes them."""

from dataclasses import dataclass

from puzzles.shipped.shipped import shipped_puzzles
from service.engine.hints import Hints
from service.engine.queues import Jobs
from service.engine.reviews import Reviews
from service.games.handle import Handler
from service.games.outages import Outages
from service.games.streams import Hub
from service.games.tables import Tables
from service.games.views import Views
from service.lists.index import ListIndex
from service.lists.ratings import Ratings
from service.people.accounts import Accounts
from service.people.identity import People
from service.pictures.cache import Pictures
from service.privacy.anonymise import ShownLists, Vacancies
from service.privacy.departed import Departed
from service.privacy.personal_data import OwnData
from service.puzzles.attempts import Solvings
from service.puzzles.calendar import Days
from service.puzzles.library import Stock
from service.puzzles.personal_data import own_puzzles
from service.puzzles.practice import Practice
from service.puzzles.results import Tallies
from service.runtime.clock import Clock
from service.store.event_store import EventStore


@dataclass(frozen=True, kw_only=True, slots=True)
class Services:
    store: EventStore
    people: People
    tables: Tables
    handler: Handler
    views: Views
    hub: Hub
    lists: ShownLists
    ratings: Ratings
    outages: Outages
    accounts: Accounts
    departed: Departed
    vacancies: Vacancies
    own_data: OwnData
    hints: Hints
    reviews: Reviews
    jobs: Jobs
    stock: Stock
    days: Days
    solvings: Solvings
    tallies: Tallies
    practice: Practice
    pictures: Pictures

    async def aclose(self) -> None:
        """Close connections, and end threads without waiting for their work."""
        self.accounts.passwords.close()
        self.pictures.close()
        await self.jobs.aclose()
        await self.store.aclose()


def assemble(store: EventStore, clock: Clock, jobs: Jobs | None = None) -> Services:
    departed = Departed(store, clock)
    handler = Handler(store, clock)
    tables = Tables(store, clock, departed.anonymised)
    vacancies = Vacancies(tables, handler, departed)
    views = Views(store, vacancies.seats)
    lists = ShownLists(ListIndex(store), departed)
    people = People(store, clock)
    accounts = Accounts(store, people, clock)
    stock, solvings, tallies = Stock(store, clock, shipped_puzzles), Solvings(store, clock), Tallies(store)
    own_data = OwnData(people, accounts.names, departed, lists, vacancies)
    own_puzzles(own_data, solvings, tallies)
    return Services(
        store=store,
        people=people,
        tables=tables,
        handler=handler,
        views=views,
        hub=Hub(store, views, views.heard, handler.heard, tables.heard),
        lists=lists,
        ratings=Ratings(store, clock),
        outages=Outages(store, clock),
        accounts=accounts,
        departed=departed,
        vacancies=vacancies,
        own_data=own_data,
        hints=Hints(store, clock),
        reviews=Reviews(store),
        jobs=jobs or Jobs(None),
        stock=stock,
        days=Days(store, stock, clock),
        solvings=solvings,
        tallies=tallies,
        practice=Practice(stock, tallies),
        pictures=Pictures(),
    )
