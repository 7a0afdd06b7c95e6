"""A puzzle as it is shown to somebody who has it before them; the first look is noted, since time counts from there."""

from contextlib import suppress

from service.puzzles.attempts import Solving, Solvings
from service.puzzles.calendar import Days
from service.puzzles.library import Kept
from service.puzzles.question_view import ShownPuzzle, shown_puzzle
from service.puzzles.results import Tallies
from service.store.errors import Unavailable


async def shown_to(days: Days, solvings: Solvings, tallies: Tallies, kept: Kept, player: str | None) -> ShownPuzzle:
    """The puzzle as `player` may see it, or anybody."""
    name = kept.puzzle.id
    day = await days.day_of(name)
    if player is None:
        return shown_puzzle(kept, day, None, None)
    solving = await _looked(solvings, kept, player)
    return shown_puzzle(kept, day, solving, await tallies.result(player, name))


async def _looked(solvings: Solvings, kept: Kept, player: str) -> Solving:
    solving = await solvings.of(kept.puzzle, player)
    with suppress(Unavailable):  # a log that takes nothing new can still be looked at
        solving = await solvings.look(kept.puzzle, player)
    return solving
