"""The next puzzle for a solver: one near their rating that they have not tried, or one that they have not solved."""

from collections.abc import AsyncIterator
from itertools import count
from random import SystemRandom
from typing import Final

from service.puzzles.library import Library, PuzzleFilter
from service.puzzles.results import Results

_CANDIDATES: Final = 8  # puzzles nearest to the rating, one of which is chosen at random
_BATCH: Final = 50
_RNG: Final = SystemRandom()


class Practice:
    def __init__(self, library: Library, results: Results) -> None:
        self._library = library
        self._results = results

    async def new(self, player: str | None, wanted: PuzzleFilter, near_to: int | None = None) -> str | None:
        """A puzzle that this player, if any, has not tried; None if there are no more."""
        await self._library.add_shipped()
        tried = await self._results.of_player(player) if player is not None else {}
        rating = (await self._results.solver_rating(player or "")).rating if near_to is None else near_to
        candidates: list[str] = []
        async for name in self._nearest(rating, wanted):
            if name not in tried and await self._is_wanted(name, wanted):
                candidates.append(name)
            if len(candidates) == _CANDIDATES:
                break
        return _RNG.choice(candidates) if candidates else None

    async def failed(self, player: str, wanted: PuzzleFilter) -> str | None:
        """A puzzle that this player has tried but not solved."""
        candidates: list[str] = []
        for name, result in (await self._results.of_player(player)).items():
            if result.best < result.optimum and await self._is_wanted(name, wanted):
                candidates.append(name)
        return _RNG.choice(candidates) if candidates else None

    async def _is_wanted(self, name: str, wanted: PuzzleFilter) -> bool:
        entry = await self._library.find(name)
        return entry is not None and wanted.allows(entry.puzzle)

    async def _nearest(self, rating: float, wanted: PuzzleFilter) -> AsyncIterator[str]:
        """All names, those nearest to the rating first."""
        for batch in count():
            names = await self._library.nearest(wanted, rating, batch * _BATCH, _BATCH)
            for name in names:
                yield name
            if not names:
                return
