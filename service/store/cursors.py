"""The positions of a follower, stored next to the logs: the last entry of each feed that it has processed."""

from collections.abc import Mapping
from typing import Final

from service.store.event_store import EventStore
from service.store.structures.hashes import Hash

BOT_TURNS: Final = "{bots}:positions"
DEADLINES: Final = "{deadlines}:positions"


class Cursors:
    def __init__(self, store: EventStore, key: str) -> None:
        self._stored = Hash(store, key)
        self._saved: dict[int, str] = {}

    async def load(self) -> dict[int, str]:
        """Positions by the number of the feed; a feed without one is read from its start."""
        self._saved = {int(bucket): entry.decode() for bucket, entry in (await self._stored.all()).items()}
        return dict(self._saved)

    async def save(self, positions: Mapping[int, str]) -> None:
        """Store the positions that have changed since they were loaded or last saved."""
        changed = {bucket: entry for bucket, entry in positions.items() if self._saved.get(bucket) != entry}
        if changed:
            await self._stored.set({str(bucket): entry for bucket, entry in changed.items()})
            self._saved |= changed
