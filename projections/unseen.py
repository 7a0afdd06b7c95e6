"""The dominoes that nobody has seen yet, by their terrains: what a player at the table could count."""

from collections import defaultdict

import msgspec

from domain.dominoes import Square, dominoes
from domain.pieces import Terrain
from domain.position import Position


class UnseenDomino(msgspec.Struct, frozen=True):
    domino: int
    a: Square
    b: Square


class UnseenPair(msgspec.Struct, frozen=True):
    """The unseen dominoes with the same two terrains, in ascending order."""

    terrains: tuple[Terrain, Terrain]
    dominoes: tuple[UnseenDomino, ...]


class UnseenTerrain(msgspec.Struct, frozen=True):
    """What is left of a terrain on unseen dominoes."""

    terrain: Terrain
    squares: int
    marks: int  # printed fires or crowns
    craters: int


class Unseen(msgspec.Struct, frozen=True):
    seq: int
    to_come: int  # how many of them will still be revealed: with two or three seats of Kingdomino not all
    terrains: list[UnseenTerrain]
    pairs: list[UnseenPair]


def unseen(position: Position, seq: int) -> Unseen:
    """What is known to be left after event `seq`; the order in which it comes is not."""
    box = dominoes(position.rules)
    rows: dict[tuple[Terrain, Terrain], list[UnseenDomino]] = defaultdict(list)
    squares: dict[Terrain, list[Square]] = {square.terrain: [] for tile in box.values() for square in (tile.a, tile.b)}
    for number in sorted(position.unseen):
        tile = box[number]
        first, second = sorted((tile.a.terrain, tile.b.terrain))
        rows[first, second].append(UnseenDomino(number, tile.a, tile.b))
        for square in (tile.a, tile.b):
            squares[square.terrain].append(square)
    return Unseen(
        seq,
        _to_come(position),
        [
            UnseenTerrain(terrain, len(left), sum(s.marks for s in left), sum(s.craters for s in left))
            for terrain, left in sorted(squares.items())
        ],
        [UnseenPair(terrains, tuple(rows[terrains])) for terrains in sorted(rows)],
    )


def _to_come(position: Position) -> int:
    rules = position.rules
    revealed = len(dominoes(rules)) - len(position.unseen)
    return rules.rounds * rules.line_length - revealed
