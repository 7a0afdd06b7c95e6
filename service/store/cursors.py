"""Where a follower of the feeds stands, remembered beside the log: the last entry of each feed it is done with."""

from collections.abc import Mapping
from typing import Final

from service.store.event_store import EventStore
from service.store.hashes import Hash

BOT_TURNS: Final = "{bots}:positions"
DEADLINES: Final = "{deadlines}:positions"


class Cursors:
    def __init__(self, store: EventStore, key: str) -> None:
        self._stored = Hash(store, key)
        self._saved: dict[int, str] = {}

    async def load(self) -> dict[int, str]:
        """By number of feed; a feed that is not named is to be read from its start."""
        self._saved = {int(bucket): entry.decode() for bucket, entry in (await self._stored.all()).items()}
        return dict(self._saved)

    async def save(self, positions: Mapping[int, str]) -> None:
        """Write down those that have changed since they were loaded or last saved."""
        news = {bucket: entry for bucket, entry in positions.items() if self._saved.get(bucket) != entry}
        if news:
            await self._stored.set({str(bucket): entry for bucket, entry in news.items()})
            self._saved |= news
