"""From candidates to puzzles: each is solved and proven, and most are put aside."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import msgspec

from domain.dominoes import dominoes
from domain.territory import place, placements
from puzzles.candidates import FEWEST, KINDS, MOST, Candidate, Kind, candidates
from puzzles.difficulty import difficulty
from puzzles.greedy import greedy
from puzzles.puzzle import Answer, Puzzle
from puzzles.search.exact.line import worth
from puzzles.search.exact.optima import optima
from puzzles.search.exact.problem import Budget, Problem
from puzzles.search.exact.solve import solve
from puzzles.study import Study, face
from puzzles.symmetry import puzzle_id
from puzzles.themes import themes


class Demands(msgspec.Struct, frozen=True):
    """When a puzzle is neither trivial nor hopeless."""

    gap: int = 3  # at least so many points are missed by who is greedy
    nodes: int = 10_000  # the proof takes no more; what takes more is beyond thinking through
    boards: int = 300  # no more than so many best final boards: beyond it does not matter what one does
    choices: int = 4  # at least so many first moves
    right: float = 0.5  # at most this share of them is right
    unplaced: int = 1  # at most so many dominoes find no room in the best line


USUAL: Final = Demands()


def make(candidate: Candidate, demands: Demands = USUAL) -> Puzzle | None:
    """The puzzle that a candidate makes, or None if it makes no good one."""
    problem = candidate.problem
    moves = first_moves(problem)
    if moves < demands.choices:
        return None
    obvious = greedy(problem)
    reached = worth(problem, obvious)
    solution = solve(problem, Budget(nodes=demands.nodes))
    if not solution.is_proven or solution.best - reached < demands.gap:
        return None
    found = optima(problem, solution.best, Budget(nodes=demands.nodes, most_boards=demands.boards))
    if found is None or not 0 < len(found.first_moves) <= demands.right * moves:
        return None
    study = Study(problem, solution.line, found, obvious)
    if len(problem.dominoes) - study.placed > demands.unplaced:
        return None
    return Puzzle(
        puzzle_id(problem),
        problem,
        Answer(solution.best, solution.line, found.boards, found.first_moves, reached, solution.nodes),
        themes(study),
        difficulty(len(problem.dominoes), solution.nodes, solution.best - reached, len(found.first_moves), moves),
        candidate.source,
        candidate.game,
        candidate.seat,
        candidate.seq,
    )


def first_moves(problem: Problem) -> int:
    """How many different boards the first domino can make, its fire left out."""
    territory, domino = problem.territory, dominoes(problem.rules)[problem.dominoes[0]]
    return len({face(place(territory, domino, a, b)) for a, b in placements(territory, domino)})


def made(
    rng: Random,
    kinds: Sequence[Kind] = KINDS,
    counts: Sequence[int] = range(FEWEST, MOST + 1),
    demands: Demands = USUAL,
) -> Iterator[Puzzle]:
    """Puzzles without end, no two alike; equal luck gives the equal ones."""
    seen: set[str] = set()
    for candidate in candidates(rng, kinds, counts):
        puzzle = make(candidate, demands)
        if puzzle is not None and puzzle.id not in seen:
            seen.add(puzzle.id)
            yield puzzle
