"""Glicko-2 of solver against puzzle, in gentle steps."""

from random import Random

import pytest
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from hypothesis import given
from hypothesis import strategies as st

from service.puzzles.ratings import NEW, GlickoRating, after_attempt, estimated

STRENGTHS = (1300, 1400, 1500, 1600, 1700)
SOLVERS, PUZZLES = 400, 30  # of each strength; tried by each

ratings = st.builds(
    GlickoRating,
    rating=st.floats(0, 3500),
    deviation=st.floats(45, 160),
    volatility=st.floats(0.01, 0.06),
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


@given(solver=ratings, puzzle=ratings, share=st.floats(0, 1))
def test_a_solved_puzzle_never_lowers_the_solver_and_a_missed_one_never_raises_it(
    solver: GlickoRating, puzzle: GlickoRating, share: float
) -> None:
    won, beaten = after_attempt(solver, puzzle, solved=True, share=share)
    lost, _ = after_attempt(solver, puzzle, solved=False, share=share)
    assert won.rating >= round(solver.rating, 2) >= lost.rating
    assert beaten.rating <= round(puzzle.rating, 2)
    assert {won.rated, lost.rated} == {solver.rated + 1}


@given(solver=ratings, puzzle=ratings)
def test_hints_cost_only_what_can_be_won(solver: GlickoRating, puzzle: GlickoRating) -> None:
    gains = [after_attempt(solver, puzzle, solved=True, share=left / 3)[0].rating - solver.rating for left in range(4)]
    assert gains[0] == pytest.approx(0, abs=0.006)
    assert gains[1] == pytest.approx(gains[3] / 3, abs=0.01)
    assert gains[2] == pytest.approx(gains[3] * 2 / 3, abs=0.01)
    missed = {after_attempt(solver, puzzle, solved=False, share=left / 3) for left in range(4)}
    assert len(missed) == 1


@given(solver=ratings, puzzle=ratings, solved=st.booleans())
def test_steps_are_bounded(solver: GlickoRating, puzzle: GlickoRating, solved: bool) -> None:
    after, other = after_attempt(solver, puzzle, solved=solved)
    assert abs(after.rating - solver.rating) <= (100 if solver.provisional else 40) + 0.01
    assert abs(other.rating - puzzle.rating) <= 40.01
    assert 45 <= after.deviation <= 160


def test_simulated_solvers_are_rated_within_100_of_their_strength_after_30_puzzles() -> None:
    """Strength `s` solves a puzzle of rating `d` with the probability 1 / (1 + 10^((d - s) / 400))."""
    near, longest, rng = 0, 0.0, Random(17)
    for strength in STRENGTHS:
        for _ in range(SOLVERS):
            rating = NEW
            for _ in range(PUZZLES):
                puzzle = estimated(rng.gauss(rating.rating, 60))  # practice is near the rating
                chance = 1 / (1 + 10 ** ((puzzle.rating - strength) / 400))
                after, _ = after_attempt(rating, puzzle, solved=rng.random() < chance)
                if not rating.provisional:
                    longest = max(longest, abs(after.rating - rating.rating))
                rating = after
            assert not rating.provisional
            near += abs(rating.rating - strength) <= 100
    assert near / (len(STRENGTHS) * SOLVERS) >= 0.9
    assert longest <= 40
