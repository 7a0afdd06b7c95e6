"""Points for a territory, itemised so that a person can check each of them on the board."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from domain.dominoes import Square
from domain.grid import Cell, around, groups, reading_order
from domain.pieces import TOTEM_POINTS, WARRIOR_POWER, Caveman, Resource, Terrain
from domain.position import Position
from domain.rules import Rules, Variant
from domain.territory import Territory, marks, regions
from domain.totems import Totems
from domain.tribe import stock


class RegionPoints(msgspec.Struct, frozen=True):
    """O7, K4: squares × marks."""

    terrain: Terrain
    cells: tuple[Cell, ...]
    squares: int
    marks: int
    points: int


class CavemanPoints(msgspec.Struct, frozen=True):
    """O11: what one hunter-gatherer counts on the cells around."""

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
    """A seat's place at the end, and what it was ranked by."""

    seat: int
    rank: int  # 1 is best; seats that share a place have the same
    total: int
    largest_region: int
    marks: int  # fires or crowns in the territory
    tie_break: TieBreak | None = None  # what told it from others with the same total, if there are any


def score(rules: Rules, territory: Territory, totems: Totems, seat: int) -> Score:
    """The worth of `seat`'s territory as it stands."""
    tribe = rules.mode == "tribe"
    items = (
        _regions(territory),
        _cavemen(territory) if tribe else (),
        _hordes(territory) if tribe else (),
        _resources(territory) if rules.mode == "totem" else (),
        tuple(TotemPoints(kind, TOTEM_POINTS[kind]) for kind, holder in sorted(totems.items()) if holder == seat),
        _bonuses(rules, territory),
    )
    return Score(sum(item.points for group in items for item in group), *items)


def scores(position: Position) -> tuple[Score, ...]:
    return tuple(
        score(position.rules, territory, position.totems, seat) for seat, territory in enumerate(position.territories)
    )


def _regions(territory: Territory) -> tuple[RegionPoints, ...]:
    return tuple(
        RegionPoints(region.terrain, region.cells, len(region.cells), region.marks, len(region.cells) * region.marks)
        for region in regions(territory)
    )


def _resources(territory: Territory) -> tuple[ResourcePoints, ...]:
    return tuple(ResourcePoints(kind, tuple(cells), len(cells)) for kind, cells in stock(territory).items())


# O11: points per thing counted, and how many of it a square holds.
_COUNTING: Final[dict[Caveman, tuple[int, Callable[[Square], int]]]] = {
    "hunter": (3, lambda square: square.resource == "mammoth"),
    "fisher": (3, lambda square: square.resource == "fish"),
    "gatherer": (4, lambda square: square.resource == "mushroom"),
    "sculptor": (5, lambda square: square.resource == "flint"),
    "painter": (2, lambda square: square.resource is not None),
    "fire_lady": (1, marks),
    "shaman": (2, lambda square: square.caveman is not None),
}


def _cavemen(territory: Territory) -> tuple[CavemanPoints, ...]:
    return tuple(
        _counted(territory, square.caveman, at)
        for at, square in sorted(territory.squares.items(), key=lambda item: reading_order(item[0]))
        if square.caveman in _COUNTING
    )


def _counted(territory: Territory, caveman: Caveman, at: Cell) -> CavemanPoints:
    points, count = _COUNTING[caveman]
    found = {near: int(count(territory.squares[near])) for near in around(at) if near in territory.squares}
    counted = tuple(near for near, number in found.items() if number)
    total = sum(found.values())
    return CavemanPoints(caveman, at, counted, total, total * points)


def _hordes(territory: Territory) -> tuple[HordePoints, ...]:
    powers = {
        cell: WARRIOR_POWER[square.caveman]
        for cell, square in territory.squares.items()
        if square.caveman in WARRIOR_POWER
    }
    return tuple(_horde(cells, sum(powers[cell] for cell in cells)) for cells in groups(powers))


def _horde(cells: tuple[Cell, ...], power: int) -> HordePoints:
    return HordePoints(cells, len(cells), power, len(cells) * power)


def _bonuses(rules: Rules, territory: Territory) -> tuple[BonusPoints, ...]:
    """O14, K6: the same two bonuses under the names of both games."""
    earned: dict[Variant, int] = {}
    for variant in rules.variants:
        if variant in ("empire_of_fire", "middle_kingdom") and territory.is_centred:
            earned[variant] = 10
        if variant in ("homo_habilis", "harmony") and territory.is_complete:
            earned[variant] = 5
    return tuple(BonusPoints(variant, points) for variant, points in earned.items())


def standings(position: Position) -> tuple[Standing, ...]:
    """O13, K5: the seats from first to last, and for equal totals which tie-break decided."""
    worth = scores(position)
    keys = [_tie_break_key(position.rules, one) for one in worth]
    order = sorted(range(len(worth)), key=lambda seat: (-worth[seat].total, *(-key for key in keys[seat]), seat))
    placed: list[Standing] = []
    for seat in order:
        total = worth[seat].total
        ahead = sum((worth[other].total, keys[other]) > (total, keys[seat]) for other in order)
        rivals = [keys[other] for other in order if other != seat and worth[other].total == total]
        tie_break = _decider(position.rules, keys[seat], rivals)
        placed.append(Standing(seat, ahead + 1, total, _largest_region(worth[seat]), _marks(worth[seat]), tie_break))
    return tuple(placed)


def winners(position: Position) -> tuple[int, ...]:
    return tuple(sorted(standing.seat for standing in standings(position) if standing.rank == 1))


def _tie_break_key(rules: Rules, worth: Score) -> tuple[int, ...]:
    """What ties are broken by, first first: without the option, Kingdomino does not compare crowns."""
    compares_marks = rules.game == "origins" or "crowns_break_ties" in rules.variants
    return (_largest_region(worth), _marks(worth)) if compares_marks else (_largest_region(worth),)


def _largest_region(worth: Score) -> int:
    return max((region.squares for region in worth.regions), default=0)


def _marks(worth: Score) -> int:
    return sum(region.marks for region in worth.regions)


def _decider(rules: Rules, key: tuple[int, ...], rivals: Sequence[tuple[int, ...]]) -> TieBreak | None:
    """The last comparison that was needed to tell this seat from every other with the same total."""
    if not rivals:
        return None
    if key in rivals:
        return "shared"
    if any(rival[0] == key[0] for rival in rivals):
        return "fires" if rules.game == "origins" else "crowns"
    return "largest_region"
