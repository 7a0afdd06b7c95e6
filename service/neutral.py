"""Where names leave the service: tables, views and lists, with a neutral name for those who have left."""

import msgspec

from projections.listing import Listing
from service.clock import Clock
from service.departed import SOMEBODY, Departed
from service.seating import Seating
from service.shelves import Page, Shelves
from service.store.log import EventStore
from service.tables import Tables, UnknownGame


class NeutralTables(Tables):
    def __init__(self, store: EventStore, clock: Clock, departed: Departed) -> None:
        super().__init__(store, clock)
        self._departed = departed

    async def seating(self, game: str) -> Seating:
        await self._departed.looked()
        return self._departed.neutral(await super().seating(game))

    async def neutral_seats(self, game: str) -> frozenset[int]:
        """The seats of a game whose names are not to be shown."""
        await self._departed.looked()
        if not self._departed:
            return frozenset()
        try:
            return self._departed.seats((await super().seating(game)).players)
        except UnknownGame:
            return frozenset()


class NeutralShelves(Shelves):
    def __init__(self, store: EventStore, departed: Departed) -> None:
        super().__init__(store)
        self._departed = departed

    async def page(self, name: str, *, newest_first: bool = True, start: int = 0, count: int = 20) -> Page:
        await self._departed.looked()
        lines, total = await super().page(name, newest_first=newest_first, start=start, count=count)
        return Page([self._neutral(line) for line in lines], total)

    def _neutral(self, line: Listing) -> Listing:
        gone = self._departed.seats(seat.player for seat in line.seats)
        if not gone:
            return line
        seats = (
            msgspec.structs.replace(seat, name=SOMEBODY, player=None) if number in gone else seat
            for number, seat in enumerate(line.seats)
        )
        return msgspec.structs.replace(line, seats=tuple(seats))
