"""The grade of an attempt: gap, stars, and what hints cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.puzzle import Answer
from puzzles.solving.grade import grade, share_of_win

ANSWER = Answer(optimum=64, line=(), boards=2, first_moves=(), greedy=55, nodes=10)


@pytest.mark.parametrize(("score", "stars"), [(64, 3), (63, 2), (61, 2), (60, 1), (55, 1), (54, 0), (0, 0)])
def test_stars_go_by_the_way_from_the_greedy_answer_to_the_optimum(score: int, stars: int) -> None:
    assert grade(ANSWER, score).stars == stars


@pytest.mark.parametrize(("hints", "stars"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_a_hint_costs_a_star_and_a_third_of_what_can_be_won(hints: int, stars: int) -> None:
    assert grade(ANSWER, 64, hints).stars == stars
    assert share_of_win(hints) == pytest.approx(1 - hints / 3)


def test_the_gap_is_what_is_missing() -> None:
    graded = grade(ANSWER, 61)
    assert (graded.score, graded.optimum, graded.gap, graded.solved) == (61, 64, 3, False)
    assert grade(ANSWER, 64).solved


@given(scores=st.tuples(st.integers(0, 64), st.integers(0, 64)), hints=st.integers(0, 3))
def test_more_points_are_never_worth_less(scores: tuple[int, int], hints: int) -> None:
    low, high = sorted(scores)
    assert grade(ANSWER, low, hints).stars <= grade(ANSWER, high, hints).stars


def test_if_the_greedy_line_is_optimal_only_the_optimum_has_stars() -> None:
    answer = Answer(64, (), 1, (), 64, 1)
    assert (grade(answer, 64).stars, grade(answer, 63).stars) == (3, 0)
