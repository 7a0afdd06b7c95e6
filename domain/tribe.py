"""Recruiting cavemen (O10)."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, Literal, TypeAlias

import msgspec

from domain.dominoes import Square
from domain.errors import Reason
from domain.grid import Cell, reading_order
from domain.pieces import RESOURCES, Caveman, Resource
from domain.territory import Territory, change

Source: TypeAlias = Literal["cave", "pile"]
ResourceCells: TypeAlias = dict[Resource, list[Cell]]

PRICE: Final[dict[Source, int]] = {"cave": 2, "pile": len(RESOURCES)}  # resources, all of different kinds

NOT_IN_CAVE: Final = Reason("not_in_cave", "O10", "There is no {caveman} face up in the cave.")
NOT_IN_PILE: Final = Reason("not_in_pile", "O10", "There is no {caveman} left in the pile.")
PRICE_OF_CAVE: Final = Reason("price_of_cave", "O10", "A caveman of the cave costs two resources of different kinds.")
PRICE_OF_PILE: Final = Reason(
    "price_of_pile", "O10", "A caveman of the pile costs one resource of each of the four kinds."
)
NO_RESOURCE: Final = Reason("no_resource", "O10", "You can only spend resources that lie in your territory.")
NOT_FREE: Final = Reason(
    "not_free",
    "O10",
    "A caveman stands on a square of your own without resource, fire or caveman, not on a volcano or the hut.",
)


def resources_by_kind(territory: Territory) -> ResourceCells:
    """The cells of the resources of each kind, in reading order, without kinds that the territory lacks."""
    cells: ResourceCells = {}
    for cell, square in sorted(territory.squares.items(), key=lambda item: reading_order(item[0])):
        if square.resource is not None:
            cells.setdefault(square.resource, []).append(cell)
    return {kind: cells[kind] for kind in RESOURCES if kind in cells}


def can_stand(square: Square) -> bool:
    return not (square.resource or square.marks or square.fire or square.caveman or square.craters)


def places_to_stand(territory: Territory) -> list[Cell]:
    free = (cell for cell, square in territory.squares.items() if can_stand(square))
    return sorted(free, key=reading_order)


def prices(resources: ResourceCells, source: Source) -> Iterator[tuple[Cell, ...]]:
    """Every way to pay for a caveman from the cave or from the pile."""
    kinds = [resources[kind] for kind in RESOURCES if kind in resources]
    if source == "pile":
        return iter(product(*kinds)) if len(kinds) == len(RESOURCES) else iter(())
    return (pair for two in combinations(kinds, 2) for pair in product(*two))


def offers(cave: Sequence[Caveman], pile: Sequence[Caveman]) -> Iterator[tuple[Source, Caveman]]:
    """The cavemen that can be recruited; identical ones are listed once."""
    for caveman in dict.fromkeys(cave):
        yield "cave", caveman
    for caveman in dict.fromkeys(pile):
        yield "pile", caveman


def misprice(territory: Territory, source: Source, spend: Sequence[Cell]) -> Reason | None:
    """Why the resources on these cells do not pay for a caveman from `source`, or None if they do."""
    kinds: set[Resource] = set()
    for cell in spend:
        square = territory.squares.get(cell)
        if square is None or square.resource is None:
            return NO_RESOURCE
        kinds.add(square.resource)
    if not len(spend) == len(kinds) == PRICE[source]:
        return PRICE_OF_CAVE if source == "cave" else PRICE_OF_PILE
    return None


def misstand(territory: Territory, spend: Sequence[Cell], at: Cell) -> Reason | None:
    """Why a caveman may not stand at `at` after paying with `spend`, or None if it may."""
    square = territory.squares.get(at)
    if square is None:
        return NOT_FREE
    if at in spend:
        square = msgspec.structs.replace(square, resource=None)
    return None if can_stand(square) else NOT_FREE


def recruit(territory: Territory, caveman: Caveman, spend: Sequence[Cell], at: Cell) -> Territory:
    paid = change(
        territory,
        {cell: msgspec.structs.replace(territory.squares[cell], resource=None) for cell in spend},
    )
    return change(paid, {at: msgspec.structs.replace(paid.squares[at], caveman=caveman)})
