"""The players of the arena: reference players, the levels now and before, and the engine with a time for each turn."""

from collections.abc import Callable
from functools import cache
from random import Random
from time import process_time
from typing import Final

import numpy as np

from domain.commands import Step
from domain.position import Position
from puzzles.bots.choose import choose
from puzzles.bots.greedy_bot import greedy_step
from puzzles.bots.random_bot import random_step
from puzzles.search.best import best_moves
from puzzles.search.budget import Budget
from puzzles.search.kernel.policy.full_greedy import full_greedy
from puzzles.search.kernel.rules.layout import NOBODY, empty_states
from puzzles.search.kernel.rules.pack import pack
from puzzles.search.kernel.rules.steps import as_step
from tests.tools.arena.frozen import FROZEN, Frozen

Player = Callable[[Position, Random], Step]

# A turn in the literature is placing and drafting as one move; ours are two, and the first does most of the thinking.
FIRST: Final = 0.75
PILOT: Final = 100  # playouts from which their speed is estimated
ENOUGH: Final = 1024  # playouts for a decision: more were not seen to win more, so the time that is left is not used


class FullGreedy:
    """The published yardstick, with what it means to draft."""

    def __init__(self, *, lays_last_well: bool) -> None:
        self._lays_last_well = lays_last_well
        self._plans, self._room = np.full(4, NOBODY, np.int64), empty_states(1)

    def __call__(self, position: Position, rng: Random) -> Step:
        state = pack(position, sorted(position.unseen), random=rng.getrandbits(63) | 1)
        return as_step(position, full_greedy(state, self._plans, self._room, self._lays_last_well))


class Engine:
    """The search with this many seconds of CPU time for each turn."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __call__(self, position: Position, rng: Random) -> Step:
        share = FIRST if position.step == "place" else 1 - FIRST
        begin = process_time()
        ranked = best_moves(position, Budget(PILOT), rng)
        pilot = max(process_time() - begin, 1e-5)
        left = share * self._seconds - pilot
        if left > pilot:
            end = process_time() + left
            playouts = min(ENOUGH, int(PILOT * left / pilot))
            ranked = best_moves(position, Budget(playouts, lambda: process_time() > end), rng)
        return ranked[0].step


def player(name: str) -> Player:
    """By name: pebble, flint, mammoth, volcano, an earlier one, fg, fg+, or the seconds of the engine for each turn."""
    if name in FROZEN:
        return frozen(name)
    match name:
        case "fg":
            return FullGreedy(lays_last_well=False)
        case "fg+":
            return FullGreedy(lays_last_well=True)
        case "pebble":
            return random_step
        case "flint":
            return greedy_step
        case "mammoth" | "volcano":
            return lambda position, rng: choose(position, name, rng)
        case _:
            return Engine(float(name))


@cache
def frozen(name: str) -> Frozen:
    """An earlier version has one process for all games, so that it is started once."""
    return Frozen(name)
