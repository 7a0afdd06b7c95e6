"""Export and erase what a player did with puzzles."""

from typing import Any

import msgspec

from service.privacy.personal_data import OwnData
from service.puzzles.attempts import Attempts
from service.puzzles.results import Results


def register_puzzle_data(own_data: OwnData, attempts: Attempts, results: Results) -> None:
    """Make puzzles a part of the personal data that is exported and erased."""

    async def export(player: str) -> dict[str, Any]:
        rating = await results.solver_rating(player)
        own_results = [msgspec.to_builtins(result) for result in (await results.of_player(player)).values()]
        return {"rating": msgspec.to_builtins(rating), "results": own_results, "logs": await attempts.export(player)}

    async def erase(player: str) -> None:
        await results.erase(player, await attempts.erase(player))
        await attempts.erase_index(player)

    own_data.sources["puzzles"] = export
    own_data.erasers.append(erase)
