"""The legal moves as pages get them: grouped by where a piece can be put, and each earning once.

A complete list repeats the same words for each of sixty placements. The browser makes it again from this
(`service/web/board/expanded.js`); programs get it from `projections/choices.py`.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias, TypeVar

import msgspec

from domain.commands import PlaceDomino, Step, ThrowFire
from domain.grid import Cell
from domain.pieces import Caveman, Resource
from domain.position import Due
from domain.rules import Variant
from domain.tribe import Source
from projections.choices import Choices, Recruits
from projections.earnings import EarnedItem, Earning

_TURNS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))  # left, up, down, right: in the order of the complete list
NOT_THERE: Final = -1  # in place of the number of an earning
Spot: TypeAlias = tuple[int, ...]  # a cell, and the number of the earning there: one, or one for each turn
_T = TypeVar("_T")
PlaceWorth: TypeAlias = tuple[int, tuple[tuple[Cell, int], ...]]  # points, and what changes with each spent resource


class OfferedEarning(msgspec.Struct, frozen=True, omit_defaults=True):
    """An `Earning` whose items are given by their numbers."""

    total: int
    items: tuple[int, ...] = ()
    lost: tuple[Cell, ...] = ()
    missed: tuple[Variant, ...] = ()
    best: tuple[int | None, ...] = ()


class OfferedCaveman(msgspec.Struct, frozen=True):
    caveman: Caveman
    best: dict[Source, int]
    places: list[int]  # the number of the worth of each place: the free cells, then those of the resources


class RecruitWorth(msgspec.Struct, frozen=True):
    worths: list[PlaceWorth]
    cavemen: list[OfferedCaveman]


class OfferedRecruits(msgspec.Struct, frozen=True):
    """`Recruits`, with each worth once."""

    cave: tuple[Caveman, ...]
    pile: tuple[Caveman, ...] | None
    resources: dict[Resource, list[Cell]]
    free: list[Cell]
    price: dict[Source, int]
    earns: RecruitWorth | None


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    seq: int
    seat: int | None
    step: Due
    earnings: tuple[OfferedEarning, ...] | None  # None where the table does not show them
    domino: int | None = None  # the one that can be placed
    # By the cell of the first half, with the second one left, up, down and right of it; or the cells of fires.
    spots: tuple[Spot, ...] = ()
    others: tuple[tuple[Step, int], ...] = ()  # all other moves, each with the number of its earning
    items: tuple[EarnedItem, ...] = ()
    recruit: OfferedRecruits | None = None
    undo: int | None = None


def offer(choices: Choices) -> Offer:
    earns = choices.earns if choices.earns is not None else [Earning(0)] * len(choices.moves)
    numbers = _numbered(earns)
    items = _numbered(item for earning in numbers for item in earning.items)
    pairs = list(zip(choices.moves, (numbers[earning] for earning in earns), strict=True))
    placed = [(move, number) for move, number in pairs if isinstance(move, PlaceDomino)]
    thrown = [(*move.at, number) for move, number in pairs if isinstance(move, ThrowFire)]
    return Offer(
        choices.seq,
        choices.seat,
        choices.step,
        None if choices.earns is None else tuple(_offered(earning, items) for earning in numbers),
        placed[0][0].domino if placed else None,
        tuple(_by_cell(placed)) or tuple(thrown),
        tuple((move, number) for move, number in pairs if not isinstance(move, PlaceDomino | ThrowFire)),
        () if choices.earns is None else tuple(items),
        None if choices.recruit is None else _recruits(choices.recruit),
        choices.undo,
    )


def _numbered(values: Iterable[_T]) -> dict[_T, int]:
    numbers: dict[_T, int] = {}
    for value in values:
        numbers.setdefault(value, len(numbers))
    return numbers


def _by_cell(placed: list[tuple[PlaceDomino, int]]) -> list[Spot]:
    cells: dict[Cell, dict[Cell, int]] = {}
    for move, number in placed:
        cells.setdefault(move.a, {})[move.b] = number
    return [(x, y, *(ways.get((x + dx, y + dy), NOT_THERE) for dx, dy in _TURNS)) for (x, y), ways in cells.items()]


def _offered(earning: Earning, items: dict[EarnedItem, int]) -> OfferedEarning:
    numbers = tuple(items[item] for item in earning.items)
    return OfferedEarning(earning.total, numbers, earning.lost, earning.missed, earning.best)


def _recruits(recruits: Recruits) -> OfferedRecruits:
    earns = None
    if recruits.earns is not None:
        worths = _numbered((place.points, place.spends) for entry in recruits.earns for place in entry.places)
        cavemen = [
            OfferedCaveman(entry.caveman, entry.best, [worths[place.points, place.spends] for place in entry.places])
            for entry in recruits.earns
        ]
        earns = RecruitWorth(list(worths), cavemen)
    return OfferedRecruits(recruits.cave, recruits.pile, recruits.resources, recruits.free, recruits.price, earns)
