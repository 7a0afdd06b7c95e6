"""The level of bot that is a fair opponent."""

from typing import get_args

from msgspec.structs import replace

from domain.pieces import Level
from service.lists.fair_bots import LADDER, STEP, nearest
from service.lists.skill import NEW, Rating

UNKNOWN: dict[Level, Rating] = dict.fromkeys(LADDER, NEW)


def test_the_ladder_has_eight_levels_and_pebble_is_none_of_them() -> None:
    assert len(LADDER) == 8
    assert set(get_args(Level)) - set(LADDER) == {"pebble"}


def test_who_is_new_plays_flint_and_who_wins_climbs() -> None:
    assert nearest(NEW, UNKNOWN) == "flint"
    assert nearest(replace(NEW, mu=NEW.mu + STEP), UNKNOWN) == "ember"
    assert nearest(replace(NEW, mu=NEW.mu - 0.6 * STEP), UNKNOWN) == "bone"
    assert nearest(replace(NEW, mu=0.0), UNKNOWN) == "twig"
    assert nearest(replace(NEW, mu=90.0), UNKNOWN) == "volcano"


def test_a_level_that_has_played_enough_has_its_own_rating() -> None:
    rated = Rating(31.0, 1.0, games=10, opponents=5)
    assert nearest(replace(NEW, mu=31.0), {**UNKNOWN, "mammoth": rated}) == "mammoth"
    few = replace(rated, opponents=4)
    assert nearest(replace(NEW, mu=31.0), {**UNKNOWN, "mammoth": few}) == "ember"
