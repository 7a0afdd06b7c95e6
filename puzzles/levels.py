"""The bots by level: each chooses a step from what every player may see, and from nothing else."""

from collections.abc import Callable
from random import Random
from typing import Final

from domain.commands import Step
from domain.pieces import Level
from domain.position import Position
from puzzles.flint import flint
from puzzles.pebble import pebble

LEVELS: Final[dict[Level, Callable[[Position, Random], Step]]] = {"pebble": pebble, "flint": flint}


def choose(position: Position, level: Level, rng: Random) -> Step:
    """The step a bot of this level takes for the seat to move; equal luck gives the equal step."""
    if level not in LEVELS:
        raise ValueError(f"the level {level} is not played yet")
    if position.seat is None:
        raise ValueError("nobody is to move")
    return LEVELS[level](position, rng)
