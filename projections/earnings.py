"""What a move earns at once: how the score of the seat to move changes, item by item.

It is arithmetic that anybody can do at the table, with the rules' own scoring: make the move, score again, compare.
Only public knowledge is used, because a `Position` holds nothing else.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.commands import ClaimDomino, DeclineDomino, DraftDomino, PlaceDomino, Step
from domain.decide import forced
from domain.dominoes import dominoes
from domain.evolve import evolve
from domain.game import Game
from domain.grid import Cell, bounds
from domain.position import Position, Slot
from domain.rules import Rules, Variant
from domain.scoring import Score, score
from domain.step_events import step_events
from domain.territory import Territory, holes, place, placements
from domain.totems import Totems

ItemKind: TypeAlias = Literal["region", "caveman", "horde", "resource", "totem", "bonus"]
Factors: TypeAlias = tuple[int, int]  # their product is points
_Item: TypeAlias = tuple[ItemKind, str, Factors, tuple[Cell, ...]]

_CENTRED: Final[frozenset[Variant]] = frozenset({"empire_of_fire", "middle_kingdom"})
_COMPLETE: Final[frozenset[Variant]] = frozenset({"homo_habilis", "harmony"})


class EarnedItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changes under one name, such as the regions of a terrain: each as squares × fires, before and after."""

    kind: ItemKind
    name: str
    before: tuple[Factors, ...] = ()
    after: tuple[Factors, ...] = ()


class Earning(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move earns until the next choice of the same chief, or the end of its turn."""

    total: int
    items: tuple[EarnedItem, ...] = ()  # those that are worth something before or after
    lost: tuple[Cell, ...] = ()  # cells within the limit that nothing can be laid on any more
    missed: tuple[Variant, ...] = ()  # bonuses that can no longer be had
    # Of a claim or draft: what each domino would earn at most if it could be placed now; None if it fits nowhere.
    best: tuple[int | None, ...] = ()


class Holding(NamedTuple):
    """What the score of a seat depends on, and whether it has placed every domino so far."""

    territory: Territory
    totems: Totems
    is_whole: bool


def earnings(position: Position, moves: Sequence[Step]) -> list[Earning]:
    """What each of these moves of the seat to move earns."""
    if position.step in ("claim", "draft"):
        best = {domino: _best(position, domino) for domino in position.free}
        return [Earning(0, best=tuple(best[domino] for domino in _dominoes(move))) for move in moves]
    seat = position.seat
    if seat is None:
        return []
    held = Holding(position.territory, position.totems, _is_whole(position, seat))

    def after(move: Step) -> Holding:
        is_whole = held.is_whole and not isinstance(move, DeclineDomino)
        return Holding(*_after(position, seat, move), is_whole)

    return earned(position.rules, seat, moves, held, after)


def earned(
    rules: Rules, seat: int, moves: Iterable[Step], held: Holding, after: Callable[[Step], Holding]
) -> list[Earning]:
    """What each move earns a seat that holds `held`, and that holds `after(move)` afterwards."""
    worth, gaps = _worth(rules, seat, held), holes(held.territory)
    items, chances = set(_items(worth)), _chances(rules, held, gaps)

    def earning(move: Step) -> Earning:
        then = after(move)
        later, left = _worth(rules, seat, then), holes(then.territory)
        return Earning(
            later.total - worth.total,
            tuple(_changes(items, set(_items(later)))),
            tuple(sorted(left - gaps)),
            tuple(sorted(chances - _chances(rules, then, left))),
        )

    return [earning(move) for move in moves]


def _after(position: Position, seat: int, move: Step) -> tuple[Territory, Totems]:
    """What a seat has after its move. Most dominoes change nothing but the territory; a turn has sixty placements."""
    if isinstance(move, PlaceDomino):
        domino = dominoes(position.rules)[move.domino]
        if not domino.has_volcano and position.rules.mode != "totem":
            return place(position.territories[seat], domino, move.a, move.b), position.totems
    done = reduce(evolve, step_events(position, move), Game(position, version=1))
    if done.position.step == "fire":  # O5: a fire with one target or none leaves no choice
        done = reduce(evolve, forced(done.position), done)
    return done.position.territories[seat], done.position.totems


def _is_whole(position: Position, seat: int) -> bool:
    """Whether the seat can still fill its territory: all of its dominoes together just do."""
    rules, territory = position.rules, position.territories[seat]
    in_a_round = rules.line_length // rules.seats
    to_come = sum(slot.seat == seat for slot in position.line) + in_a_round * (rules.rounds - position.round)
    return len(territory.squares) + 2 * to_come == territory.size**2 - 1


def _worth(rules: Rules, seat: int, held: Holding) -> Score:
    return score(rules, held.territory, held.totems, seat)


def _chances(rules: Rules, held: Holding, gaps: frozenset[Cell]) -> set[Variant]:
    """O14, K6: the bonuses that this seat has or may still get."""
    half, chances = held.territory.size // 2, set[Variant]()
    for variant in rules.variants:
        if variant in _CENTRED:
            left, top, right, bottom = bounds(held.territory.squares)
            if max(-left, -top, right, bottom) <= half:
                chances.add(variant)
        elif variant in _COMPLETE and held.is_whole and not gaps:
            chances.add(variant)
    return chances


def _dominoes(move: Step) -> tuple[int, ...]:
    match move:
        case DraftDomino(domino) | ClaimDomino(int(domino), None):
            return (domino,)
        case ClaimDomino(None, (low, high)):
            return low, high
        case _:
            return ()


def _best(position: Position, number: int) -> int | None:
    """What this domino would earn the seat to move at most, if it were its turn to place it."""
    seat = position.seat
    assert seat is not None
    domino = dominoes(position.rules)[number]
    turn = replace(position, step="place", line=(Slot(number, seat),))
    before = score(position.rules, position.territory, position.totems, seat).total
    placed = (_after(turn, seat, PlaceDomino(number, a, b)) for a, b in placements(position.territory, domino))
    totals = (score(position.rules, territory, totems, seat).total for territory, totems in placed)
    return max((total - before for total in totals), default=None)


def _items(worth: Score) -> Iterator[_Item]:
    for region in worth.regions:
        yield "region", region.terrain, (region.squares, region.marks), region.cells
    for caveman in worth.cavemen:
        each = caveman.points // caveman.count if caveman.count else 0
        yield "caveman", caveman.caveman, (each, caveman.count), (caveman.at, *caveman.counted)
    for horde in worth.hordes:
        yield "horde", "horde", (horde.warriors, horde.power), horde.cells
    for resource in worth.resources:
        yield "resource", resource.resource, (resource.points, 1), resource.cells
    for totem in worth.totems:
        yield "totem", totem.resource, (1, totem.points), ()
    for bonus in worth.bonuses:
        yield "bonus", bonus.variant, (1, bonus.points), ()


def _changes(before: set[_Item], after: set[_Item]) -> Iterator[EarnedItem]:
    gone, come = sorted(before - after), sorted(after - before)
    for kind, name in dict.fromkeys(item[:2] for item in (*come, *gone)):
        old = tuple(factors for *item, factors, _ in gone if item == [kind, name])
        new = tuple(factors for *item, factors, _ in come if item == [kind, name])
        if old != new and any(a * b for a, b in (*old, *new)):
            yield EarnedItem(kind, name, old, new)
