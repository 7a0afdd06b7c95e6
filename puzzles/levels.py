"""The bots by level: each chooses a step from what every player may see, and from nothing else."""

from collections.abc import Callable
from random import Random
from typing import Final

from domain.commands import Step
from domain.pieces import Level
from domain.position import Position
from puzzles.flint import flint
from puzzles.pebble import pebble

# Turns played out for a decision, most of them of others: towards the end of a game they make more games. They keep
# mammoth under 0.3 s and volcano under 2 s of one core. Mammoth is meant to be beaten by volcano as often as it beats
# flint; on a large territory it takes more to beat either.
MAMMOTH: Final = {5: 350, 7: 800}  # by the size of the territory
VOLCANO: Final = 60_000


def mammoth(position: Position, rng: Random) -> Step:
    """Thinks a little: it tries what looks good on a few deals, and believes what it sees there."""
    return _searched(position, MAMMOTH[position.rules.size], rng, opinion=0)


def volcano(position: Position, rng: Random) -> Step:
    """Thinks hard."""
    return _searched(position, VOLCANO, rng, opinion=8)


def _searched(position: Position, turns: int, rng: Random, opinion: int) -> Step:
    # Here, because the compiler behind it takes a second to come, and those who only name the levels do without.
    from puzzles.search.best import best_moves
    from puzzles.search.choices import Budget

    return best_moves(position, Budget(max(1, turns // turns_left(position)), opinion=opinion), rng)[0].step


def turns_left(position: Position) -> int:
    """How many chiefs are still to act in the game, about."""
    chiefs = 4 if position.rules.seats == 2 else position.rules.seats
    return max(1, (position.rules.rounds - position.round) * chiefs + len(position.line))


LEVELS: Final[dict[Level, Callable[[Position, Random], Step]]] = {
    "pebble": pebble,
    "flint": flint,
    "mammoth": mammoth,
    "volcano": volcano,
}


def choose(position: Position, level: Level, rng: Random) -> Step:
    """The step a bot of this level takes for the seat to move; equal luck gives the equal step."""
    if position.seat is None:
        raise ValueError("nobody is to move")
    return LEVELS[level](position, rng)
