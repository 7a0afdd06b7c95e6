"""The next puzzle for a solver: one near their rating that they have not tried, or one that they have not solved."""

from collections.abc import AsyncIterator
from itertools import count
from random import SystemRandom
from typing import Final

from service.puzzles.library import Library, PuzzleFilter
from service.puzzles.results import Results

_CANDIDATES: Final = 8  # puzzles nearest to the rating, one of which is chosen at random
_CHOICE: Final = 4  # as many candidates for each puzzle that is wanted
_BATCH: Final = 50
_RNG: Final = SystemRandom()


class Practice:
    def __init__(self, library: Library, results: Results) -> None:
        self._library = library
        self._results = results

    async def new(self, player: str | None, wanted: PuzzleFilter, near_to: int | None = None) -> str | None:
        """A puzzle that this player, if any, has not tried; None if there are no more."""
        candidates = await self._untried(player, wanted, _CANDIDATES, near_to)
        return _RNG.choice(candidates) if candidates else None

    async def ahead(self, player: str | None, count: int) -> list[str]:
        """Up to `count` puzzles that this player has not tried, and that can be solved without asking what is legal."""
        candidates = await self._untried(player, PuzzleFilter(), _CHOICE * count)
        entries = [await self._library.find(name) for name in candidates]
        plain = [entry.puzzle.id for entry in entries if entry is not None and not entry.puzzle.problem.recruits]
        return _RNG.sample(plain, min(count, len(plain)))

    async def _untried(
        self, player: str | None, wanted: PuzzleFilter, count: int, near_to: int | None = None
    ) -> list[str]:
        """The `count` nearest to a rating, by default the player's own."""
        await self._library.add_shipped()
        tried = await self._results.of_player(player) if player is not None else {}
        rating = (await self._results.solver_rating(player or "")).rating if near_to is None else near_to
        candidates: list[str] = []
        async for name in self._nearest(rating, wanted):
            if name not in tried and await self._is_wanted(name, wanted):
                candidates.append(name)
            if len(candidates) == count:
                break
        return candidates

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
