"""People who look for games, without the API."""

from typing import Final, NamedTuple

from domain.rules import Rules
from projections.timing import Days
from service.assembly import assemble
from service.games.seating import Seating
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.opponents.matcher import Matcher
from service.opponents.seeks import Wish
from service.people.identity import Person
from service.people.passwords import Passwords
from service.services import Services
from service.store.event_store import EventStore
from service.store.log_names import is_seating, table_of
from tests.support.api_persons import ManualClock
from tests.support.api_server import QUICK_HASHER

DISCOVERY: Final = Rules("origins", 2, "discovery")
WISH: Final = Wish(DISCOVERY, Days(3))


def matcher_of(services: Services, clock: ManualClock) -> Matcher:
    return Matcher(services.seeks, services.candidates, services.tables, ListIndex(services.store), clock)


class SeekingWorld(NamedTuple):
    services: Services
    matcher: Matcher
    clock: ManualClock

    @classmethod
    def on(cls, store: EventStore) -> "SeekingWorld":
        clock = ManualClock()
        services = assemble(store, clock)
        services.accounts.passwords = Passwords(QUICK_HASHER)
        return cls(services, matcher_of(services, clock), clock)

    async def guest(self, name: str) -> Person:
        person, _ = await self.services.people.welcome(name)
        return person

    async def account(self, name: str) -> Person:
        person, _ = await self.services.people.welcome(name)
        await self.services.accounts.sign_up(person.player, name, "a mammoth behind the volcano", "127.0.0.1")
        return Person(person.player, name, has_account=True)

    async def look(self, person: Person, wish: Wish = WISH) -> None:
        await self.services.seeks.leave(person, wish)

    async def tables(self) -> dict[str, Seating]:
        """All there are, by game; the lists have their lines then."""
        index, tables = ListIndex(self.services.store), dict[str, Seating]()
        async for name in self.services.store.games():
            if is_seating(name):
                game = table_of(name)
                tables[game] = await self.services.tables.seating(game)
                await update_line(self.services.store, index, game)
        return tables

    async def seated(self) -> list[set[str]]:
        """The names at each table."""
        return [set(table.company.values()) for table in (await self.tables()).values()]
