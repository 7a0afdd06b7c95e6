"""What somebody did with puzzles is theirs: to take along, and to be forgotten."""

from typing import Any

import msgspec

from service.privacy.personal_data import OwnData
from service.puzzles.attempts import Solvings
from service.puzzles.results import Tallies


def own_puzzles(own_data: OwnData, solvings: Solvings, tallies: Tallies) -> None:
    """Have it among what is kept about a person."""

    async def export(player: str) -> dict[str, Any]:
        rating = await tallies.solver(player)
        results = [msgspec.to_builtins(result) for result in (await tallies.results(player)).values()]
        return {"rating": msgspec.to_builtins(rating), "results": results, "logs": await solvings.everything(player)}

    async def erase(player: str) -> None:
        await tallies.forget(player, await solvings.forget(player))
        await solvings.forgotten(player)

    own_data.sources["puzzles"] = export
    own_data.erasers.append(erase)
