"""Hints that say more and more: which terrain, which region, which cell. All of them follow from one optimal line."""

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.commands import PlaceDomino
from domain.grid import Cell
from domain.pieces import Terrain
from domain.scoring import RegionPoints, score
from puzzles.puzzle import Puzzle
from puzzles.solving.attempt import played

Rung: TypeAlias = Literal["terrain", "region", "cell"]
RUNGS: Final[tuple[Rung, ...]] = get_args(Rung)


class HintRung(msgspec.Struct, frozen=True):
    rung: Rung
    terrain: Terrain  # of the region that gains most
    cells: tuple[Cell, ...] | None = None  # that region in the end
    cell: Cell | None = None  # one that the first domino covers


def hint(puzzle: Puzzle, rung: Rung) -> HintRung:
    region = _best_region(puzzle)
    cells = None if rung == "terrain" else region.cells
    return HintRung(rung, region.terrain, cells, _first_cell(puzzle) if rung == "cell" else None)


def _best_region(puzzle: Puzzle) -> RegionPoints:
    """The region of the best board that brings most in addition to what its squares bring already."""
    problem = puzzle.problem
    before = score(problem.rules, problem.territory, {}, 0).regions
    after = played(problem, puzzle.answer.line).score.regions
    return max(after, key=lambda region: region.points - _points_within(before, region))


def _points_within(regions: tuple[RegionPoints, ...], whole: RegionPoints) -> int:
    return sum(region.points for region in regions if region.cells[0] in whole.cells)


def _first_cell(puzzle: Puzzle) -> Cell | None:
    """Where the first domino that finds room goes; rather its half that is part of the best region."""
    placed = next((step for step in puzzle.answer.line if isinstance(step, PlaceDomino)), None)
    if placed is None:
        return None
    return (
        placed.b if placed.b in _best_region(puzzle).cells and placed.a not in _best_region(puzzle).cells else placed.a
    )
