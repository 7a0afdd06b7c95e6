"""The greedy line of a problem: that of a player who always takes the most points immediately.

Each domino goes where the territory scores most right away, its fire included; among equals it goes where most squares
meet their own terrain. Then come the recruits, each time the one that adds most by himself.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from domain.commands import PlaceDomino, RecruitCaveman, Step, ThrowFire
from domain.position import Position
from puzzles.search.exact.line import after
from puzzles.search.exact.problem import Problem
from puzzles.search.exact.recruits import recruiting_line
from puzzles.search.exact.window import windows
from puzzles.search.exact.window_problem import window_problems
from puzzles.search.kernel.policy.greedy import lay_greedily
from puzzles.search.kernel.rules.constants import cell_at
from puzzles.search.kernel.rules.layout import empty_states
from puzzles.search.kernel.rules.moves import DISCARD, LOST
from puzzles.search.kernel.rules.pack import pack
from puzzles.search.kernel.rules.steps import placed_cells


def greedy(problem: Problem) -> tuple[Step, ...]:
    """The line of the greedy player; equal problems have equal lines."""
    placing = tuple(_placing(problem))
    return (*placing, *_recruiting(problem, placing)) if problem.recruits else placing


def _placing(problem: Problem) -> Iterator[Step]:
    states = empty_states(3)
    states[0] = pack(Position(problem.rules, (), (problem.territory,), frozenset(), step="over"), ())
    moves = np.zeros((len(problem.dominoes), 2), np.int64)
    lay_greedily(states, np.array(problem.dominoes, np.int64), moves)
    for domino, (placement, fire) in zip(problem.dominoes, moves.tolist(), strict=True):
        if placement != DISCARD:
            yield PlaceDomino(domino, *placed_cells(placement))
        if fire != LOST:
            yield ThrowFire(cell_at(fire))


def _recruiting(problem: Problem, placing: Sequence[Step]) -> Iterator[RecruitCaveman]:
    territory, cave = after(problem, placing), list(problem.cave)
    for _ in range(problem.recruits):
        recruits = _best_recruit(replace(problem, territory=territory, dominoes=(), cave=tuple(cave), recruits=1))
        if not recruits:
            return
        yield from recruits
        territory = after(replace(problem, territory=territory), recruits)
        cave.remove(recruits[0].caveman)


def _best_recruit(camp: Problem) -> list[RecruitCaveman]:
    """The recruit that adds most to a finished territory; empty if none adds anything."""
    window = windows(camp.territory)[0]
    [window_problem] = window_problems(camp, [window])
    return recruiting_line(camp, window, window_problem, ())
