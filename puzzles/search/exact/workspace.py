"""Scratch memory of the search: territories, the moves being looked at, and what the bounds need.

One record, without a pointer in it: Numba would count references to each array of a tuple at every call.
"""

from typing import Any, Final, TypeAlias

import numpy as np

from puzzles.search.exact.cells import CELLS
from puzzles.search.exact.window_problem import BOARDS, PLIES
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import TERRAINS

MOVES: Final = 8192  # of one territory: 7 × 7 cells, and a fire for each
_REGIONS: Final = 32  # of one terrain in a territory
_SLOTS: Final = PLIES + 3

Workspace: TypeAlias = Any  # a record of WORKSPACE

WORKSPACE: Final = np.dtype(
    [
        # The line being looked at: for each ply its territory and the moves that are worth a look.
        ("boards", "u8", (_SLOTS, BOARDS)),
        ("move", "i8", (PLIES + 1, MOVES)),
        ("bound", "i8", (PLIES + 1, MOVES)),
        ("certain", "i8", (PLIES + 1, MOVES)),
        ("key", "u8", (PLIES + 1, MOVES)),
        ("order", "i8", (PLIES + 1, MOVES)),  # the moves, most promising first
        ("count", "i8", (PLIES + 1,)),
        ("next", "i8", (PLIES + 1,)),  # the place in the order that comes next
        ("back", "i8", (PLIES + 1,)),  # the best that is still possible at each ply, of what was looked at
        ("ply", "i8"),
        ("nodes", "i8"),  # how many territories have been looked at
        # For counting: the key and the outcome of the territory at each ply, and which first moves were fruitful.
        ("node_key", "u8", (PLIES + 1,)),
        ("outcome", "i8", (PLIES + 1,)),
        ("is_fruitful", "i8", (MOVES,)),
        ("points", "i8"),  # of the regions, in the territory surveyed last
        # The regions of one terrain that can grow, and to which part each belongs, named by its first region.
        ("region", "u8", (_REGIONS,)),
        ("squares", "i8", (_REGIONS,)),
        ("marks", "i8", (_REGIONS,)),
        ("part", "i8", (_REGIONS,)),
        # Of each terrain its parts: how many, and of each its squares, its marks and the free cells it can reach.
        ("parts", "i8", (TERRAINS,)),
        ("part_squares", "i8", (TERRAINS, _REGIONS)),
        ("part_marks", "i8", (TERRAINS, _REGIONS)),
        ("part_room", "i8", (TERRAINS, _REGIONS)),
        ("most_squares", "i8", (TERRAINS,)),
        ("most_marks", "i8", (TERRAINS,)),
        ("base", "i8", (TERRAINS,)),  # points of each terrain without anything to come
        ("prospect", "i8", (TERRAINS,)),  # the same with all that is to come
        ("largest", "i8", (TERRAINS,)),  # the largest region there may be
        ("squares_left", "i8", (TERRAINS,)),  # to come of each terrain, without what is left out
        ("marks_left", "i8", (TERRAINS,)),
        ("fire_worth", "i8", (4,)),  # what a fire to be thrown can bring at most, by its size
        # For recruits: what is lost when the resource on a cell is spent, without and with those being tried; and
        # the best found: how many, and for each who and where.
        ("cost", "i8", (CELLS,)),
        ("price", "i8", (CELLS,)),
        ("hired", "i8", (5,)),
        # For counting boards with recruits: the points they must add, where they may stand, how many are being paid
        # for, and the least that this costs.
        ("gain", "i8"),
        ("posts", "u8"),
        ("recruits", "i8"),
        ("least_cost", "i8"),
    ]
)


def new_workspace() -> Workspace:
    return np.zeros(1, WORKSPACE)[0]


@compiled
def plane(workspace: Workspace, slot: int, board: int) -> np.uint64:
    """One of the boards of the territory in this slot."""
    cells: np.uint64 = workspace.boards[slot, board]
    return cells
