"""Which level of bot is a fair opponent for somebody, by ratings.

Bots are rated in the same pools as people. Until a level has played enough rated games there, its strength is that of
the ladder: flint is where everybody begins, and each level wins about seven of ten games against the one below.
"""

from collections.abc import Mapping
from typing import Final, get_args

from domain.pieces import Level
from service.lists.ratings import Ratings
from service.lists.skill import BOT, NEW, Rating

LADDER: Final[tuple[Level, ...]] = get_args(Level)[1:]  # pebble moves at random: it is nobody's equal
STEP: Final = 5.0  # by which the means of two neighbours differ


async def fair_bot(ratings: Ratings, player: str, pool: str) -> Level:
    """The level whose strength is nearest to that of the player."""
    own, *bots = await ratings.of_several(pool, [player, *(f"{BOT}{level}" for level in LADDER)])
    return nearest(own, dict(zip(LADDER, bots, strict=True)))


def nearest(own: Rating, bots: Mapping[Level, Rating]) -> Level:
    return min(LADDER, key=lambda level: abs(strength(level, bots[level]) - own.mu))


def strength(level: Level, rating: Rating) -> float:
    if not rating.is_provisional:
        return rating.mu
    return NEW.mu + STEP * (LADDER.index(level) - LADDER.index("flint"))
