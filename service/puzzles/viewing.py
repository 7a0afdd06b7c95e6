"""A puzzle as a player may see it. Looking is not recorded: who only looks has not begun to solve."""

from service.puzzles.attempts import Attempts
from service.puzzles.calendar import Calendar
from service.puzzles.library import LibraryEntry
from service.puzzles.question_view import ShownPuzzle, shown_puzzle
from service.puzzles.results import Results


async def shown_to(
    calendar: Calendar, attempts: Attempts, results: Results, entry: LibraryEntry, player: str | None
) -> ShownPuzzle:
    """The puzzle as `player` may see it; None is a visitor who is not signed in."""
    puzzle = entry.puzzle
    day = await calendar.day_of(puzzle.id)
    if player is None:
        return shown_puzzle(entry, day, None, None)
    return shown_puzzle(entry, day, await attempts.of(puzzle, player), await results.of(player, puzzle.id))
