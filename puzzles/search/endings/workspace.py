"""What a search of an ending works on, and how many steps it may take.

Searches are loops over plies: Numba cannot read a function that calls itself back from its cache.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import NOBODY, State, empty_states

PLIES: Final = 28  # two rounds of four chiefs: place, fire, draft and recruit in the first, place and fire in the last
QUEUE: Final = 4  # dominoes that a seat has yet to lay on its own, and an end
MOST: Final = 1024  # moves of one step; where there are more, an ending is not searched
_BITS: Final = 15  # of the number of territories that are remembered

BEYOND: Final = 1 << 60  # more than any value
STEPS, LIMIT = range(2)


class Stack(NamedTuple):
    """A search down to one ply: the position of each, its moves, and what is known of them."""

    room: Any
    moves: Any
    count: Any
    next: Any  # the move to be tried next
    best: Any  # the best value so far


class Workspace(NamedTuple):
    tree: Stack
    lone: Stack  # of a seat that lays dominoes on its own; see alone.py
    alpha: Any  # of every ply of the tree
    beta: Any
    payoffs: Any  # of every ply of the tree what each seat gets
    late: Any  # of each seat the domino whose placement was put off
    queue: Any  # what the seat on its own has to lay
    keys: Any  # territories that were looked at, with what they had to lay
    worths: Any  # and what they reached
    gains: Any  # the points that the moves of one ply bring at once
    steps: Any  # how many were taken, and how many are allowed


def new_workspace(state: State, limit: int) -> Workspace:
    tree = _new_stack(PLIES)
    tree.room[0] = state
    return Workspace(
        tree=tree,
        lone=_new_stack(2 * QUEUE),
        alpha=np.zeros(PLIES, np.int64),
        beta=np.zeros(PLIES, np.int64),
        payoffs=np.zeros((PLIES, 4), np.int64),
        late=np.full(4, NOBODY, np.int64),
        queue=np.zeros(QUEUE, np.int64),
        keys=np.zeros(1 << _BITS, np.uint64),
        worths=np.zeros(1 << _BITS, np.int64),
        gains=np.zeros(MOST, np.int64),
        steps=np.array([0, limit], np.int64),
    )


def _new_stack(plies: int) -> Stack:
    count, following, best = np.zeros((3, plies), np.int64)
    return Stack(empty_states(plies), np.zeros((plies, MOST), np.int64), count, following, best)


@compiled
def is_spent(work: Workspace) -> bool:
    """Whether too many steps were taken: then nothing that the search returns means anything."""
    return bool(work.steps[STEPS] >= work.steps[LIMIT])


@compiled
def give_up(work: Workspace) -> None:
    work.steps[STEPS] = work.steps[LIMIT]
