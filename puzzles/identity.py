"""The identifier of a puzzle, the same for all its rotations and reflections about the hut.

Only what is visible and what scores is part of it: not which domino a square belongs to, nor how many seats there were.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from domain.dominoes import Domino, Square, dominoes
from domain.grid import SYMMETRIES, Symmetry
from domain.rules import Rules
from domain.territory import Territory
from puzzles.search.exact.problem import Problem

_LENGTH: Final = 10
_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_UNSEEN: Final = ("must_place", "mighty_duel", "crowns_break_ties")  # variants that change no score and no picture


def turned(territory: Territory, turn: Symmetry) -> Territory:
    return Territory(territory.size, {turn(cell): square for cell, square in territory.squares.items()})


def puzzle_id(problem: Problem) -> str:
    """Ten letters and digits; equal if and only if the problems are rotations or reflections of each other."""
    digest = int.from_bytes(sha256(canonical(problem).encode()).digest())
    return "".join(_ALPHABET[digest // 36**place % 36] for place in range(_LENGTH))


def canonical(problem: Problem) -> str:
    """The first in the alphabet of the eight texts of a problem."""
    box = dominoes(problem.rules)
    hand = " ".join(_hand(box[number]) for number in problem.dominoes)
    people = " ".join(sorted(problem.cave))
    pictures = (_picture(problem.territory, turn) for turn in SYMMETRIES)
    return f"{_rules(problem.rules)}|{min(pictures)}|{hand}|{people}|{problem.recruits}"


def _rules(rules: Rules) -> str:
    variants = sorted(variant for variant in rules.variants if variant not in _UNSEEN)
    return " ".join([rules.game, rules.mode or "-", str(rules.size), str(rules.must_place), *variants])


def _picture(territory: Territory, turn: Symmetry) -> str:
    return " ".join(sorted(_placed(territory, turn)))


def _placed(territory: Territory, turn: Symmetry) -> Iterator[str]:
    for cell, square in territory.squares.items():
        x, y = turn(cell)
        yield f"{x},{y}:{_face(square)}"


def _hand(domino: Domino) -> str:
    return "+".join(sorted((_face(domino.a), _face(domino.b))))


def _face(square: Square) -> str:
    standing = square.resource or square.caveman or "-"
    return f"{square.terrain}{square.marks}{square.craters}{square.fire}{standing}"
