"""Which puzzle comes next: one near the solver's rating that is new to them, or one that they have not solved yet."""

from collections.abc import AsyncIterator
from itertools import count
from random import SystemRandom
from typing import Final

from service.puzzles.library import Stock, Wish
from service.puzzles.results import Tallies

_NEAR: Final = 8  # any of so many is near enough
_AT_ONCE: Final = 50
_LUCK: Final = SystemRandom()


class Practice:
    def __init__(self, stock: Stock, tallies: Tallies) -> None:
        self._stock = stock
        self._tallies = tallies

    async def new(self, player: str | None, wish: Wish, near_to: int | None = None) -> str | None:
        """One that this person, if it is anybody, has not tried; None when there is no more."""
        await self._stock.unpack()
        tried = await self._tallies.results(player) if player is not None else {}
        rating = (await self._tallies.solver(player or "")).rating if near_to is None else near_to
        near: list[str] = []
        async for name in self._from(rating, wish):
            kept = await self._stock.find(name) if name not in tried else None
            if kept is not None and wish.allows(kept.puzzle):
                near.append(name)
            if len(near) == _NEAR:
                break
        return _LUCK.choice(near) if near else None

    async def failed(self, player: str, wish: Wish) -> str | None:
        """One that this person has tried in vain so far."""
        found: list[str] = []
        for name, result in (await self._tallies.results(player)).items():
            kept = await self._stock.find(name) if result.best < result.optimum else None
            if kept is not None and wish.allows(kept.puzzle):
                found.append(name)
        return _LUCK.choice(found) if found else None

    async def _from(self, rating: float, wish: Wish) -> AsyncIterator[str]:
        """All names, those near the rating first, in batches."""
        for batch in count():
            names = await self._stock.nearest(wish, rating, batch * _AT_ONCE, _AT_ONCE)
            for name in names:
                yield name
            if not names:
                return
