"""The bots by level: each chooses a step from what every player may see, and from nothing else."""

from collections.abc import Callable
from random import Random
from typing import Final

from domain.commands import Step
from domain.pieces import Level
from domain.position import Position
from puzzles.flint import flint
from puzzles.pebble import pebble
from puzzles.search.choices import Budget

# Turns played out for a decision, by the size of the territory, most of them of others: towards the end of a game they
# make more games. They keep mammoth under 0.3 s and volcano under 2 s of one core. Mammoth is meant to be beaten by
# volcano as often as it beats flint: on a large territory it takes more to beat flint, and less to beat mammoth.
MAMMOTH: Final = {5: 350, 7: 800}
VOLCANO: Final = {5: 60_000, 7: 20_000}


def mammoth(position: Position, rng: Random) -> Step:
    """Thinks a little: it tries what looks good on a few deals, and believes what it sees there."""
    return _searched(position, Budget(_playouts(position, MAMMOTH), opinion=0), rng)


def volcano(position: Position, rng: Random) -> Step:
    """Thinks hard."""
    return _searched(position, Budget(_playouts(position, VOLCANO)), rng)


def _playouts(position: Position, turns: dict[int, int]) -> int:
    return max(1, turns[position.rules.size] // turns_left(position))


def _searched(position: Position, budget: Budget, rng: Random) -> Step:
    # Here, because the compiler behind it takes a second to come, and those who only name the levels do without.
    from puzzles.search.best import best_moves

    return best_moves(position, budget, rng)[0].step


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
