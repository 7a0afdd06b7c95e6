"""The numbers of the outlook: how they are laid out, and where they come from."""

from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Layer: TypeAlias = NDArray[np.float32]

KINDS: Final = 6  # terrains of Kingdomino
OF_TERRAIN: Final = 14  # things seen of each terrain
OF_ALL: Final = 19  # and of the territory as a whole
SIGHTS: Final = KINDS * OF_TERRAIN + OF_ALL
INNER: Final = 64
OUTER: Final = 32
SHAPES: Final = ((SIGHTS + 1, INNER), (INNER + 1, OUTER), (OUTER + 1, 1))  # the last row of each is added as it is

LEARNT: Final = Path(__file__).with_name("outlook.npy")  # written by `python -m puzzles.search.train`


@cache
def learnt() -> tuple[Layer, ...]:
    """The three trained layers."""
    return unpacked(np.load(LEARNT))


def unpacked(numbers: Layer) -> tuple[Layer, ...]:
    ends = np.cumsum([rows * columns for rows, columns in SHAPES])[:-1]
    return tuple(part.reshape(shape) for part, shape in zip(np.split(numbers, ends), SHAPES, strict=True))
