"""Dynasty (K6): a match of three games between the same seats, whose scores are added."""

from collections.abc import Sequence
from typing import Final

from domain.position import Position
from domain.scoring import scores

GAMES: Final = 3


def totals(finished: Sequence[Position]) -> tuple[int, ...]:
    """The points of each seat, added over the games finished so far."""
    points_by_game = [[score.total for score in scores(position)] for position in finished]
    return tuple(sum(points) for points in zip(*points_by_game, strict=True))


def dynasty_winners(finished: Sequence[Position]) -> tuple[int, ...] | None:
    """The seats with the most points after three games, several if they are tied; None before that."""
    if len(finished) < GAMES:
        return None
    sums = totals(finished)
    return tuple(seat for seat, points in enumerate(sums) if points == max(sums))
