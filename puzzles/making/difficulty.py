"""An estimate of how hard a puzzle is, as a rating, before the first attempt.

It is not fitted to results of players: it only gives puzzles a first order. Each domino is one more thing to consider,
the proof needs more nodes where more lines look good, a large gap says that the obvious line is wrong, and few right
first moves are hard to find. The weights give the four about equal influence, and put a thousand puzzles of all kinds
around 1500 with a standard deviation of about 300. The estimate never falls when one of the four gets harder.
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
    """The estimate for a puzzle whose proof took `nodes`, with `right` optimal ones among its first `moves`."""
    estimate = (
        _BASE
        + _DOMINO * dominoes
        + _NODES * log2(1 + nodes)
        + _GAP * log2(1 + gap)
        + _RIGHT * log2(max(1, moves) / max(1, right))
    )
    return round(min(max(estimate, EASIEST), HARDEST), 1)
