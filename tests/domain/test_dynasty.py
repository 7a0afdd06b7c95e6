"""K6: dynasty, three games in a row by the same seats, scores added."""

from random import Random

from domain.dynasty import dynasty_winners, totals
from domain.rules import Rules
from domain.scoring import scores
from tests.support.play import random_game

RULES = Rules("kingdomino", 2, None, ("must_place",))
ENDS = [random_game(RULES, Random(seed)).end.position for seed in (1, 2, 3)]


def test_points_of_the_three_games_are_added() -> None:
    games = [[score.total for score in scores(end)] for end in ENDS]
    assert totals(ENDS) == (games[0][0] + games[1][0] + games[2][0], games[0][1] + games[1][1] + games[2][1])


def test_nobody_has_won_before_the_third_game() -> None:
    assert dynasty_winners(ENDS[:2]) is None


def test_the_most_points_win() -> None:
    first, second = totals(ENDS)
    assert dynasty_winners(ENDS) == ((0,) if first > second else (1,))


def test_equal_sums_share_the_dynasty() -> None:
    begin = random_game(RULES, Random(1), commands=1).end.position
    assert dynasty_winners([begin] * 3) == (0, 1)
