"""Ratings of solvers and puzzles on one scale: Glicko-2, each first attempt being a game of solver against puzzle."""

from typing import Final

import msgspec
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

_VOLATILITY: Final = 0.06
_LEAST_DEVIATION: Final = 45.0  # so that ratings can always change
_DEVIATION: Final = 350.0
_ESTIMATED: Final = 250.0  # deviation of a puzzle without attempts


class GlickoRating(msgspec.Struct, frozen=True):
    rating: float
    deviation: float
    volatility: float
    rated: int  # attempts


NEW: Final = GlickoRating(rating=1500.0, deviation=_DEVIATION, volatility=_VOLATILITY, rated=0)


def estimated(difficulty: float) -> GlickoRating:
    """The rating of a puzzle without attempts."""
    return GlickoRating(rating=difficulty, deviation=_ESTIMATED, volatility=_VOLATILITY, rated=0)


def after_attempt(solver: GlickoRating, puzzle: GlickoRating, outcome: float) -> tuple[GlickoRating, GlickoRating]:
    """Both ratings after an attempt: 1 is a win of the solver, 0 a win of the puzzle."""
    return _after(solver, puzzle, outcome), _after(puzzle, solver, 1.0 - outcome)


def _after(own: GlickoRating, other: GlickoRating, outcome: float) -> GlickoRating:
    games = [(rating_to_mu(other.rating), rd_to_phi(other.deviation), outcome)]
    updated = update_rating(rating_to_mu(own.rating), rd_to_phi(own.deviation), own.volatility, games)
    deviation = min(_DEVIATION, max(_LEAST_DEVIATION, phi_to_rd(updated.phi)))
    return GlickoRating(
        rating=round(mu_to_rating(updated.mu), 2),
        deviation=round(deviation, 2),
        volatility=round(updated.sigma, 6),
        rated=own.rated + 1,
    )
