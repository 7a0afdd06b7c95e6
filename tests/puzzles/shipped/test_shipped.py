"""The shipped puzzles: enough of every kind, all correct, and readable without the compiler."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from puzzles.identity import puzzle_id
from puzzles.making.candidates import RULES, Candidate
from puzzles.making.make import make
from puzzles.puzzle import Puzzle, to_json
from puzzles.shipped.catalogue.making import write_catalogue
from puzzles.shipped.shipped import shipped_puzzles
from puzzles.solving.attempt import replay


def test_there_are_enough_of_every_kind_and_none_twice() -> None:
    kinds = Counter(puzzle.problem.rules for puzzle in shipped_puzzles())
    assert set(kinds) == set(RULES.values())
    assert min(kinds.values()) >= 7, "one for every day of a week"
    assert len({puzzle.id for puzzle in shipped_puzzles()}) == len(shipped_puzzles())


def test_the_catalogue_is_small_and_goes_from_easy_to_hard() -> None:
    assert sum(len(to_json(puzzle)) + 1 for puzzle in shipped_puzzles()) < 60_000
    ratings = [puzzle.difficulty for puzzle in shipped_puzzles()]
    assert ratings == sorted(ratings)
    assert ratings[0] < 1200
    assert ratings[-1] > 1800


@pytest.mark.parametrize("puzzle", shipped_puzzles(), ids=lambda puzzle: puzzle.id)
def test_every_line_replays_to_the_optimum(puzzle: Puzzle) -> None:
    assert replay(puzzle.problem, puzzle.answer.line).score.total == puzzle.answer.optimum
    assert puzzle.answer.greedy < puzzle.answer.optimum
    assert puzzle.id == puzzle_id(puzzle.problem)


@pytest.mark.parametrize("puzzle", shipped_puzzles(), ids=lambda puzzle: puzzle.id)
def test_every_puzzle_is_proven_again(puzzle: Puzzle) -> None:
    again = make(Candidate(puzzle.problem, puzzle.source))
    assert again is not None
    assert (again.answer.optimum, again.answer.boards) == (puzzle.answer.optimum, puzzle.answer.boards)
    assert (again.answer.greedy, again.themes) == (puzzle.answer.greedy, puzzle.themes)


def test_reading_the_catalogue_needs_no_compiler() -> None:
    program = (
        "import sys; from puzzles.shipped import shipped; shipped.shipped_puzzles(); sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_catalogue_can_be_written_again(tmp_path: Path) -> None:
    write_catalogue(tmp_path / "one", Random(1), of_a_kind=1)
    write_catalogue(tmp_path / "other", Random(1), of_a_kind=1)
    lines = (tmp_path / "one").read_bytes().splitlines()
    assert len(lines) == len(RULES)
    assert (tmp_path / "other").read_bytes().splitlines() == lines
