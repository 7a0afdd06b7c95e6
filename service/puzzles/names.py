"""What a puzzle is called: by its game, its number of dominoes and its most frequent terrains, never by its answer.

Pages put the words together in the reader's language.
"""

from collections import Counter
from typing import Final

import msgspec

from domain.dominoes import dominoes
from domain.pieces import Terrain
from domain.rules import GameName, Mode
from puzzles.search.exact.problem import Problem

_TERRAINS: Final = 2


class PuzzleName(msgspec.Struct, frozen=True):
    game: GameName
    mode: Mode | None
    dominoes: int
    terrains: tuple[Terrain, ...]  # the two most frequent ones of the territory and the dominoes to come


def name_of(problem: Problem) -> PuzzleName:
    box = dominoes(problem.rules)
    squares = [*problem.territory.squares.values()]
    squares += [half for number in problem.dominoes for half in (box[number].a, box[number].b)]
    counts = Counter(square.terrain for square in squares)
    terrains = sorted(counts, key=lambda terrain: (-counts[terrain], terrain))[:_TERRAINS]
    return PuzzleName(problem.rules.game, problem.rules.mode, len(problem.dominoes), tuple(terrains))
