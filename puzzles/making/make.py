"""From candidates to puzzles: each is solved and proven, and most are put aside."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from domain.dominoes import dominoes
from domain.territory import place, placements
from puzzles.identity import puzzle_id
from puzzles.making.candidates import FEWEST, KINDS, MOST, Candidate, Kind, candidates
from puzzles.making.difficulty import difficulty
from puzzles.making.greedy_line import greedy
from puzzles.making.solved_problem import Study, face
from puzzles.making.themes import themes
from puzzles.puzzle import Answer, Puzzle
from puzzles.search.exact.line import worth
from puzzles.search.exact.optima import optima
from puzzles.search.exact.problem import Budget, Problem
from puzzles.search.exact.solve import solve


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
    moves = first_moves(candidate.problem)
    study = _studied(candidate.problem, demands) if moves >= demands.choices else None
    return _written(candidate, study, moves) if study is not None and _is_fair(study, demands, moves) else None


def first_moves(problem: Problem) -> int:
    """How many different boards the first domino can make, its fire left out."""
    territory, domino = problem.territory, dominoes(problem.rules)[problem.dominoes[0]]
    return len({face(place(territory, domino, a, b)) for a, b in placements(territory, domino)})


def _studied(problem: Problem, demands: Demands) -> Study | None:
    """The problem solved; None as soon as something is amiss. What costs most comes last."""
    obvious = greedy(problem)
    solution = solve(problem, Budget(nodes=demands.nodes))
    if not solution.is_proven or solution.best - worth(problem, obvious) < demands.gap:
        return None
    found = optima(problem, solution.best, Budget(nodes=demands.nodes, most_boards=demands.boards))
    return Study(problem, replace(solution, optima=found), obvious) if found is not None else None


def _is_fair(study: Study, demands: Demands, moves: int) -> bool:
    unplaced = len(study.problem.dominoes) - study.placed
    return 0 < len(study.optima.first_moves) <= demands.right * moves and unplaced <= demands.unplaced


def _written(candidate: Candidate, study: Study, moves: int) -> Puzzle:
    problem, solution, found = study.problem, study.solution, study.optima
    reached = worth(problem, study.greedy)
    gap, right = solution.best - reached, len(found.first_moves)
    return Puzzle(
        puzzle_id(problem),
        problem,
        Answer(solution.best, solution.line, found.boards, found.first_moves, reached, solution.nodes),
        themes(study),
        difficulty(len(problem.dominoes), solution.nodes, gap, right, moves),
        candidate.source,
        candidate.game,
        candidate.seat,
        candidate.seq,
    )


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
