"""The final scores side by side: one row for each item, with the points of every seat for it."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from domain.scoring import Score

ItemKind: TypeAlias = Literal["region", "caveman", "horde", "resource", "totem", "bonus"]
_KINDS: Final[tuple[ItemKind, ...]] = get_args(ItemKind)


class SheetRow(msgspec.Struct, frozen=True):
    kind: ItemKind
    name: str  # of the terrain, caveman, resource, totem or variant; empty for hordes
    points: tuple[int, ...]  # by seat


def sheet(scores: Sequence[Score]) -> tuple[SheetRow, ...]:
    """Every item that anybody has points for, by kind, and within a kind what is worth most first."""
    worth = [_worth(score) for score in scores]
    items = {item for seat in worth for item in seat}
    rows = [SheetRow(kind, name, tuple(seat[kind, name] for seat in worth)) for kind, name in items]
    scoring = (row for row in rows if any(row.points))
    return tuple(sorted(scoring, key=lambda row: (_KINDS.index(row.kind), -sum(row.points), row.name)))


def _worth(score: Score) -> Counter[tuple[ItemKind, str]]:
    """The points of a seat by item."""
    worth = Counter[tuple[ItemKind, str]]()
    for region in score.regions:
        worth["region", region.terrain] += region.points
    for caveman in score.cavemen:
        worth["caveman", caveman.caveman] += caveman.points
    for horde in score.hordes:
        worth["horde", ""] += horde.points
    for resource in score.resources:
        worth["resource", resource.resource] += resource.points
    for totem in score.totems:
        worth["totem", totem.resource] += totem.points
    for bonus in score.bonuses:
        worth["bonus", bonus.variant] += bonus.points
    return worth
