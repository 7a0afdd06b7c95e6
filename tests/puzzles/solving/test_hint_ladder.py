"""Hints get more detailed, and all of them are true of an optimal line."""

import pytest

from domain.commands import PlaceDomino
from puzzles.puzzle import Puzzle
from puzzles.shipped.shipped import shipped_puzzles
from puzzles.solving.attempt import replay
from puzzles.solving.hint_ladder import RUNGS, hint


@pytest.mark.parametrize("puzzle", shipped_puzzles(), ids=lambda puzzle: puzzle.id)
def test_each_rung_says_more_than_the_one_before(puzzle: Puzzle) -> None:
    terrain, region, cell = (hint(puzzle, rung) for rung in RUNGS)
    assert terrain.cells is None
    assert terrain.cell is None
    assert region.cell is None
    assert terrain.terrain == region.terrain == cell.terrain
    assert region.cells == cell.cells
    final = replay(puzzle.problem, puzzle.answer.line)
    [hinted] = [candidate for candidate in final.score.regions if candidate.cells == region.cells]
    assert hinted.terrain == region.terrain
    first = next(step for step in puzzle.answer.line if isinstance(step, PlaceDomino))
    assert cell.cell in (first.a, first.b)
