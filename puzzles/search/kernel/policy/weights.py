"""What a seat looks at when it plays by instinct in a playout, and how much each thing counts, in points.

The numbers were found by playing: a seat with changed numbers against others with the old ones, hundreds of thousands
of games, keeping what won more (docs/decisions/0010-the-search.md).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from domain.rules import Mode, Rules

_MODES: Final[tuple[Mode | None, ...]] = (None, "discovery", "totem", "tribe")  # None is Kingdomino

_FOUND: Final[dict[str, tuple[float, float, float, float]]] = {
    # per square by which the largest region of a terrain grows, and mark of that terrain still to come
    "room": (0.76, 0.5, 0.4, 0.54),
    # per mark by which the best marked region grows, and square of that terrain still to come
    "crown": (0.51, 0.6, 0.72, 0.52),
    # per side shared with a square of the same terrain
    "join": (-0.03, 0.3, 0.69, 0.4),
    # per side that no longer needs a neighbour
    "contact": (0.38, 0.2, 0.27, 0.15),
    # per mark of another region of which a side is closed, and square still to come for it
    "block_marks": (1.24, 1.4, 0.8, 1.42),
    # per square of such a region, and mark still to come for it
    "block_squares": (0.18, 0.35, 0.36, 0.33),
    # per cell that no domino can cover any more
    "hole": (2.8, 3.6, 3.6, 3.9),
    # the same, times the share of the game that lies ahead
    "hole_early": (3.8, 3.0, 3.1, 3.4),
    # per open cell with only one open neighbour
    "end": (0.2, 0.35, 0.53, 0.32),
    # the same, times the share of the game that lies ahead
    "end_early": (0.71, 0.65, 0.7, 0.87),
    # for a square that gives the middle away
    "centre": (10.0, 15.0, 6.9, 20.0),
    # per row or column by which the territory grows
    "stretch": (-0.24, 0.2, 0.1, 0.35),
    # per place further back in the next line
    "order": (1.09, 1.8, 1.71, 1.9),
    # for a domino that fits nowhere
    "unfit": (2.1, 6.5, 9.3, 7.1),
    # how far fires still to be thrown count as marks to come
    "fires": (0.0, 0.4, 0.56, 0.56),
    # for a resource in Tribe mode, times the share of the game that lies ahead
    "goods": (0.0, 0.0, 0.0, 2.8),
    # the same, for the first of its kind
    "rare": (0.0, 0.0, 0.0, -0.4),
    # how sharply a lead in resources predicts the final holder of the totem
    "totem": (0.0, 0.0, 0.0, 0.0),
    # for a caveman that burns
    "caveman": (0.0, 0.0, 0.0, 10.7),
    # the least a recruit must bring per resource he costs, times the share of the game ahead
    "keep": (0.0, 0.0, 0.0, 0.25),
    # per open cell beside a recruit, and point he would count there, times the share of the game ahead
    "hope": (0.0, 0.0, 0.0, -1.0),
}
(
    ROOM,
    CROWN,
    JOIN,
    CONTACT,
    BLOCK_MARKS,
    BLOCK_SQUARES,
    HOLE,
    HOLE_EARLY,
    END,
    END_EARLY,
    CENTRE,
    STRETCH,
    ORDER,
    UNFIT,
    FIRES,
    GOODS_WORTH,
    RARE,
    TOTEM_LEAD,
    CAVEMAN,
    KEEP,
    HOPE,
) = range(len(_FOUND))
WEIGHTS: Final = len(_FOUND)


# It is unknown how thoughtful opponents are. In playouts some weigh all that, some take the points at hand, keep to the
# middle and leave no holes, and some are in between.
STYLES: Final = 4
THOUGHTFUL: Final = 0
_AT_HAND: Final = {"hole": 10.0, "centre": 30.0, "unfit": 2.0}


def weights(rules: Rules) -> NDArray[np.float64]:
    """For each style of play, the most thoughtful first."""
    mode = _MODES.index(rules.mode)
    thoughtful = np.array([by_mode[mode] for by_mode in _FOUND.values()])
    greedy = np.array([_AT_HAND.get(name, 0.0) for name in _FOUND])
    shares = np.linspace(0.0, 1.0, STYLES)[:, np.newaxis]
    return np.asarray((1 - shares) * thoughtful + shares * greedy)
