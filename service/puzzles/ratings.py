"""Ratings of solvers and puzzles on one scale: Glicko-2, each first attempt a game of one against the other."""

from typing import Final

import msgspec
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

_VOLATILITY: Final = 0.06
_LEAST_DEVIATION: Final = 45.0  # ratings stay able to move
_DEVIATION: Final = 350.0
_ESTIMATED: Final = 250.0  # of a puzzle that nobody has tried


class Rating(msgspec.Struct, frozen=True):
    rating: float
    deviation: float
    volatility: float
    rated: int  # attempts


NEW: Final = Rating(1500.0, _DEVIATION, _VOLATILITY, 0)


def estimated(difficulty: float) -> Rating:
    """Of a puzzle that nobody has tried."""
    return Rating(difficulty, _ESTIMATED, _VOLATILITY, 0)


def after_attempt(solver: Rating, puzzle: Rating, outcome: float) -> tuple[Rating, Rating]:
    """Both ratings after an attempt: 1 is the solver's win, 0 the puzzle's."""
    return _after(solver, puzzle, outcome), _after(puzzle, solver, 1.0 - outcome)


def _after(own: Rating, other: Rating, outcome: float) -> Rating:
    met = [(rating_to_mu(other.rating), rd_to_phi(other.deviation), outcome)]
    found = update_rating(rating_to_mu(own.rating), rd_to_phi(own.deviation), own.volatility, met)
    deviation = min(_DEVIATION, max(_LEAST_DEVIATION, phi_to_rd(found.phi)))
    return Rating(round(mu_to_rating(found.mu), 2), round(deviation, 2), round(found.sigma, 6), own.rated + 1)
