"""The levels of bots: how each chooses a step, or how long it searches for one.

A bot sees only what every player may see. This module does without the compiled engine, so that the service can name
levels and play the quick ones without waiting for the compiler; `choose` plays all levels.
"""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from domain.commands import Step
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.greedy_bot import greedy_step
from puzzles.bots.random_bot import random_step
from puzzles.search.budget import Budget

IsOver: TypeAlias = Callable[[], bool] | None  # whether the time is up

# Turns played out for a decision, by the size of the territory; most of them are turns of other seats. Towards the end
# of a game they make more games. They keep mammoth under 0.3 s and volcano under 2 s of one core. Volcano should beat
# mammoth as often as mammoth beats flint: on a large territory it takes more to beat flint, and less to beat mammoth.
MAMMOTH: Final = {5: 350, 7: 800}
VOLCANO: Final = {5: 60_000, 7: 20_000}


def short_search(position: Position, is_over: IsOver) -> Budget:
    """Mammoth: tries what looks good on a few deals, believes what it sees there, and thinks no ending through."""
    return Budget(_playouts(position, MAMMOTH), is_over, opinion=0, replies=False, ending_steps=0)


def long_search(position: Position, is_over: IsOver) -> Budget:
    """Volcano: tries many deals, and plays endings as well as possible."""
    return Budget(_playouts(position, VOLCANO), is_over)


def _playouts(position: Position, turns: dict[int, int]) -> int:
    return max(1, turns[position.rules.size] // turns_left(position))


def turns_left(position: Position) -> int:
    """About how many turns are left in the game."""
    chiefs = 4 if position.rules.seats == 2 else position.rules.seats
    return max(1, (position.rules.rounds - position.round) * chiefs + len(position.line))


AT_ONCE: Final[dict[Level, Callable[[Position, Random], Step]]] = {"pebble": random_step, "flint": greedy_step}
SEARCHING: Final[dict[Level, Callable[[Position, IsOver], Budget]]] = {"mammoth": short_search, "volcano": long_search}


def choose_at_once(position: Position, level: Level, rng: Random) -> Step:
    """The step of a bot that does not search."""
    if position.seat is None:
        raise ValueError("nobody is to move")
    return AT_ONCE[level](position, rng)
