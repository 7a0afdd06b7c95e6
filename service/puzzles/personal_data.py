"""Export and erase what a player did with puzzles."""

import msgspec

from service.puzzles.attempts import LoggedEvent, Solvings
from service.puzzles.ratings import Rating
from service.puzzles.results import Result, Tallies


class PuzzleData(msgspec.Struct, frozen=True):
    rating: Rating
    results: list[Result]
    logs: dict[str, list[LoggedEvent]]  # by puzzle


class OwnPuzzleData:
    def __init__(self, solvings: Solvings, tallies: Tallies) -> None:
        self._solvings = solvings
        self._tallies = tallies

    async def export(self, player: str) -> PuzzleData:
        return PuzzleData(
            rating=await self._tallies.solver(player),
            results=[*(await self._tallies.results(player)).values()],
            logs=await self._solvings.everything(player),
        )

    async def erase(self, player: str) -> None:
        """Can be called again safely: the index of what is stored goes last."""
        await self._tallies.forget(player, await self._solvings.forget(player))
        await self._solvings.forgotten(player)
