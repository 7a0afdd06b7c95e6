"""The games of people with the deal of a day: each person has one, and it is a secret from all who have not finished
theirs, until the day's games are open to everybody."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from domain.errors import Reason
from domain.events import Event
from service.games.live_games import LiveGames
from service.games.seating import DayChosen, Seating, SeatTaken, TableOpened
from service.games.starting.day_deals import DayDeals, DealDrawn
from service.games.starting.ids import id_from
from service.games.tables import Tables
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash

DEAL_SECRET: Final = Reason(
    "deal_secret", "", "Others still play this deal: finish your own game first, or wait until the day is over."
)
NO_DEAL_THAT_DAY: Final = Reason("no_deal_that_day", "", "There is no deal for that day.")


class Deals:
    def __init__(self, store: EventStore, tables: Tables, live: LiveGames, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._live = live
        self._clock = clock

    @property
    def days(self) -> DayDeals:
        return self._tables.beginnings.days

    async def begin(self, person: Person) -> str:
        """The person's game of today, which is begun if it was not before. Its id follows from the person and the day:
        two requests that come at once find the same table."""
        drawn = await self.days.of_today()
        if (begun := await self.game_of(person.player, drawn.day)) is not None:
            return begun
        game = id_from(f"{drawn.day} {person.player}", "deal of the day")
        bots = (None, *(drawn.bot,) * (drawn.rules.seats - 1))
        opened = TableOpened(drawn.rules, bots, at=self._clock())
        await self._tables.open_once(game, [opened, DayChosen(drawn.day), SeatTaken(0, person.player, person.name)])
        await self._own(person.player).set({drawn.day.isoformat(): game})
        return game

    async def game_of(self, player: str, day: date) -> str | None:
        game = await self._own(player).get(day.isoformat())
        return None if game is None else game.decode()

    async def all(self, player: str) -> dict[str, str]:
        """A person's games, by day."""
        return {day: game.decode() for day, game in (await self._own(player).all()).items()}

    async def may_see(self, table: Seating, player: str | None) -> bool:
        """Whether somebody without a seat may see this game: any game that is not of a day, too."""
        return table.of_day is None or await self.may_know(player, table.of_day)

    async def may_know(self, player: str | None, day: date) -> bool:
        """Whether a person may know the deal of a day, and what others made of it."""
        return not self.days.is_secret(day) or (player is not None and await self.has_finished(player, day))

    async def has_finished(self, player: str, day: date) -> bool:
        game = await self.game_of(player, day)
        return game is not None and (await self._live.current(game)).position.winners is not None

    def check_open(self, table: Seating) -> None:
        """Raises Refused if nothing may be made of this game yet that others could see."""
        if table.of_day is not None and self.days.is_secret(table.of_day):
            raise Refused(DEAL_SECRET, "forbidden")

    async def check_record(self, events: Sequence[Event]) -> None:
        """Raises Refused if these events show a deal that others still play."""
        if await self.days.is_told_by(events):
            raise Refused(DEAL_SECRET, "forbidden")

    async def drawn(self, day: date) -> DealDrawn | None:
        """The deal of a day up to today; None if nobody has played it. Raises Refused for days to come."""
        if day > self.days.today():
            raise Refused(NO_DEAL_THAT_DAY, "not_found")
        return await self.days.of(day)

    async def hand_over(self, guest: str, to: str) -> None:
        """A guest's games go over to an account; of a day on which it has played, the account keeps its own."""
        brought, own = await self._own(guest).all(), await self._own(to).all()
        if missing := {day: game for day, game in brought.items() if day not in own}:
            await self._own(to).set(missing)
        await self.erase(guest)

    async def erase(self, player: str) -> None:
        await self._own(player).delete()

    def _own(self, player: str) -> Hash:
        """The game of each day; of the games, the logs tell all the rest."""
        return Hash(self._store, f"deals:{player}", durable=True)
