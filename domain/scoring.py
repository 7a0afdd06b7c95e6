"""The points of a territory, itemised so that a person can check every item on the board."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.dominoes import Square
from domain.grid import Cell, around, groups, reading_order
from domain.pieces import TOTEM_POINTS, WARRIOR_POWER, Caveman, Resource, Terrain
from domain.position import Position
from domain.rules import Rules, Variant
from domain.territory import MarkedCells, Territory, marked_cells, marks, regions_of
from domain.totems import Totems
from domain.tribe import resources_by_kind


class RegionPoints(msgspec.Struct, frozen=True):
    """O7, K4: squares × marks."""

    terrain: Terrain
    cells: tuple[Cell, ...]
    squares: int
    marks: int
    points: int


class CavemanPoints(msgspec.Struct, frozen=True):
    """O11: what a hunter-gatherer scores for the cells around it."""

    caveman: Caveman
    at: Cell
    counted: tuple[Cell, ...]
    count: int
    points: int


class HordePoints(msgspec.Struct, frozen=True):
    """O12: warriors × power."""

    cells: tuple[Cell, ...]
    warriors: int
    power: int
    points: int


class ResourcePoints(msgspec.Struct, frozen=True):
    resource: Resource
    cells: tuple[Cell, ...]
    points: int


class TotemPoints(msgspec.Struct, frozen=True):
    resource: Resource
    points: int


class BonusPoints(msgspec.Struct, frozen=True):
    variant: Variant
    points: int


class Score(msgspec.Struct, frozen=True):
    total: int
    regions: tuple[RegionPoints, ...] = ()
    cavemen: tuple[CavemanPoints, ...] = ()
    hordes: tuple[HordePoints, ...] = ()
    resources: tuple[ResourcePoints, ...] = ()
    totems: tuple[TotemPoints, ...] = ()
    bonuses: tuple[BonusPoints, ...] = ()


TieBreak: TypeAlias = Literal["largest_region", "fires", "crowns", "shared"]


class Standing(msgspec.Struct, frozen=True):
    """The rank of a seat at the end, and the values that decided it."""

    seat: int
    rank: int  # 1 is best; tied seats have the same rank
    total: int
    largest_region: int
    marks: int  # fires or crowns in the territory
    tie_break: TieBreak | None = None  # how a tie on the total was decided, if there was one


def score(rules: Rules, territory: Territory, totems: Totems, seat: int) -> Score:
    """The score of `seat` for its territory as it is now."""
    tribe = rules.mode == "tribe"
    items = (
        _regions(territory),
        cavemen(territory) if tribe else (),
        hordes(territory) if tribe else (),
        _resources(territory) if rules.mode == "totem" else (),
        tuple(TotemPoints(kind, TOTEM_POINTS[kind]) for kind, holder in sorted(totems.items()) if holder == seat),
        _bonuses(rules, territory),
    )
    total = sum(item.points for group in items for item in group)
    return Score(total, *items)


def scores(position: Position) -> tuple[Score, ...]:
    return tuple(
        score(position.rules, territory, position.totems, seat) for seat, territory in enumerate(position.territories)
    )


def _regions(territory: Territory) -> tuple[RegionPoints, ...]:
    return tuple(chain.from_iterable(_region_points(*cells) for cells in marked_cells(territory)))


@lru_cache(10_000)
def _region_points(terrain: Terrain, marked: MarkedCells) -> tuple[RegionPoints, ...]:
    """Cached: all placements of a turn are scored, and each of them changes the regions of two terrains at most."""
    return tuple(
        RegionPoints(terrain, region.cells, len(region.cells), region.marks, len(region.cells) * region.marks)
        for region in regions_of(terrain, marked)
    )


def _resources(territory: Territory) -> tuple[ResourcePoints, ...]:
    return tuple(ResourcePoints(kind, tuple(cells), len(cells)) for kind, cells in resources_by_kind(territory).items())


# O11: the points for each thing counted, and how many of them a square holds.
_COUNTING: Final[dict[Caveman, tuple[int, Callable[[Square], int]]]] = {
    "hunter": (3, lambda square: square.resource == "mammoth"),
    "fisher": (3, lambda square: square.resource == "fish"),
    "gatherer": (4, lambda square: square.resource == "mushroom"),
    "sculptor": (5, lambda square: square.resource == "flint"),
    "painter": (2, lambda square: square.resource is not None),
    "fire_lady": (1, marks),
    "shaman": (2, lambda square: square.caveman is not None),
}


def cavemen(territory: Territory) -> tuple[CavemanPoints, ...]:
    """O11: the points of every hunter-gatherer."""
    return tuple(
        _counted(territory, square.caveman, at)
        for at, square in sorted(territory.squares.items(), key=lambda item: reading_order(item[0]))
        if square.caveman in _COUNTING
    )


def _counted(territory: Territory, caveman: Caveman, at: Cell) -> CavemanPoints:
    points, count = _COUNTING[caveman]
    counts = {near: int(count(territory.squares[near])) for near in around(at) if near in territory.squares}
    counted = tuple(near for near, number in counts.items() if number)
    total = sum(counts.values())
    return CavemanPoints(caveman, at, counted, total, total * points)


def hordes(territory: Territory) -> tuple[HordePoints, ...]:
    """O12: the points of every group of warriors."""
    powers = {
        cell: WARRIOR_POWER[square.caveman]
        for cell, square in territory.squares.items()
        if square.caveman in WARRIOR_POWER
    }
    return tuple(_horde(cells, sum(powers[cell] for cell in cells)) for cells in groups(powers))


def _horde(cells: tuple[Cell, ...], power: int) -> HordePoints:
    return HordePoints(cells, len(cells), power, len(cells) * power)


def _bonuses(rules: Rules, territory: Territory) -> tuple[BonusPoints, ...]:
    """O14, K6: the same two bonuses, under different names in the two games."""
    earned: dict[Variant, int] = {}
    for variant in rules.variants:
        if variant in ("empire_of_fire", "middle_kingdom") and territory.is_centred:
            earned[variant] = 10
        if variant in ("homo_habilis", "harmony") and territory.is_complete:
            earned[variant] = 5
    return tuple(BonusPoints(variant, points) for variant, points in earned.items())


def standings(position: Position) -> tuple[Standing, ...]:
    """O13, K5: the seats from first to last, with the tie-break that decided between equal totals.

    A player who stayed in a game of two that the other left has won it, whatever the points.
    """
    placed = _compared(position)
    first = tuple(sorted(standing.seat for standing in placed if standing.rank == 1))
    if position.winners in (None, first):
        return placed
    claimed = [
        replace(standing, rank=1 + (standing.seat not in position.winners), tie_break=None) for standing in placed
    ]
    return tuple(sorted(claimed, key=lambda standing: standing.rank))


def _compared(position: Position) -> tuple[Standing, ...]:
    worth = scores(position)
    keys = [_tie_break_key(position.rules, score) for score in worth]
    order = sorted(range(len(worth)), key=lambda seat: (-worth[seat].total, *(-key for key in keys[seat]), seat))
    placed: list[Standing] = []
    for seat in order:
        total = worth[seat].total
        ahead = sum((worth[other].total, keys[other]) > (total, keys[seat]) for other in order)
        rivals = [keys[other] for other in order if other != seat and worth[other].total == total]
        tie_break = _tie_break(position.rules, keys[seat], rivals)
        placed.append(Standing(seat, ahead + 1, total, _largest_region(worth[seat]), _marks(worth[seat]), tie_break))
    return tuple(placed)


def winners(position: Position) -> tuple[int, ...]:
    return tuple(sorted(standing.seat for standing in standings(position) if standing.rank == 1))


def _tie_break_key(rules: Rules, worth: Score) -> tuple[int, ...]:
    """The values that break ties, in order. Kingdomino compares crowns only with the variant."""
    compares_marks = rules.game == "origins" or "crowns_break_ties" in rules.variants
    return (_largest_region(worth), _marks(worth)) if compares_marks else (_largest_region(worth),)


def _largest_region(worth: Score) -> int:
    return max((region.squares for region in worth.regions), default=0)


def _marks(worth: Score) -> int:
    return sum(region.marks for region in worth.regions)


def _tie_break(rules: Rules, key: tuple[int, ...], rivals: Sequence[tuple[int, ...]]) -> TieBreak | None:
    """The last comparison needed to separate this seat from the others with the same total."""
    if not rivals:
        return None
    if key in rivals:
        return "shared"
    if any(rival[0] == key[0] for rival in rivals):
        return "fires" if rules.game == "origins" else "crowns"
    return "largest_region"
