"""Who holds each totem, and when it changes hands (O9)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.pieces import RESOURCES, Resource
from domain.territory import Territory

Totems = dict[Resource, int]  # the seat that holds each totem; totems nobody has taken are left out


class Majority(NamedTuple):
    most: int
    leaders: tuple[int, ...]


def majority(territories: Sequence[Territory], kind: Resource) -> Majority:
    counts = [sum(square.resource == kind for square in territory.squares.values()) for territory in territories]
    most = max(counts)
    return Majority(most, tuple(seat for seat, count in enumerate(counts) if count == most))


def takers(territories: Sequence[Territory], totems: Totems, seat: int) -> Iterator[tuple[Resource, int]]:
    """The totems that move automatically after `seat` has placed and thrown its fire, and the seats they go to."""
    for kind in RESOURCES:
        leaders = majority(territories, kind).leaders
        if len(leaders) == 1 and totems.get(kind) != leaders[0] and seat in (leaders[0], totems.get(kind)):
            yield kind, leaders[0]


def gifts(territories: Sequence[Territory], totems: Totems, seat: int) -> Iterator[tuple[Resource, int]]:
    """Every way to pass on a totem that `seat` must give to one of several other seats tied for the lead."""
    for kind in RESOURCES:
        if totems.get(kind) == seat:
            leaders = majority(territories, kind).leaders
            if seat not in leaders and len(leaders) > 1:
                for leader in leaders:
                    yield kind, leader
