"""Calls off tables at which not everybody sat down in two weeks."""

import asyncio
import logging
from typing import Final

from service.games.commands import Commands
from service.games.consent.cancelling import cancel
from service.games.tables import Tables
from service.lists.index import ListIndex
from service.runtime.clock import Clock
from service.store.errors import contained

OPEN_FOR: Final = 14 * 24 * 60 * 60 * 1000  # milliseconds
_AT_ONCE: Final = 100
_CHECK_EVERY: Final = 600.0  # seconds

log = logging.getLogger(__name__)


class Expiry:
    def __init__(self, index: ListIndex, tables: Tables, commands: Commands, clock: Clock) -> None:
        self._index = index
        self._tables = tables
        self._commands = commands
        self._clock = clock

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            if not await self.expire():
                await asyncio.sleep(_CHECK_EVERY)

    async def expire(self) -> int:
        """Call off tables that have been open for too long; returns how many were."""
        games, count = await self._index.waiting_since(self._clock() - OPEN_FOR, _AT_ONCE), 0
        for game in games:
            with contained(log, "table %s stays open", game):
                count += await self._call_off(game)
        return count

    async def _call_off(self, game: str) -> bool:
        """False if the lists do not know yet that the table has begun."""
        table = await self._tables.seating(game)
        if not table.is_full:
            await cancel(self._tables, self._commands, game, next(filter(None, table.players), ""))
        return not table.is_full
