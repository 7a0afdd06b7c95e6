"""Export and erase what a player did with puzzles, and hand over what a guest did."""

import msgspec

from service.puzzles.attempts import Attempts, LoggedEvent
from service.puzzles.ratings import GlickoRating
from service.puzzles.results import Result, Results


class PuzzleData(msgspec.Struct, frozen=True):
    rating: GlickoRating
    results: list[Result]
    logs: dict[str, list[LoggedEvent]]  # by puzzle


class OwnPuzzleData:
    def __init__(self, attempts: Attempts, results: Results) -> None:
        self._attempts = attempts
        self._results = results

    async def export(self, player: str) -> PuzzleData:
        return PuzzleData(
            rating=await self._results.solver_rating(player),
            results=[*(await self._results.of_player(player)).values()],
            logs=await self._attempts.export(player),
        )

    async def hand_over(self, guest: str, to: str) -> None:
        """What a guest did with puzzles goes over to an account, except where that has done something itself. May be
        repeated: the log of the guest goes last."""
        for puzzle in await self._attempts.puzzles(guest):
            if await self._attempts.copy(puzzle, guest, to):
                await self._results.hand_over(puzzle, guest, to)
                await self._attempts.remove(puzzle, guest)

    async def erase(self, player: str) -> None:
        """Can be called again safely: the index of what is stored goes last."""
        await self._results.erase(player, await self._attempts.erase(player))
        await self._attempts.erase_index(player)
