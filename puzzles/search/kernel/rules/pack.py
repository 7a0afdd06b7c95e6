"""From a Position and a guess at what is hidden to the kernel's record."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from domain.dominoes import NUMBERS, Square
from domain.grid import CENTRE, Cell, bounds
from domain.pieces import CAVEMEN, RESOURCES, Caveman
from domain.position import Due, Position, Slot
from domain.rules import Rules
from domain.territory import Territory
from puzzles.search.kernel.rules.bits import REACH
from puzzles.search.kernel.rules.constants import KINGDOMINO, ORIGINS, TRIBE, Words, board, box_number, cell_number
from puzzles.search.kernel.rules.layout import (
    CLAIM,
    DRAFT,
    FIRE,
    GIVE,
    GOODS,
    MARK_HIGH,
    MARK_LOW,
    MEN,
    NOBODY,
    OVER,
    PLACE,
    PLAIN,
    RECORD,
    RECRUIT,
    TAKEN,
    TOTEM,
    TRIBAL,
    State,
)
from puzzles.search.kernel.rules.regions import recount
from puzzles.search.kernel.rules.territory import open_up
from puzzles.search.kernel.rules.turn import note_unseen
from puzzles.search.outlook import has_outlook, has_replies

_STEPS: Final[dict[Due, int]] = {
    "claim": CLAIM,
    "place": PLACE,
    "fire": FIRE,
    "totem": GIVE,
    "draft": DRAFT,
    "recruit": RECRUIT,
    "over": OVER,
}


def pack(position: Position, deck: Sequence[int], pile: Sequence[Caveman] = (), random: int = 1) -> State:
    """The position with its unseen dominoes and cavemen in these orders; both may lack what never comes."""
    state = np.zeros(1, RECORD)[0]
    state["random"] = random
    _write_rules(state, position.rules)
    for seat, territory in enumerate(position.territories):
        _write_territory(state, seat, territory, position.rules)
    _write_lines(state, position)
    state["drawn"] = 48 - len(deck)
    state["deck"][48 - len(deck) :] = deck
    for domino in deck:
        note_unseen(state, domino, 1)
    state["pile"][: len(pile)] = [_number(caveman) for caveman in reversed(pile)]
    state["pile_count"] = len(pile)
    state["cave"][: len(position.cave)] = [_number(caveman) for caveman in position.cave]
    state["cave_count"] = len(position.cave)
    state["totems"] = [position.totems.get(kind, NOBODY) for kind in RESOURCES]
    state["volcano"] = NOBODY if position.volcano is None else cell_number(position.volcano)
    return state


def pack_table(rules: Rules, random: int = 1) -> State:
    """A table on which nothing has been revealed yet, ready to be dealt to."""
    cavemen = tuple(Counter(CAVEMEN).elements()) if rules.mode == "tribe" else ()
    territories = (Territory(rules.size),) * rules.seats
    return pack(Position(rules, (), territories, NUMBERS, step="claim"), sorted(NUMBERS), cavemen, random)


def _number(caveman: Caveman) -> int:
    return TRIBE.index(caveman) + 1


def _write_rules(state: State, rules: Rules) -> None:
    state["seats"] = rules.seats
    state["size"] = rules.size
    state["rounds"] = rules.rounds
    state["line_length"] = rules.line_length
    state["dominoes"] = box_number(rules)
    state["mode"] = {"totem": TOTEM, "tribe": TRIBAL}.get(rules.mode or "", PLAIN)
    state["must_place"] = rules.must_place
    state["in_pairs"] = rules.claims_in_pairs
    state["centre_bonus"] = 0 if {"empire_of_fire", "middle_kingdom"}.isdisjoint(rules.variants) else 10
    state["full_bonus"] = 0 if {"homo_habilis", "harmony"}.isdisjoint(rules.variants) else 5
    state["has_outlook"] = has_outlook(rules)
    state["has_replies"] = has_replies(rules)
    state["marks_break_ties"] = rules.game == "origins" or "crowns_break_ties" in rules.variants


def _write_territory(state: State, seat: int, territory: Territory, rules: Rules) -> None:
    squares, land = territory.squares, state["land"][seat]
    terrains = KINGDOMINO if rules.game == "kingdomino" else ORIGINS
    for number, terrain in enumerate(terrains):
        land[number] = board(cell for cell, square in squares.items() if square.terrain == terrain)
    land[TAKEN] = board([CENTRE, *squares])
    land[MARK_LOW] = board(cell for cell, square in squares.items() if (square.marks + square.fire) & 1)
    land[MARK_HIGH] = board(cell for cell, square in squares.items() if (square.marks + square.fire) & 2)
    land[GOODS] = board(cell for cell, square in squares.items() if square.resource)
    for digit in range(4):
        land[MEN + digit] = _men(squares, digit)
    state["box"][seat] = [edge + REACH for edge in bounds(squares)]
    open_up(state, seat)
    recount(state, seat)


def _men(squares: dict[Cell, Square], digit: int) -> Words:
    return board(cell for cell, square in squares.items() if square.caveman and _number(square.caveman) & (1 << digit))


def _write_lines(state: State, position: Position) -> None:
    state["step"] = _STEPS[position.step]
    state["round"] = position.round
    _write_line(state, "line", position.line)
    _write_line(state, "next", position.next_line)
    state["chiefs"][: len(position.chiefs)] = position.chiefs
    state["chief_count"] = len(position.chiefs)


def _write_line(state: State, name: str, slots: Sequence[Slot]) -> None:
    numbers = state["line" if name == "line" else "next_line"]
    numbers[: len(slots)] = [slot.domino for slot in slots]
    state[f"{name}_seat"][: len(slots)] = [NOBODY if slot.seat is None else slot.seat for slot in slots]
    state[f"{name}_count"] = len(slots)
