"""What the page of a puzzle makes of moves that nobody checks, beside the rules."""

import msgspec
import pytest

from projections.table import shown_territory
from puzzles.shipped.shipped import shipped_puzzles
from puzzles.solving.attempt import played
from service.puzzles.library import LibraryEntry
from service.puzzles.question_view import shown_puzzle
from tests.support.browser_person import Run

FITS = """({ uncheckedSitting }, [puzzle, moves, legal]) => {
    const { step, moves: offered, territory, placed } = uncheckedSitting(puzzle, moves);
    const texts = new Set(offered.map((move) => JSON.stringify(move)));
    const squares = territory.squares.map(({ at, terrain, fire = 0 }) => [...at, terrain, fire]);
    return { step, placed, squares, missing: legal.filter((move) => !texts.has(JSON.stringify(move))) };
}"""


@pytest.mark.parametrize("game", ["kingdomino", "origins"])
async def test_without_a_connection_everything_legal_can_be_laid_and_looks_as_it_will(run: Run, game: str) -> None:
    puzzles = [each for each in shipped_puzzles() if each.problem.rules.game == game and not each.problem.recruits]
    for puzzle in puzzles[:: len(puzzles) // 3]:
        shown = msgspec.to_builtins(shown_puzzle(LibraryEntry(puzzle, "practice"), None, None, None))
        line = puzzle.answer.line
        for count in range(len(line) + 1):
            sitting = played(puzzle.problem, line[:count])
            about = [
                shown,
                msgspec.to_builtins(line[:count]),
                msgspec.to_builtins(sitting.legal() if sitting.due == "place" else []),
            ]
            page = await run("puzzle/unchecked.js", FITS, about)
            assert page["missing"] == []
            squares = msgspec.to_builtins(shown_territory(sitting.territory))["squares"]
            assert sorted(page["squares"]) == sorted(
                [*each["at"], each["terrain"], each.get("fire", 0)] for each in squares
            )
            # A fire without a target is for the solver to say.
            assert page["step"] == sitting.due or (page["step"], game) == ("fire", "origins")
