"""The kernel is a second writing of the rules: whole games played by both must be alike at every step."""

from random import Random

import pytest

from domain.rules import Rules
from tests.puzzles.search.twins import check_game
from tests.support.configurations import CONFIGURATIONS, name


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=name)
def test_a_game_of_the_kernel_is_a_game_of_the_rules(rules: Rules) -> None:
    assert check_game(rules, Random(f"kernel/{name(rules)}")) > 10
