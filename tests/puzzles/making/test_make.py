"""Every accepted puzzle has the properties that a puzzle promises."""

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from domain.commands import PlaceDomino, Step
from domain.dominoes import dominoes
from domain.territory import place
from puzzles.identity import puzzle_id
from puzzles.making.candidates import KINDS, RULES, Candidate, Kind, candidates
from puzzles.making.greedy_line import greedy
from puzzles.making.make import USUAL, Demands, first_moves, made, make
from puzzles.making.solved_problem import Face, face
from puzzles.puzzle import Puzzle
from puzzles.search.exact.problem import Budget, Problem
from puzzles.search.exact.solve import solve
from puzzles.solving.attempt import replay
from tests.puzzles.search.exact.enumeration import verdict
from tests.support.boards import territory
from tests.support.position_samples import EACH, samples
from tests.support.spec import KINGDOMINO

every_sample = pytest.mark.parametrize("puzzle", samples(), ids=lambda puzzle: puzzle.id)


@every_sample
def test_the_line_replays_by_the_rules_to_the_optimum(puzzle: Puzzle) -> None:
    assert replay(puzzle.problem, puzzle.answer.line).score.total == puzzle.answer.optimum


@every_sample
def test_the_greedy_score_is_what_the_greedy_player_reaches_and_misses_the_optimum(puzzle: Puzzle) -> None:
    answer = puzzle.answer
    assert answer.greedy == replay(puzzle.problem, greedy(puzzle.problem)).score.total
    assert answer.optimum - answer.greedy >= USUAL.gap


@every_sample
def test_a_puzzle_is_neither_trivial_nor_hopeless(puzzle: Puzzle) -> None:
    answer, moves = puzzle.answer, first_moves(puzzle.problem)
    assert moves >= USUAL.choices
    assert 1 <= len(answer.first_moves) <= moves / 2
    assert 1 <= answer.boards <= USUAL.boards
    assert answer.nodes <= USUAL.nodes


@every_sample
def test_the_line_begins_with_one_of_the_right_first_moves(puzzle: Puzzle) -> None:
    problem, answer = puzzle.problem, puzzle.answer
    best = {first_board(problem, step) for step in answer.first_moves}
    assert first_board(problem, answer.line[0]) in best


def first_board(problem: Problem, step: Step) -> Face:
    assert isinstance(step, PlaceDomino)
    return face(place(problem.territory, dominoes(problem.rules)[step.domino], step.a, step.b))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "tribe"])
def test_full_enumeration_finds_the_same_answer(kind: Kind) -> None:
    for puzzle in islice(made(Random(11), [kind], (3,)), 2):
        problem, answer = puzzle.problem, puzzle.answer
        first_boards = {first_board(problem, step) for step in answer.first_moves}
        assert verdict(problem) == (answer.optimum, answer.boards, first_boards)


def test_every_kind_is_made_and_no_puzzle_twice() -> None:
    assert len(samples()) == len({puzzle.id for puzzle in samples()}) == EACH * len(KINDS)
    assert {puzzle.problem.rules for puzzle in samples()} == set(RULES.values())


def test_equal_seeds_make_equal_puzzles() -> None:
    first, second = (list(islice(made(Random(5)), 5)) for _ in range(2))
    assert first == second


@every_sample
def test_the_id_is_that_of_the_problem(puzzle: Puzzle) -> None:
    assert puzzle.id == puzzle_id(puzzle.problem)


# What is put aside


def candidate_of(puzzle: Puzzle) -> Candidate:
    return Candidate(puzzle.problem, puzzle.source)


@pytest.mark.parametrize("puzzle", samples()[::EACH], ids=lambda puzzle: puzzle.id)
def test_a_puzzle_is_rejected_by_stricter_demands(puzzle: Puzzle) -> None:
    candidate, answer = candidate_of(puzzle), puzzle.answer
    assert make(candidate) == puzzle
    assert make(candidate, Demands(gap=answer.optimum - answer.greedy + 1)) is None
    assert make(candidate, Demands(boards=answer.boards - 1)) is None
    assert make(candidate, Demands(choices=first_moves(puzzle.problem) + 1)) is None
    assert make(candidate, Demands(right=0.0)) is None


def test_a_problem_without_a_proof_in_time_is_rejected() -> None:
    hard = next(
        candidate
        for candidate in candidates(Random(2), ["tribe"], (8,))
        if not solve(candidate.problem, Budget(nodes=200)).is_proven
    )
    assert make(hard, Demands(nodes=200, gap=0)) is None


def test_a_domino_with_nothing_to_choose_makes_no_puzzle() -> None:
    full = territory("""
        W W W      W W
        W W W      W W
        W W castle W W
        W W W      W W
        W W W      . .
    """)
    assert make(Candidate(Problem(KINGDOMINO, full, (1, 2, 19)), "composed")) is None


def test_the_origin_of_a_candidate_is_kept() -> None:
    candidate = replace(candidate_of(samples()[0]), source="game", game="abc", seat=1, seq=9)
    puzzle = make(candidate)
    assert puzzle is not None
    assert (puzzle.source, puzzle.game, puzzle.seat, puzzle.seq) == ("game", "abc", 1, 9)
