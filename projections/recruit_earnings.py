"""What recruiting a caveman earns: at each place, and less what is lost with each resource that is spent.

There are too many ways to recruit to list them, but their points add up: what a hunter-gatherer counts is a sum over
the cells around it (O11), so each spent resource takes away the same, whatever else is spent.
"""

import msgspec

from domain.grid import Cell
from domain.pieces import Caveman
from domain.position import Position
from domain.scoring import cavemen, hordes
from domain.territory import Territory, change
from domain.tribe import PRICE, ResourceCells, Source, offers, places_to_stand, recruit, resources_by_kind


class PlaceEarning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a caveman earns at one place: `points`, plus what changes with each spent resource, which is 0 or less."""

    at: Cell
    points: int
    spends: tuple[tuple[Cell, int], ...] = ()  # cells that are not here change nothing


class RecruitEarning(msgspec.Struct, frozen=True):
    caveman: Caveman
    best: dict[Source, int]  # the most it can earn with the best payment, by where it is taken from
    places: list[PlaceEarning]


def recruit_earnings(position: Position) -> list[RecruitEarning]:
    """What each caveman that the seat to move can pay for would earn."""
    territory = position.territory
    resources = resources_by_kind(territory)
    sources: dict[Caveman, list[Source]] = {}
    for source, caveman in offers(position.cave, position.pile):
        if PRICE[source] <= len(resources):
            sources.setdefault(caveman, []).append(source)
    if not sources:
        return []
    camp = _Camp(territory, resources)
    return [camp.earning(caveman, payable) for caveman, payable in sources.items()]


class _Camp:
    """A territory, and what its cavemen lose with each resource."""

    def __init__(self, territory: Territory, resources: ResourceCells) -> None:
        self.territory = territory
        self.resources = resources
        self.points = _points(territory)
        self.losses = {
            cell: _points(_without(territory, cell)) - self.points for cells in resources.values() for cell in cells
        }
        self.places = (*places_to_stand(territory), *self.losses)

    def earning(self, caveman: Caveman, sources: list[Source]) -> RecruitEarning:
        places = [self._at(caveman, at) for at in self.places]
        best: dict[Source, int] = {
            source: max(self._best(place, PRICE[source]) for place in places) for source in sources
        }
        return RecruitEarning(caveman, best, places)

    def _at(self, caveman: Caveman, at: Cell) -> PlaceEarning:
        joined = recruit(self.territory, caveman, (at,), at)
        near, each = _counted(joined, at)
        changes = {cell: loss - each * (cell in near) for cell, loss in self.losses.items()}
        return PlaceEarning(
            at,
            _points(joined) - self.points - self.losses.get(at, 0),
            tuple((cell, points) for cell, points in changes.items() if points),
        )

    def _best(self, place: PlaceEarning, price: int) -> int:
        """With the payment that takes away least; the resource on the place itself has to be spent."""
        spends = dict(place.spends)
        prices: list[tuple[bool, int]] = []
        for cells in self.resources.values():
            is_here = place.at in cells
            prices.append((not is_here, -max(spends.get(cell, 0) for cell in ([place.at] if is_here else cells))))
        return place.points - sum(loss for _, loss in sorted(prices)[:price])


def _without(territory: Territory, cell: Cell) -> Territory:
    return change(territory, {cell: msgspec.structs.replace(territory.squares[cell], resource=None)})


def _counted(territory: Territory, at: Cell) -> tuple[tuple[Cell, ...], int]:
    """The cells that the caveman at `at` counts, and its points for each thing there.

    A cell with a resource is counted for that alone: it has neither a fire nor a caveman.
    """
    item = next((item for item in cavemen(territory) if item.at == at), None)
    return (item.counted, item.points // item.count) if item and item.count else ((), 0)


def _points(territory: Territory) -> int:
    """The part of the score that recruiting changes."""
    return sum(item.points for item in cavemen(territory)) + sum(item.points for item in hordes(territory))
