"""Hints of growing detail: the terrain, the region, the cell. All of them follow from one optimal line."""

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
    """The region of the best board that gains most over what its squares score already."""
    problem = puzzle.problem
    before = score(problem.rules, problem.territory, {}, 0).regions
    after = played(problem, puzzle.answer.line).score.regions
    return max(after, key=lambda region: region.points - _points_within(before, region))


def _points_within(regions: tuple[RegionPoints, ...], whole: RegionPoints) -> int:
    return sum(region.points for region in regions if region.cells[0] in whole.cells)


def _first_cell(puzzle: Puzzle) -> Cell | None:
    """Where the first placed domino goes; preferably the half that is part of the best region."""
    placed = next((step for step in puzzle.answer.line if isinstance(step, PlaceDomino)), None)
    if placed is None:
        return None
    best = _best_region(puzzle).cells
    return placed.b if placed.b in best and placed.a not in best else placed.a
