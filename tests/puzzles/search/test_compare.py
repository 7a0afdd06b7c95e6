"""A move that was played, compared with the best one."""

from random import Random

import pytest

from domain.legal import legal
from domain.rules import Rules
from puzzles.review.review import decisions
from puzzles.search.best import best_moves
from puzzles.search.budget import Budget
from puzzles.search.compare import compared
from tests.support.configurations import name
from tests.support.play import random_game

RULES = [Rules("origins", 3, "tribe"), Rules("origins", 2, "totem"), Rules("kingdomino", 4, None, ("must_place",))]


@pytest.mark.parametrize("rules", RULES, ids=name)
def test_the_better_move_comes_first_and_the_played_one_is_included(rules: Rules) -> None:
    for decision in decisions(random_game(rules, Random(4)).events):
        choices = compared(decision.position, decision.played, Budget(40), Random(1))
        assert decision.played in [choice.step for choice in choices]
        assert len(choices) <= 2
        assert all(choice.step in legal(decision.position) for choice in choices)
        assert [choice.lead for choice in choices] == sorted((choice.lead for choice in choices), reverse=True)


def test_equal_seeds_give_equal_answers() -> None:
    decision = decisions(random_game(RULES[0], Random(4)).events)[10]
    question = decision.position, decision.played, Budget(100)
    assert compared(*question, Random(1)) == compared(*question, Random(1))


def test_both_are_tried_on_the_same_deals_and_more_often_than_in_a_ranking() -> None:
    games = random_game(RULES[2], Random(4)).games[20:]
    position = next(game.position for game in games if len(legal(game.position)) > 8)
    ranked = best_moves(position, Budget(1000), Random(1))
    choices = compared(position, ranked[-1].step, Budget(1000), Random(1))
    assert len({choice.trials for choice in choices[-2:]}) == 1
    assert choices[-1].trials > ranked[-1].trials


def test_it_stops_when_the_time_is_up() -> None:
    position = random_game(RULES[0], Random(4), commands=30).end.position
    assert compared(position, legal(position)[-1], Budget(10**9, lambda: True), Random(1))
