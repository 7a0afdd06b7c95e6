"""The step that a bot takes, of any level. Imports the compiled engine; `levels` does without."""

from random import Random

from domain.commands import Step
from domain.pieces import Level
from domain.position import Position
from puzzles.bots.levels import SEARCHING, IsOver, choose_at_once
from puzzles.search.best import best_moves


def choose(position: Position, level: Level, rng: Random, is_over: IsOver = None) -> Step:
    """The step a bot of this level takes for the seat to move; an equal `rng` gives an equal step.

    When the time is up, a bot that searches takes the best step found so far.
    """
    if level not in SEARCHING:
        return choose_at_once(position, level, rng)
    if position.seat is None:
        raise ValueError("nobody is to move")
    return best_moves(position, SEARCHING[level](position, is_over), rng)[0].step
