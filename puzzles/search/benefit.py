"""Why a move is better than another, in numbers: what it brings by the end of the game, item by item.

This module does without the compiled engine; `explain` finds the numbers.
"""

from collections import Counter
from typing import Final, Literal, TypeAlias

import msgspec

from domain.pieces import Terrain
from domain.scoring import Score

ItemName: TypeAlias = Terrain | Literal["centre", "full", "resources", "totems", "cavemen", "hordes", "order", "rival"]
Line: TypeAlias = tuple[Score, ...]  # the scores of all seats at the end of a line that is certain

SURE: Final = 2.0  # standard errors by which a difference must be away from nothing to be shown
WORTH_TELLING: Final = 0.25  # points
_BONUSES: Final[dict[str, ItemName]] = {
    "empire_of_fire": "centre",
    "middle_kingdom": "centre",
    "homo_habilis": "full",
    "harmony": "full",
}


class Item(msgspec.Struct, frozen=True):
    """By how many points an item differs, in the mean of the lines that were played."""

    item: ItemName
    points: float  # of the own final score; of a rival's with `rival`; of the lead with `order`, for acting earlier
    error: float  # standard error; 0 where the lines are certain
    seat: int | None  # which rival
    domino: int | None  # the drafted domino, if that rival mostly takes it otherwise


class Benefit(msgspec.Struct, frozen=True):
    """What a move brings compared with another one, the items that matter most first."""

    lead: float  # by how much the final lead over the best opponent grows
    error: float
    playouts: int  # lines that were played after each of the two
    items: list[Item]
    proven: bool  # whether both lines are the best that all seats can do


def own_item(item: ItemName, points: float, error: float = 0.0) -> Item:
    return Item(item, points, error, None, None)


def itemised(score: Score) -> Counter[ItemName]:
    """The points of a score by item."""
    items: Counter[ItemName] = Counter()
    for region in score.regions:
        items[region.terrain] += region.points
    for bonus in score.bonuses:
        items[_BONUSES[bonus.variant]] += bonus.points
    items["resources"] = sum(item.points for item in score.resources)
    items["totems"] = sum(item.points for item in score.totems)
    items["cavemen"] = sum(item.points for item in score.cavemen)
    items["hordes"] = sum(item.points for item in score.hordes)
    return items


def score_items(better: Score, other: Score) -> list[Item]:
    """By how much two final scores of the same territory differ, exactly."""
    more, less = itemised(better), itemised(other)
    names: dict[ItemName, None] = dict.fromkeys([*more, *less])
    return [own_item(name, float(more[name] - less[name])) for name in names if more[name] != less[name]]


def line_items(better: Line, other: Line, seat: int) -> list[Item]:
    """The same for all seats at the end of two lines."""
    rivals = [
        Item("rival", float(better[rival].total - other[rival].total), 0.0, rival, None)
        for rival in range(len(better))
        if rival != seat and better[rival].total != other[rival].total
    ]
    return [*score_items(better[seat], other[seat]), *rivals]


def lead_of(line: Line, seat: int) -> int:
    return line[seat].total - max(score.total for rival, score in enumerate(line) if rival != seat)


def is_sure(points: float, error: float) -> bool:
    """Whether a difference lies outside its error, and is large enough to tell."""
    return abs(points) >= WORTH_TELLING and abs(points) > SURE * error


def telling(items: list[Item]) -> list[Item]:
    """Those that are sure, the largest first."""
    return sorted((item for item in items if is_sure(item.points, item.error)), key=lambda item: -abs(item.points))
