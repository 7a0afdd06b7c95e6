"""What the search of a line works on."""

from typing import Any, Final, NamedTuple

import numpy as np

from puzzles.search.kernel.rules.layout import empty_states

KEPT: Final = 3  # territories that are looked at with every set of drafts
SETS: Final = 16  # of places in the next line, as bits
CHIEFS: Final = 4
MOST: Final = 256  # more than one domino ever has placements
UNKNOWN: Final = -1e9


class Line(NamedTuple):
    """The search of one line. A set of drafts is the places of the next line that a seat has in the end, as bits."""

    worths: Any  # of each seat, for each set of drafts: the points it may expect
    ways: Any  # of each seat, for each set: where it lays the dominoes that it holds
    camps: Any  # the best territories of a seat with those dominoes
    camp_ways: Any
    camp_worths: Any
    room: Any  # records to lay dominoes on
    moves: Any  # placements of two dominoes, and their values
    scores: Any
    drafters: Any  # the seats that are still to draft, in their order
    drafts: Any  # what each of them takes; by chief
    layings: Any  # and where its domino goes
    taken: Any  # of the search for replies, by depth: the place that is being tried
    best: Any  # the points of each seat if all go on as well as they can
    best_drafts: Any  # and the drafts
    is_found: Any  # whether any draft has been tried
    sets: Any  # what each seat has drafted so far


def new_line() -> Line:
    return Line(
        worths=np.zeros((4, SETS)),
        ways=np.zeros((4, SETS, 2), np.int64),
        camps=empty_states(KEPT),
        camp_ways=np.zeros((KEPT, 2), np.int64),
        camp_worths=np.zeros(KEPT),
        room=empty_states(6),
        moves=np.zeros((2, MOST), np.int64),
        scores=np.zeros((2, MOST)),
        drafters=np.zeros(CHIEFS, np.int64),
        drafts=np.zeros(CHIEFS, np.int64),
        layings=np.zeros(CHIEFS, np.int64),
        taken=np.zeros(CHIEFS + 1, np.int64),
        best=np.zeros((CHIEFS + 1, 4)),
        best_drafts=np.zeros((CHIEFS + 1, CHIEFS), np.int64),
        is_found=np.zeros(CHIEFS + 1, np.bool_),
        sets=np.zeros(4, np.int64),
    )
