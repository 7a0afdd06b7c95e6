"""Glicko-2 of solver against puzzle."""

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from hypothesis import given
from hypothesis import strategies as st

from service.puzzles.ratings import NEW, GlickoRating, after_attempt, estimated

ratings = st.builds(
    GlickoRating,
    rating=st.floats(0, 3500),
    deviation=st.floats(45, 350),
    volatility=st.floats(0.03, 0.09),
    rated=st.integers(0, 1000),
)


def test_ratings_match_the_published_example_of_glicko_2() -> None:
    """The example of Glickman's paper."""
    met = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
    opponents = [(rating_to_mu(rating), rd_to_phi(deviation), outcome) for rating, deviation, outcome in met]
    updated = update_rating(rating_to_mu(1500.0), rd_to_phi(200.0), 0.06, opponents)
    assert mu_to_rating(updated.mu) == pytest.approx(1464.06, abs=0.02)
    assert phi_to_rd(updated.phi) == pytest.approx(151.52, abs=0.01)
    assert updated.sigma == pytest.approx(0.05999, abs=0.00001)


def test_a_win_raises_the_solver_and_lowers_the_puzzle() -> None:
    solver, puzzle = after_attempt(NEW, estimated(1500), 1.0)
    assert solver.rating > 1500 > puzzle.rating
    assert solver.deviation < NEW.deviation
    assert (solver.rated, puzzle.rated) == (1, 1)


@given(solver=ratings, puzzle=ratings, outcomes=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_a_better_outcome_is_never_worse_for_the_rating(
    solver: GlickoRating, puzzle: GlickoRating, outcomes: tuple[float, float]
) -> None:
    low, high = (after_attempt(solver, puzzle, outcome)[0] for outcome in sorted(outcomes))
    assert low.rating <= high.rating + 1.0  # a surprise also makes the rating move more
    for rating in (low, high):
        assert 45 <= rating.deviation <= 350
        assert rating.rated == solver.rated + 1
