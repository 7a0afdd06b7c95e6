"""Where names leave the service: tables, views and lists, with a neutral name for those who have left.

Nor does anybody wait for them. Whoever leaves is noted first, and then the listed games are looked through; a game is
listed first, and then it is looked who has left. So one of the two sees the other, however they meet.
"""

from contextlib import suppress

import msgspec

from domain.commands import Resign
from domain.errors import IllegalMove
from projections.anonymous import SOMEBODY
from projections.listing import Listing
from service.games.handle import GameMoved, Handler
from service.games.tables import Tables, UnknownGame
from service.lists.index import ListIndex, Page
from service.privacy.departed import Departed


class Vacancies:
    """The seats of players who have left: which they are, and bots that play on for them."""

    def __init__(self, tables: Tables, handler: Handler, departed: Departed) -> None:
        self._tables = tables
        self._handler = handler
        self._departed = departed

    async def settle(self, line: Listing) -> None:
        """Do what follows from how a game stands, and from who has left it; doing it again does no harm."""
        await self._tables.settle(line)
        if line.status in ("open", "running"):
            await self._departed.look()
            for player in [seat.player for seat in line.seats if seat.player and not seat.has_left]:
                if player in self._departed:
                    await self.vacate(line.game, player)

    async def vacate(self, game: str, player: str) -> None:
        """A bot plays on for `player`, who has left; a table at which nobody else waits is called off."""
        table = await self._tables.seating(game)
        seat = table.seat_of(player)
        if seat is None or table.is_cancelled:
            return
        with suppress(IllegalMove, GameMoved):  # it is over, or a bot plays; or it goes on, and is settled again
            if table.is_full:
                await self._handler.handle(game, Resign(seat, table.opened.successor))
            elif {*table.players} <= {player, None}:
                await self._tables.cancel(game, player)

    async def seats(self, game: str) -> frozenset[int]:
        """The seats of a game whose names are not to be shown."""
        await self._departed.looked()
        if not self._departed:
            return frozenset()
        try:
            return (await self._tables.seating(game)).departed
        except UnknownGame:
            return frozenset()


class ShownLists:
    """Lists of games as people see them."""

    def __init__(self, index: ListIndex, departed: Departed) -> None:
        self._index = index
        self._departed = departed

    async def counts(self, name: str) -> dict[str, int]:
        return await self._index.counts(name)

    async def page(self, name: str, *, newest_first: bool = True, start: int = 0, count: int = 20) -> Page:
        await self._departed.looked()
        lines, total = await self._index.page(name, newest_first=newest_first, start=start, count=count)
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
