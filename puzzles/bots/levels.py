"""The bots by level: each chooses a step from what every player may see, and from nothing else."""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from domain.commands import Step
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.greedy_bot import flint
from puzzles.bots.random_bot import pebble
from puzzles.search.budget import Budget

IsOver: TypeAlias = Callable[[], bool] | None  # whether the time is up

# Turns played out for a decision, by the size of the territory, most of them of others: towards the end of a game they
# make more games. They keep mammoth under 0.3 s and volcano under 2 s of one core. Mammoth is meant to be beaten by
# volcano as often as it beats flint: on a large territory it takes more to beat flint, and less to beat mammoth.
MAMMOTH: Final = {5: 350, 7: 800}
VOLCANO: Final = {5: 60_000, 7: 20_000}


def mammoth(position: Position, is_over: IsOver) -> Budget:
    """Thinks a little: it tries what looks good on a few deals, and believes what it sees there."""
    return Budget(_playouts(position, MAMMOTH), is_over, opinion=0)


def volcano(position: Position, is_over: IsOver) -> Budget:
    """Thinks hard."""
    return Budget(_playouts(position, VOLCANO), is_over)


def _playouts(position: Position, turns: dict[int, int]) -> int:
    return max(1, turns[position.rules.size] // turns_left(position))


def turns_left(position: Position) -> int:
    """How many chiefs are still to act in the game, about."""
    chiefs = 4 if position.rules.seats == 2 else position.rules.seats
    return max(1, (position.rules.rounds - position.round) * chiefs + len(position.line))


AT_ONCE: Final[dict[Level, Callable[[Position, Random], Step]]] = {"pebble": pebble, "flint": flint}
SEARCHING: Final[dict[Level, Callable[[Position, IsOver], Budget]]] = {"mammoth": mammoth, "volcano": volcano}


def choose(position: Position, level: Level, rng: Random, is_over: IsOver = None) -> Step:
    """The step a bot of this level takes for the seat to move; equal luck gives the equal step.

    When the time is up, one that searches takes what it has found.
    """
    if position.seat is None:
        raise ValueError("nobody is to move")
    if level in AT_ONCE:
        return AT_ONCE[level](position, rng)
    # Here, because the compiler behind it takes a second to come, and those who only name the levels do without.
    from puzzles.search.best import best_moves

    return best_moves(position, SEARCHING[level](position, is_over), rng)[0].step
