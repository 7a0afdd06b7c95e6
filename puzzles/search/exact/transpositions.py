"""What is known of territories looked at before: how much each can add to its certain points at most.

Each key has two places. The first is for the territory with more dominoes to come, whose loss would cost most work;
the second takes what comes.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzles.search.exact.window_problem import Words
from puzzles.search.kernel.rules.bits import number
from puzzles.search.kernel.rules.compiled import compiled

UNKNOWN: Final = -32768


class Transpositions(NamedTuple):
    key: Words
    gain: NDArray[np.int16]
    ply: NDArray[np.int8]


def new_transpositions(bits: int) -> Transpositions:
    size = 1 << bits
    return Transpositions(np.zeros(size, np.uint64), np.zeros(size, np.int16), np.zeros(size, np.int8))


@compiled
def recalled(transpositions: Transpositions, key: np.uint64) -> int:
    """What is known to be the most that territories of this key can gain."""
    place = _first_place(transpositions, key)
    if transpositions.key[place] == key:
        return number(transpositions.gain[place])
    if transpositions.key[place + 1] == key:
        return number(transpositions.gain[place + 1])
    return UNKNOWN


@compiled
def remember(transpositions: Transpositions, key: np.uint64, ply: int, gain: int) -> None:
    place = _first_place(transpositions, key)
    is_lesser = transpositions.key[place] != np.uint64(0) and ply > transpositions.ply[place]
    if transpositions.key[place] != key and (is_lesser or transpositions.key[place + 1] == key):
        place += 1
    transpositions.key[place] = key
    transpositions.gain[place] = gain
    transpositions.ply[place] = ply


@compiled
def _first_place(transpositions: Transpositions, key: np.uint64) -> int:
    return number(key & np.uint64(len(transpositions.key) - 2))


@compiled
def hand_over(old: Transpositions, new: Transpositions) -> None:
    """Puts all that is known into a larger table."""
    for place in range(len(old.key)):
        if old.key[place] != np.uint64(0):
            remember(new, old.key[place], old.ply[place], old.gain[place])
