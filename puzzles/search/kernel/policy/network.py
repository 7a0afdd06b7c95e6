"""The numbers of the outlooks: how they are laid out, and where they come from."""

from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Layer: TypeAlias = NDArray[np.float32]

KINDS: Final = 6  # terrains
OF_TERRAIN: Final = 14  # things seen of each terrain
OF_ALL: Final = 19  # and of the territory as a whole
OF_MORE: Final = 20  # and of what only some games have
SIGHTS: Final = KINDS * OF_TERRAIN + OF_ALL + OF_MORE
INNER: Final = 64
OUTER: Final = 32
SHAPES: Final = ((SIGHTS + 1, INNER), (INNER + 1, OUTER), (OUTER + 1, 1))  # the last row of each is added as it is
NUMBERS: Final = sum(rows * columns for rows, columns in SHAPES)

LEARNT: Final = Path(__file__).parent / "learnt"  # written by `python -m puzzles.search.train`


@cache
def learnt(name: str | None) -> tuple[Layer, ...]:
    """The three trained layers of an outlook; without a name those of one that knows nothing."""
    return unpacked(np.zeros(NUMBERS, np.float32) if name is None else np.load(LEARNT / f"{name}.npy"))


def unpacked(numbers: Layer) -> tuple[Layer, ...]:
    ends = np.cumsum([rows * columns for rows, columns in SHAPES])[:-1]
    return tuple(part.reshape(shape) for part, shape in zip(np.split(numbers, ends), SHAPES, strict=True))
