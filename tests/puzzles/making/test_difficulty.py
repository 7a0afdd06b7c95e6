"""The estimated rating: harder in one respect is never easier overall, and it stays within bounds."""

from statistics import fmean, stdev

from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.making.difficulty import EASIEST, HARDEST, difficulty
from tests.support.position_samples import samples

counts = st.integers(1, 10**6)
repeatable = settings(derandomize=True, database=None)


@repeatable
@given(st.integers(1, 24), counts, counts, st.integers(1, 200), st.integers(1, 200), st.integers(1, 50))
def test_harder_in_one_thing_is_never_easier(
    dominoes: int, nodes: int, gap: int, right: int, moves: int, more: int
) -> None:
    base = difficulty(dominoes, nodes, gap, right, moves)
    assert difficulty(dominoes + more, nodes, gap, right, moves) >= base
    assert difficulty(dominoes, nodes + more, gap, right, moves) >= base
    assert difficulty(dominoes, nodes, gap + more, right, moves) >= base
    assert difficulty(dominoes, nodes, gap, right + more, moves) <= base
    assert difficulty(dominoes, nodes, gap, right, moves + more) >= base


@repeatable
@given(st.integers(0, 24), st.integers(0, 10**12), st.integers(0, 10**6), st.integers(0, 200), st.integers(0, 200))
def test_it_stays_within_bounds(dominoes: int, nodes: int, gap: int, right: int, moves: int) -> None:
    assert EASIEST <= difficulty(dominoes, nodes, gap, right, moves) <= HARDEST


def test_the_bounds_are_reached() -> None:
    assert difficulty(1, 1, 0, 1, 1) == EASIEST
    assert difficulty(24, 10**9, 100, 1, 200) == HARDEST


def test_puzzles_of_all_kinds_lie_around_the_average() -> None:
    ratings = [puzzle.difficulty for puzzle in samples()]
    assert 1300 < fmean(ratings) < 1700
    assert stdev(ratings) > 150
