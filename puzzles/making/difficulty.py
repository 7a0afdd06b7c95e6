"""How hard a puzzle will probably be, as a rating, before anybody has tried it.

Nobody's results are behind this: it only puts puzzles into an order to begin with. Each domino more is one more thing
to think of, the proof needs more nodes where more lines look good, a large gap says that the obvious is wrong, and few
right first moves are hard to find. The weights let each of the four tell about as much as the others, and put a
thousand puzzles of all kinds around 1500 with a standard deviation of about 300. Harder in any one of them is never
an easier puzzle.
"""

from math import log2
from typing import Final

EASIEST, HARDEST = 600.0, 2600.0

_DOMINO: Final = 75.0
_NODES: Final = 55.0  # for twice as many
_GAP: Final = 120.0  # for twice as large a gap
_RIGHT: Final = 110.0  # for half as many right first moves among all
_BASE: Final = -30.0


def difficulty(dominoes: int, nodes: int, gap: int, right: int, moves: int) -> float:
    """Of so many dominoes, proven with so many nodes; so many first moves are right among all there are."""
    estimate = (
        _BASE
        + _DOMINO * dominoes
        + _NODES * log2(1 + nodes)
        + _GAP * log2(1 + gap)
        + _RIGHT * log2(max(1, moves) / max(1, right))
    )
    return round(min(max(estimate, EASIEST), HARDEST), 1)
