"""What only one player owned: games at which nobody else sat, and records that the player stored.

Nobody misses them when a guest is forgotten. Games among others stay.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from projections.listing import Listing
from service.lists.index import ListIndex
from service.store.event_store import EventStore
from service.store.log_names import seats_log
from service.store.structures.sets import StoredSet

_LISTS: Final = ("mine", "history", "called_off")


class OwnGames:
    """Parts that store something about a game add their function to `erasers`."""

    def __init__(self, store: EventStore, index: ListIndex) -> None:
        self._store = store
        self._index = index
        self.erasers: list[Callable[[str], Awaitable[None]]] = []  # each must be safe to repeat

    async def note_record(self, player: str, game: str) -> None:
        """A guest has stored this record."""
        await self._records(player).add(game)

    async def all(self, player: str) -> list[Listing]:
        """The lines of all games at which the player sits or sat."""
        return [line for name in _LISTS async for line in self._index.all(f"{name}:{player}")]

    async def release_records(self, guest: str, to: str) -> None:
        """The records that a guest has stored stay when the guest is forgotten, as those of accounts do."""
        await self._records(guest).delete()

    async def remove(self, player: str) -> bool:
        """Remove what only `player` owned; returns whether there are games with others. May be repeated."""
        lines = await self.all(player)
        own = [line.game for line in lines if _is_alone(line, player)]
        for game in (*own, *await self._records(player).members()):
            await self._remove(game)
        await self._records(player).delete()
        return len(own) < len(lines)

    async def _remove(self, game: str) -> None:
        """The seats go first, because a full table without a game would begin one; the line goes last, because the game
        is found by it."""
        await self._store.forget(seats_log(game))
        await self._store.forget(game)
        for erase in self.erasers:
            await erase(game)
        await self._index.remove(game)

    def _records(self, player: str) -> StoredSet:
        return StoredSet(self._store, f"records:{player}", durable=True)


def _is_alone(line: Listing, player: str) -> bool:
    return {seat.player for seat in line.seats} <= {player, None}
