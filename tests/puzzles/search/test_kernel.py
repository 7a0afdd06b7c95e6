"""The kernel is a second implementation of the rules: whole games played by both must agree at every step."""

from random import Random

import pytest

from domain.rules import Rules
from puzzles.search.kernel.policy.instinct import instinct
from puzzles.search.kernel.policy.survey import new_sketch
from tests.puzzles.search.twins import check_game
from tests.support.configurations import CONFIGURATIONS, name


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=name)
def test_a_game_of_the_kernel_is_a_game_of_the_rules(rules: Rules) -> None:
    assert check_game(rules, Random(f"kernel/{name(rules)}")) > 10


@pytest.mark.parametrize("rules", CONFIGURATIONS[:: len(CONFIGURATIONS) // 25], ids=name)
def test_instinct_chooses_legal_moves(rules: Rules) -> None:
    """And its full territories are scored alike: random ones are mostly holes."""
    sketch = new_sketch(rules)
    check_game(rules, Random(f"instinct/{name(rules)}"), lambda state: instinct(state, sketch))
