"""Who has the page of a game open. It is not stored for longer than a minute."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Final

from service.store.bells import HERE, Bells
from service.store.event_store import EventStore
from service.store.structures.values import Value

_KEPT: Final = 40  # seconds: a page that is open is noted every 15


class Attendance:
    def __init__(self, store: EventStore, bells: Bells) -> None:
        self._store = store
        self._bells = bells

    async def note(self, game: str, seat: int, others: Iterable[str]) -> None:
        """The player at this seat has the page open; the `others` learn of it if that is new. Raises Unavailable."""
        if await self._value(game, seat).swap(1, seconds=_KEPT) is None:
            await self._bells.ring(HERE, game, others)

    async def among(self, game: str, seats: Sequence[int]) -> list[int]:
        """Those of these seats whose players have the page open; raises Unavailable."""
        noted = await asyncio.gather(*(self._value(game, seat).get() for seat in seats))
        return [seat for seat, is_open in zip(seats, noted, strict=True) if is_open is not None]

    def _value(self, game: str, seat: int) -> Value:
        return Value(self._store, f"here:{game}:{seat}")
