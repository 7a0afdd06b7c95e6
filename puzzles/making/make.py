"""From candidates to puzzles: each is solved and proven, and most are rejected."""

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

    gap: int = 3  # the greedy line loses at least this many points
    nodes: int = 10_000  # the proof takes no more; what takes more is too hard to think through
    boards: int = 300  # at most this many best final boards; with more it hardly matters what is played
    choices: int = 4  # at least this many first moves
    right: float = 0.5  # at most this share of them is right
    unplaced: int = 1  # at most this many dominoes find no room in the best line


USUAL: Final = Demands()


def make(candidate: Candidate, demands: Demands = USUAL) -> Puzzle | None:
    """The puzzle that a candidate makes, or None if it would not be a good one."""
    moves = first_moves(candidate.problem)
    if moves < demands.choices:
        return None
    study = _studied(candidate.problem, demands)
    if study is None or not _is_fair(study, demands, moves):
        return None
    return _written(candidate, study, moves)


def first_moves(problem: Problem) -> int:
    """How many different boards the first domino can make, not counting its fire."""
    territory, domino = problem.territory, dominoes(problem.rules)[problem.dominoes[0]]
    return len({face(place(territory, domino, a, b)) for a, b in placements(territory, domino)})


def _studied(problem: Problem, demands: Demands) -> Study | None:
    """The problem solved; None as soon as it fails a demand. The most expensive check comes last."""
    obvious = greedy(problem)
    solution = solve(problem, Budget(nodes=demands.nodes))
    if not solution.is_proven or solution.best - worth(problem, obvious) < demands.gap:
        return None
    best = optima(problem, solution.best, Budget(nodes=demands.nodes, most_boards=demands.boards))
    return Study(problem, replace(solution, optima=best), obvious) if best is not None else None


def _is_fair(study: Study, demands: Demands, moves: int) -> bool:
    unplaced = len(study.problem.dominoes) - study.placed
    return 0 < len(study.optima.first_moves) <= demands.right * moves and unplaced <= demands.unplaced


def _written(candidate: Candidate, study: Study, moves: int) -> Puzzle:
    problem, solution, best = study.problem, study.solution, study.optima
    reached = worth(problem, study.greedy)
    gap, right = solution.best - reached, len(best.first_moves)
    return Puzzle(
        id=puzzle_id(problem),
        problem=problem,
        answer=Answer(
            optimum=solution.best,
            line=solution.line,
            boards=best.boards,
            first_moves=best.first_moves,
            greedy=reached,
            nodes=solution.nodes,
        ),
        themes=themes(study),
        difficulty=difficulty(len(problem.dominoes), solution.nodes, gap, right, moves),
        source=candidate.source,
        game=candidate.game,
        seat=candidate.seat,
        seq=candidate.seq,
    )


def made(
    rng: Random,
    kinds: Sequence[Kind] = KINDS,
    counts: Sequence[int] = range(FEWEST, MOST + 1),
    demands: Demands = USUAL,
) -> Iterator[Puzzle]:
    """An endless stream of different puzzles; an equal `rng` gives equal puzzles."""
    seen: set[str] = set()
    for candidate in candidates(rng, kinds, counts):
        puzzle = make(candidate, demands)
        if puzzle is not None and puzzle.id not in seen:
            seen.add(puzzle.id)
            yield puzzle
