"""The levels of bots: what each of them sees, and how long those that search do so.

Weaker levels do not throw dice: they overlook what people overlook. A bot sees only what every player may see.
This module does without the compiled engine, so that the service can name levels and play the quick ones without
waiting for the compiler; `choose` plays all levels.
"""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

import msgspec

from domain.commands import Step
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.greedy_bot import greedy_step
from puzzles.bots.greedy_value import Sight
from puzzles.bots.random_bot import random_step
from puzzles.search.budget import Budget, Choice

IsOver: TypeAlias = Callable[[], bool] | None  # whether the time is up
AtOnce: TypeAlias = Callable[[Position, Random], Step]

# What is overlooked: holes and the middle by all three; by bone also what may come of a region.
TWIG: Final = Sight(points=0.15, mark=0.0, hole=0.0, off_centre=0.0)  # loves large regions, and hardly counts
CLAY: Final = Sight(points=0.3, mark=0.0, hole=0.0, off_centre=0.0)  # loves them, and counts a little
BONE: Final = Sight(mark=0.0, join=0.0, hole=0.0, off_centre=0.0)  # counts the points of the moment and nothing else


class Search(msgspec.Struct, frozen=True):
    """How a level searches."""

    turns: dict[int, int]  # that are played out for a decision, by the size of the territory; most are those of others
    opinion: int = 0  # trials that its instinct counts for
    replies: bool = False  # whether it searches each line for what others may answer
    ending_steps: int = 0  # that it searches endings for
    forgets_rivals: bool = False  # it takes what brings most points itself, whatever that leaves to others

    def budget(self, position: Position, is_over: IsOver) -> Budget:
        """Towards the end of a game the same turns make more games."""
        playouts = max(1, self.turns[position.rules.size] // turns_left(position))
        return Budget(playouts, is_over, opinion=self.opinion, replies=self.replies, ending_steps=self.ending_steps)

    def chosen(self, ranked: list[Choice]) -> Step:
        return (max(ranked, key=lambda choice: choice.score) if self.forgets_rivals else ranked[0]).step


def turns_left(position: Position) -> int:
    """About how many turns are left in the game."""
    chiefs = 4 if position.rules.seats == 2 else position.rules.seats
    return max(1, (position.rules.rounds - position.round) * chiefs + len(position.line))


AT_ONCE: Final[dict[Level, AtOnce]] = {
    "pebble": random_step,
    "twig": lambda position, rng: greedy_step(position, rng, TWIG),
    "clay": lambda position, rng: greedy_step(position, rng, CLAY),
    "bone": lambda position, rng: greedy_step(position, rng, BONE),
    "flint": greedy_step,
}
# Mammoth needs less than 0.3 s and volcano less than 2 s of one core.
SEARCHING: Final[dict[Level, Search]] = {
    "ember": Search({5: 100, 7: 200}, forgets_rivals=True),
    "mammoth": Search({5: 350, 7: 800}),
    "sabretooth": Search({5: 2_500, 7: 2_500}),
    "volcano": Search({5: 60_000, 7: 20_000}, opinion=32, replies=True, ending_steps=300_000),
}


def choose_at_once(position: Position, level: Level, rng: Random) -> Step:
    """The step of a bot that does not search."""
    if position.seat is None:
        raise ValueError("nobody is to move")
    return AT_ONCE[level](position, rng)
