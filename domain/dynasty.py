"""Dynasty (K6): three games in a row by the same seats, scores added. A match, not a rule of one game."""

from collections.abc import Sequence
from typing import Final

from domain.position import Position
from domain.scoring import scores

GAMES: Final = 3


def totals(finished: Sequence[Position]) -> tuple[int, ...]:
    """Each seat's points over the games finished so far."""
    return tuple(sum(game) for game in zip(*([one.total for one in scores(end)] for end in finished), strict=True))


def dynasty_winners(finished: Sequence[Position]) -> tuple[int, ...] | None:
    """Who has the most points after three games; those with equally many share it. None before that."""
    if len(finished) < GAMES:
        return None
    sums = totals(finished)
    return tuple(seat for seat, points in enumerate(sums) if points == max(sums))
