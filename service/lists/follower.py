"""Keeps the lists up to date: recomputes the line of each game that the feeds mention.

The positions in the feeds are saved with the lists, so a restarted worker resumes where it stopped. It may process
some entries twice, which does no harm: the index accepts a line only if it is newer than the stored one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final, TypeAlias

from projections.listing import Listing, concerned
from service.games.live_games import LiveGames
from service.lists.index import ListIndex, cursors
from service.lists.lines import Line, live_line, update_line
from service.lists.recorded_tables import RecordedTables
from service.runtime.shutdown import cancel_all
from service.store.bells import GAME, Bells
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL
from service.store.followers.inbox import Inbox
from service.store.log_names import is_game, table_of

_CHECK_EVERY: Final = 1.0  # seconds
_AT_ONCE: Final = 64  # games
Settle: TypeAlias = Callable[[Listing], Awaitable[None]]  # acts on the new state of a game

log = logging.getLogger(__name__)


class ListsFollower:
    """Updates one generation of the lists, as long as it is served. A game that appends several times between two
    rounds is looked at only once."""

    def __init__(
        self, store: EventStore, live: LiveGames, generation: int, *settle: Settle, feeds: Collection[int] = ALL
    ) -> None:
        """`feeds` are those whose entries get into the inbox."""
        self.inbox = Inbox(cursors(store, generation))
        self._store = store
        self._live = live
        self._tables = RecordedTables(store, feeds)
        self._bells = Bells(store)
        self._generation = generation
        self._settle = settle

    async def run(self) -> None:
        """Returns when another generation is served; raises Unavailable."""
        updating = asyncio.create_task(self._update())
        serving = asyncio.create_task(self._is_served())
        try:
            for ended in (await asyncio.wait([updating, serving], return_when=asyncio.FIRST_COMPLETED))[0]:
                await ended
        finally:
            await cancel_all([updating, serving])

    async def _update(self) -> None:
        index = ListIndex(self._store, self._generation)
        make = partial(live_line, self._live, self._tables)
        while True:
            entries = await self.inbox.all_waiting()
            self._tables.forget_changed(entries)
            games = list(dict.fromkeys(game for entry in entries if is_game(game := table_of(entry.game))))
            for begin in range(0, len(games), _AT_ONCE):
                batch = games[begin : begin + _AT_ONCE]
                lines = await asyncio.gather(*(self._updated(index, game, make) for game in batch))
                listings = [line.listing for line in lines if line is not None and not line.listing.is_record]
                await asyncio.gather(*(self._bells.ring(GAME, line.game, concerned(line)) for line in listings))
                for listing in listings:
                    with contained(log, "what follows from the state of game %s is not done", listing.game):
                        for settle in self._settle:
                            await settle(listing)
            self.inbox.done(entries)

    async def _updated(self, index: ListIndex, game: str, make: Callable[[str], Awaitable[Line | None]]) -> Line | None:
        with contained(log, "game %s is in no list", game):
            return await update_line(self._store, index, game, make)
        return None

    async def _is_served(self) -> None:
        while await ListIndex(self._store).generation() == self._generation:
            await asyncio.sleep(_CHECK_EVERY)
