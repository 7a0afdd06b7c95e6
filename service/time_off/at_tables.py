"""Writes the holidays of people into the logs of the tables at which they sit, where the clocks are computed from.

Planning a holiday does so at once for the listed games. A follower of the feeds does it again, for what was missed
because a process died, or because somebody sat down at the same moment: the second of them sees what the first wrote.
"""

import asyncio
import logging
from typing import Final

import msgspec

from domain.errors import DamagedLog
from service.games.tables import Tables, UnknownGame
from service.lists.index import ListIndex
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.followers.cursors import TIME_OFF, Cursors
from service.store.followers.inbox import Inbox
from service.store.log_names import is_seating, table_of, time_off_log
from service.time_off.agreements import Agreements
from service.time_off.own_time import OwnTime

_AT_ONCE: Final = 20  # tables

log = logging.getLogger(__name__)


class TimeOffAtTables:
    def __init__(self, own_time: OwnTime, agreements: Agreements, tables: Tables, index: ListIndex) -> None:
        self._own_time = own_time
        self._agreements = agreements
        self._tables = tables
        self._index = index

    async def apply(self, player: str) -> int:
        """Write the holidays of a person into all their tables that allow them; how many those are. May be repeated."""
        holidays = (await self._own_time.rests(player)).holidays
        games = [line.game async for line in self._index.all(f"mine:{player}") if line.clock is not None]
        for begin in range(0, len(games), _AT_ONCE):
            part = games[begin : begin + _AT_ONCE]
            await asyncio.gather(*(self._agreements.note_holidays(game, player, holidays) for game in part))
        return len(games)

    async def apply_at(self, game: str) -> None:
        """Write the holidays of all people at a table. May be repeated."""
        table = await self._tables.seating(game)
        if not table.time.terms.holidays or table.is_cancelled:
            return
        for player in filter(None, table.players):
            await self._agreements.note_holidays(game, player, (await self._own_time.rests(player)).holidays)


class TimeOffFollower:
    def __init__(self, store: EventStore, at_tables: TimeOffAtTables) -> None:
        self.inbox = Inbox(Cursors(store, TIME_OFF))
        self._at_tables = at_tables

    async def follow(self) -> None:
        """Runs until cancelled; raises Unavailable."""
        await self.inbox.each(self.consider)

    async def consider(self, entry: FeedEntry) -> None:
        with contained(log, "holidays are not noted after a change of %s", entry.game):
            try:
                if is_seating(entry.game):
                    await self._at_tables.apply_at(table_of(entry.game))
                elif (player := time_off_log.ids(entry.game)) is not None:
                    await self._at_tables.apply(player[0])
            except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
                log.error("holidays are not noted after a change of %s: %r", entry.game, error)
