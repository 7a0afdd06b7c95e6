"""One game as one flat record: all that a playout changes, and no pointer, so that a copy is a single memcpy."""

from typing import Any, Final, TypeAlias

import numpy as np

from puzzles.search.kernel.rules.bits import CELLS, STRIDE, WORDS, Board, number
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.constants import PILE, TERRAINS

# What is due. Reveals are not a step here: the hidden orders are part of the state.
CLAIM, GIVE, PLACE, FIRE, DRAFT, RECRUIT, OVER = range(7)

# The modes, as far as they differ.
PLAIN, TOTEM, TRIBAL = range(3)

# The boards of a territory; those of the terrains come first.
TAKEN: Final = TERRAINS  # with the hut
OPEN: Final = TERRAINS + 1  # free, and within reach of a territory of this size
MARK_LOW: Final = TERRAINS + 2  # marks of a square, printed and thrown, are at most 3: two bits
MARK_HIGH: Final = TERRAINS + 3
GOODS: Final = TERRAINS + 4  # resources; their kind is that of the terrain
MEN: Final = TERRAINS + 5  # cavemen: four bits of their number, from here on
BOARDS: Final = TERRAINS + 9

# The edges of a territory in `box`.
LEFT, TOP, RIGHT, BOTTOM = range(4)

NOBODY: Final = -1
MARGIN: Final = STRIDE  # around the cells, so that each has neighbours on all sides

State: TypeAlias = Any  # a record of RECORD, of which no type checker knows the fields

RECORD: Final = np.dtype(
    [
        ("random", "u8"),  # the state of its random numbers
        ("land", "u8", (4, BOARDS, WORDS)),
        ("deck", "i1", (48,)),  # the hidden order, filled from the end; those already seen are of no account
        ("pile", "i1", (PILE,)),  # the hidden order, the next to come last
        ("box", "i1", (4, 4)),  # bounds of each territory, counted from 0
        ("totems", "i1", (4,)),  # the seat that holds each
        ("cave", "i1", (4,)),
        ("line", "i1", (4,)),
        ("line_seat", "i1", (4,)),
        ("next_line", "i1", (4,)),
        ("next_seat", "i1", (4,)),
        ("chiefs", "i1", (4,)),  # in the set-up: the seats that claim, first to last
        # The regions of each territory; see regions.py.
        ("label", "i1", (4, MARGIN + CELLS + MARGIN)),
        ("parent", "i1", (4, 49)),
        ("kind", "i1", (4, 49)),
        ("region_size", "i1", (4, 49)),
        ("region_marks", "i1", (4, 49)),
        ("square_count", "i8", (4,)),
        ("points", "i8", (4,)),  # of the regions
        # What the unseen dominoes have of each terrain; the last has craters instead of marks.
        ("left_squares", "i1", (TERRAINS,)),
        ("left_marks", "i1", (TERRAINS,)),
        # The most squares, and the most marks, that a region of each terrain has.
        ("most_squares", "i1", (4, TERRAINS)),
        ("most_marks", "i1", (4, TERRAINS)),
        # Single numbers are wide, so that functions are compiled for one kind of number only.
        ("volcano", "i8"),  # the volcano whose fire must be thrown next
        ("step", "i8"),
        ("round", "i8"),
        ("acting", "i8"),  # which of the line, or in the set-up of the chiefs, is to act
        ("line_count", "i8"),
        ("next_count", "i8"),
        ("chief_count", "i8"),
        ("drawn", "i8"),  # how many dominoes have left the deck
        ("pile_count", "i8"),
        ("cave_count", "i8"),
        # What the rules say; these never change.
        ("seats", "i8"),
        ("size", "i8"),
        ("rounds", "i8"),
        ("line_length", "i8"),
        ("dominoes", "i8"),  # which box
        ("mode", "i8"),
        ("must_place", "i8"),
        ("in_pairs", "i8"),
        ("centre_bonus", "i8"),
        ("full_bonus", "i8"),
        ("marks_break_ties", "i8"),
        ("has_outlook", "i8"),  # whether playouts have an outlook for these rules
        ("has_replies", "i8"),  # whether lines are searched for replies instead
    ],
    align=True,
)


def empty_states(count: int) -> Any:
    return np.zeros(count, RECORD)


@compiled
def actor(state: State) -> int:
    """The seat that is to choose."""
    return number(state.chiefs[state.acting] if state.step == CLAIM else state.line_seat[state.acting])


@compiled
def held(state: State) -> int:
    """The domino under the acting chief."""
    return number(state.line[state.acting])


@compiled
def land(state: State, seat: int, plane: int) -> Board:
    """One of the boards of a territory."""
    words = state.land[seat, plane]
    return words[0], words[1], words[2]
