"""The value of a territory to a greedy player: its points now, and a little for what it may become.

The second part fades with the rounds that are left. In the last round only points count.
"""

from typing import Final

from domain.grid import Cell
from domain.position import Position
from domain.scoring import score
from domain.territory import Territory, holes, marks
from domain.totems import Totems, gifts, takers

# In points, when the whole game is still ahead.
MARK: Final = 1.0  # a fire or crown: its region will grow
JOIN: Final = 1.0  # two squares of a terrain side by side: large regions wait for a fire
RESOURCE: Final = 1.5  # in Tribe mode two of them hire a caveman
HOLE: Final = 6.0  # a cell that no domino can cover any more
OFF_CENTRE: Final = 10.0  # the bonus that is out of reach


def greedy_value(position: Position, territory: Territory) -> float:
    """The value, for the seat to move, of its territory becoming `territory`."""
    return points(position, territory) + share_left(position) * _prospects(position, territory)


def points(position: Position, territory: Territory) -> int:
    assert position.seat is not None
    return score(position.rules, territory, _totems(position, territory), position.seat).total


def share_left(position: Position) -> float:
    """How much of the game lies ahead: 1 in the set-up, 0 in the last round."""
    return 1 - position.round / position.rules.rounds


def _totems(position: Position, territory: Territory) -> Totems:
    """The holders of the totems then; one that must be given away is lost, whichever seat gets it."""
    if position.rules.mode != "totem":
        return {}
    seat = position.seat
    assert seat is not None
    territories = (*position.territories[:seat], territory, *position.territories[seat + 1 :])
    totems: Totems = {**position.totems, **dict(takers(territories, position.totems, seat))}
    for kind, _ in gifts(territories, position.totems, seat):
        totems.pop(kind, None)
    return totems


def _prospects(position: Position, territory: Territory) -> float:
    squares = territory.squares.values()
    resources = sum(square.resource is not None for square in squares) if position.rules.mode == "tribe" else 0
    return (
        MARK * sum(marks(square) for square in squares)
        + JOIN * _joins(territory)
        + RESOURCE * resources
        - HOLE * len(holes(territory))
        - OFF_CENTRE * _misses_centre(position, territory)
    )


def _joins(territory: Territory) -> int:
    """How many pairs of neighbouring squares share their terrain."""
    squares, joins = territory.squares, 0
    for (x, y), square in squares.items():
        for near in ((x + 1, y), (x, y + 1)):
            other = squares.get(near)
            joins += other is not None and other.terrain == square.terrain
    return joins


def _misses_centre(position: Position, territory: Territory) -> bool:
    """O14, K6: whether the bonus for the middle is played for and can no longer be had."""
    half = territory.size // 2
    return not {"empire_of_fire", "middle_kingdom"}.isdisjoint(position.rules.variants) and any(
        not _within(cell, half) for cell in territory.squares
    )


def _within(cell: Cell, half: int) -> bool:
    return -half <= cell[0] <= half and -half <= cell[1] <= half
