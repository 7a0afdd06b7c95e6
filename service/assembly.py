"""The one place where the parts are joined: `Services` lists them, `assemble` makes them."""

from typing import NamedTuple

from puzzles.shipped.shipped import shipped_puzzles
from service.engine.hints import Hints
from service.engine.queues import Jobs
from service.engine.reviews import Reviews
from service.games.handle import Handler
from service.games.outages import Outages
from service.games.streams import Hub
from service.games.tables import Tables
from service.games.views import Views
from service.lists.index import Shelves
from service.lists.ratings import Ratings
from service.people.accounts import Accounts
from service.people.identity import People
from service.pictures.cache import Pictures
from service.privacy.anonymise import NeutralShelves, NeutralTables
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


class Services(NamedTuple):
    store: EventStore
    people: People
    tables: Tables
    handler: Handler
    views: Views
    hub: Hub
    shelves: Shelves
    ratings: Ratings
    outages: Outages
    accounts: Accounts
    departed: Departed
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


def assemble(store: EventStore, clock: Clock, jobs: Jobs | None = None) -> Services:
    departed = Departed(store, clock)
    handler = Handler(store, clock)
    tables = NeutralTables(store, clock, departed, handler)
    views = Views(store, tables.neutral_seats)
    hub = Hub(store, views, views.heard, handler.heard, tables.heard)
    shelves, ratings, outages = NeutralShelves(store, departed), Ratings(store, clock), Outages(store, clock)
    people = People(store, clock)
    accounts = Accounts(store, people, clock)
    own_data = OwnData(people, accounts.names, departed, shelves, tables)
    stock, solvings, tallies = Stock(store, clock, shipped_puzzles), Solvings(store, clock), Tallies(store)
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
