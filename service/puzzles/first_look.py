"""Shows a puzzle to a player, and records the first time, from which the solving time is counted."""

from contextlib import suppress

from service.puzzles.attempts import Attempts
from service.puzzles.calendar import Calendar
from service.puzzles.library import LibraryEntry
from service.puzzles.question_view import ShownPuzzle, shown_puzzle
from service.puzzles.results import Results
from service.store.errors import Unavailable


async def shown_to(
    calendar: Calendar, attempts: Attempts, results: Results, entry: LibraryEntry, player: str | None
) -> ShownPuzzle:
    """The puzzle as `player` may see it; None is a visitor who is not signed in."""
    puzzle = entry.puzzle
    day = await calendar.day_of(puzzle.id)
    if player is None:
        return shown_puzzle(entry, day, None, None)
    solving = await attempts.of(puzzle, player)
    if not solving.version:
        with suppress(Unavailable):  # a store that accepts no writes can still be read
            solving = await attempts.record_first_look(solving, player)
    return shown_puzzle(entry, day, solving, await results.of(player, puzzle.id))
