"""Perft: how many ways a position can go on, counted move by move, to catch any change of the move generator."""

import re
from collections.abc import Iterator

import msgspec

from domain.commands import Play
from domain.decide import decide
from domain.game import Game
from domain.legal import legal
from domain.log import replay
from domain.notation.moves import write_move
from domain.position import Position


class Perft(msgspec.Struct):
    """Continuations of 1, 2, … moves; and those of the greatest depth split by first move, in the order of `legal`."""

    counts: list[int]
    by_first_move: dict[str, int]


def perft(position: Position, depth: int) -> Perft:
    """A line nobody knows yet ends the count: the position holds no hidden orders."""
    game = Game(position, version=1)
    counts = [_count(game, moves) for moves in range(1, depth + 1)]
    return Perft(counts, {write_move(play.move): _count(after, depth - 1) for play, after in _continuations(game)})


def _continuations(game: Game) -> Iterator[tuple[Play, Game]]:
    seat = game.position.seat
    for move in legal(game.position):
        assert seat is not None
        play = Play(seat, move)
        yield play, replay(decide(game, play), game)


def _count(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal(game.position))
    return sum(_count(after, depth - 1) for _, after in _continuations(game))


def write_perft(result: Perft) -> str:
    counts = [f"perft {depth} {count}" for depth, count in enumerate(result.counts, 1)]
    return "\n".join([*counts, *(f"{move} {count}" for move, count in result.by_first_move.items())]) + "\n"


def read_perft(text: str) -> tuple[str, Perft]:
    """The position's text, and the counts below it."""
    position, counted = text.split("\n\n")
    counts = [int(count) for count in re.findall(r"^perft \d+ (\d+)$", counted, re.MULTILINE)]
    moves = (line.rsplit(" ", 1) for line in counted.splitlines() if not line.startswith("perft"))
    return position, Perft(counts, {move: int(count) for move, count in moves})
