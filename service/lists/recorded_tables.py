"""The tables of games as they are in their logs, with the names as they were: what lists are made of."""

from collections.abc import Collection, Iterable
from typing import Final

from cachetools import LRUCache

from service.games.seating import TABLE_LOGS, Seating
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.keys import bucket_of
from service.store.log_names import is_seating, seats_log, table_of
from service.store.typed_log import TypedLog

_REMEMBERED: Final = 10_000


class RecordedTables:
    """Keeps those whose logs are in `feeds`, until the feeds say that they have changed."""

    def __init__(self, store: EventStore, feeds: Collection[int] = ()) -> None:
        self._store = store
        self._feeds = frozenset(feeds)
        self._kept: LRUCache[str, Seating] = LRUCache(_REMEMBERED)

    def forget_changed(self, entries: Iterable[FeedEntry]) -> None:
        """The feeds have these new entries."""
        for entry in entries:
            if is_seating(entry.game):
                self._kept.pop(table_of(entry.game), None)

    async def table(self, game: str) -> Seating | None:
        """None if the game has no table."""
        if (kept := self._kept.get(game)) is not None:
            return kept
        table = await read_table(self._store, game)
        if table is not None and bucket_of(seats_log(game)) in self._feeds:
            self._kept[game] = table
        return table


async def read_table(store: EventStore, game: str) -> Seating | None:
    """The table as its log is now; None if the game has no table."""
    return await TypedLog(store, TABLE_LOGS, seats_log(game)).read()
