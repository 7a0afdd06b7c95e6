"""The move generator: every legal step in a position. Independent of `decide`; tests keep the two equal."""

from collections.abc import Iterator
from itertools import islice
from typing import assert_never

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    RecruitCaveman,
    Step,
    ThrowFire,
)
from domain.fire import targets
from domain.position import Position
from domain.territory import placements
from domain.totems import gifts
from domain.tribe import offers, places_to_stand, prices, resources_by_kind


def legal(position: Position) -> list[Step]:
    """Every step that the seat to move may take, in an order that depends only on the position."""
    return sorted(steps(position), key=_order)


def steps(position: Position) -> Iterator[Step]:
    """As `legal`, but lazily and in no particular order, for callers that need only a few."""
    match position.step:
        case "claim":
            return _claims(position)
        case "place":
            return _placements(position)
        case "fire":
            return _throws(position)
        case "totem":
            return _gifts(position)
        case "draft":
            return (DraftDomino(domino) for domino in position.free)
        case "recruit":
            return _recruits(position)
        case "reveal" | "over":
            return iter(())
        case _:
            assert_never(position.step)


def is_choice(position: Position) -> bool:
    """Whether the seat to move has at least two steps to choose from."""
    return len(list(islice(steps(position), 2))) == 2


def _claims(position: Position) -> Iterator[Step]:
    free = position.free
    if not position.rules.claims_in_pairs:
        yield from (ClaimDomino(domino=domino) for domino in free)
    elif len(free) == 4:
        yield ClaimDomino(dominoes=(free[0], free[3]))
        yield ClaimDomino(dominoes=(free[1], free[2]))
    elif len(free) == 2:
        yield ClaimDomino(dominoes=(free[0], free[1]))
    # Otherwise half a pair is claimed: a pair is one move with two events, and there is no choice between them.


def _placements(position: Position) -> Iterator[Step]:
    domino, fits = position.domino, False
    for a, b in placements(position.territory, domino):
        fits = True
        yield PlaceDomino(domino.number, a, b)
    if fits and not position.rules.must_place:
        yield DeclineDomino(domino.number)


def _throws(position: Position) -> Iterator[Step]:
    assert position.volcano is not None
    return (ThrowFire(at) for at in targets(position.territory, position.volcano))


def _gifts(position: Position) -> Iterator[Step]:
    assert position.seat is not None
    return (GiveTotem(kind, to) for kind, to in gifts(position.territories, position.totems, position.seat))


def _recruits(position: Position) -> Iterator[Step]:
    yield PassRecruit()
    territory = position.territory
    resources = resources_by_kind(territory)
    free = places_to_stand(territory)
    for source, caveman in offers(position.cave, position.pile):
        for spend in prices(resources, source):
            for at in (*free, *spend):
                yield RecruitCaveman(caveman, source, spend, at)


def _order(step: Step) -> tuple[object, ...]:
    return type(step).__name__, *(getattr(step, name) for name in step.__struct_fields__)
