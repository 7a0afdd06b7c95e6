"""Where the fire of a volcano may land (O5), and what it burns there (O6)."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.dominoes import Square
from domain.errors import Reason
from domain.grid import CENTRE, Cell, distance
from domain.pieces import Caveman, Resource
from domain.territory import Territory, change

OFF_TERRITORY: Final = Reason("off_territory", "O5", "Fire lands on a square of your own territory.")
ON_HUT: Final = Reason("on_hut", "O5", "Fire never lands on the hut.")
ON_VOLCANO: Final = Reason("on_volcano", "O5", "Fire never lands on a volcano.")
ON_FIRE: Final = Reason("on_fire", "O5", "Fire never lands where a fire burns already, printed or thrown.")
TOO_FAR: Final = Reason("too_far", "O5", "This volcano throws its fire {range} squares far at most.")


def fire_range(craters: int) -> int:
    return 4 - craters


def targets(territory: Territory, volcano: Cell) -> Iterator[Cell]:
    """Every square on which the fire of this volcano may land, in reading order."""
    squares = territory.squares
    reach = fire_range(squares[volcano].craters)
    x, y = volcano
    for row in range(y - reach, y + reach + 1):
        for column in range(x - reach, x + reach + 1):
            square = squares.get((column, row))
            if square is not None and not (square.craters or square.marks or square.fire):
                yield column, row


def misfire(territory: Territory, volcano: Cell, at: Cell) -> Reason | None:
    """Why the fire of this volcano may not land at `at`, or None if it may."""
    if at == CENTRE:
        return ON_HUT
    square = territory.squares.get(at)
    if square is None:
        return OFF_TERRITORY
    if square.terrain == "volcano":
        return ON_VOLCANO
    if square.marks or square.fire:
        return ON_FIRE
    reach = fire_range(territory.squares[volcano].craters)
    if distance(volcano, at) > reach:
        return TOO_FAR.about(range=reach)
    return None


def burned(square: Square) -> Resource | Caveman | None:
    """What a fire token destroys on this square, which never holds both a resource and a caveman (O10)."""
    return square.resource or square.caveman


def land(territory: Territory, at: Cell, fires: int) -> Territory:
    square = territory.squares[at]
    return change(territory, {at: msgspec.structs.replace(square, resource=None, caveman=None, fire=fires)})
