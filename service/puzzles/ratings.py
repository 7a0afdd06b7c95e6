"""Ratings of solvers and puzzles on one scale: Glicko-2, each first attempt being a game of solver against puzzle.

The optimum is a win, anything less a defeat, so that a puzzle of one's own rating is solved every other time. Each hint
takes its share of what a win would change, for both, and nothing of a defeat: a solved puzzle never lowers a rating.

Solvers start with a small deviation, because nearly all are within a few hundred points of the average. A rating is
provisional until its deviation is small enough for gentle steps, and no step is longer than these bounds. How near it
comes to the truth in thirty puzzles, and why not nearer: docs/experiments/puzzle_ratings.md.
"""

from typing import Final

import msgspec
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

VERSION: Final = 3  # raised with every change of the numbers below: then all attempts are counted again

_VOLATILITY: Final = 0.01
_LEAST_DEVIATION: Final = 45.0  # so that ratings can always change
_DEVIATION: Final = 200.0
_ESTIMATED: Final = 80.0  # deviation of a puzzle without attempts
_SETTLED: Final = 80.0
_LONGEST_STEP: Final = 40.0
_LONGEST_FIRST_STEP: Final = 100.0  # of a solver whose rating is provisional


class GlickoRating(msgspec.Struct, frozen=True):
    rating: float
    deviation: float
    volatility: float
    rated: int  # attempts

    @property
    def provisional(self) -> bool:
        return is_provisional(self.deviation)


def is_provisional(deviation: float) -> bool:
    return deviation > _SETTLED


NEW: Final = GlickoRating(rating=1500.0, deviation=_DEVIATION, volatility=_VOLATILITY, rated=0)


def estimated(difficulty: float) -> GlickoRating:
    """The rating of a puzzle without attempts."""
    return GlickoRating(rating=difficulty, deviation=_ESTIMATED, volatility=_VOLATILITY, rated=0)


def after_attempt(
    solver: GlickoRating, puzzle: GlickoRating, *, solved: bool, share: float = 1.0
) -> tuple[GlickoRating, GlickoRating]:
    """Both ratings after an attempt; `share` is what the hints left of a win."""
    share = share if solved else 1.0
    longest = _LONGEST_FIRST_STEP if solver.provisional else _LONGEST_STEP
    return (
        _after(solver, puzzle, float(solved), share, longest),
        _after(puzzle, solver, float(not solved), share, _LONGEST_STEP),
    )


def _after(own: GlickoRating, other: GlickoRating, outcome: float, share: float, longest: float) -> GlickoRating:
    games = [(rating_to_mu(other.rating), rd_to_phi(other.deviation), outcome)]
    updated = update_rating(rating_to_mu(own.rating), rd_to_phi(own.deviation), own.volatility, games)
    step = min(longest, max(-longest, mu_to_rating(updated.mu) - own.rating))
    deviation = min(_DEVIATION, max(_LEAST_DEVIATION, phi_to_rd(updated.phi)))
    return GlickoRating(
        rating=round(own.rating + share * step, 2),
        deviation=round(own.deviation + share * (deviation - own.deviation), 2),
        volatility=round(own.volatility + share * (updated.sigma - own.volatility), 6),
        rated=own.rated + 1,
    )
