"""The hindsight score is never less than what was scored, and never more than the bound."""

from collections import Counter
from random import Random
from typing import Final

import pytest

from domain.dominoes import dominoes
from domain.events import CavemanRecruited, DominoDiscarded, DominoPlaced, Event
from domain.notation.territories import read_territory
from domain.rules import Rules
from domain.scoring import score
from domain.territory import Territory
from puzzles.review.hindsight import USUAL, hindsight
from puzzles.review.review import Hindsight
from puzzles.search.exact.problem import Budget, Problem
from puzzles.search.exact.solve import solve
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.play import Played, random_game

FEW: Final = Budget(500)
KINGDOMINO: Final = Rules("kingdomino", 4, None, ("must_place",))
TRIBE: Final = Rules("origins", 4, "tribe")
SOME: Final = CONFIGURATIONS[:: len(CONFIGURATIONS) // 20]


def points(played: Played, seat: int) -> int:
    """Without totems."""
    position = played.end.position
    return score(position.rules, position.territories[seat], {}, seat).total


def of_everybody(played: Played, budget: Budget = USUAL) -> list[Hindsight]:
    return [hindsight(played.events, seat, budget) for seat in range(played.end.position.rules.seats)]


def territory(rules: Rules, hindsight: Hindsight) -> Territory:
    return read_territory(dominoes(rules), rules.size, hindsight.territory.split())


@pytest.mark.parametrize("rules", SOME, ids=name)
def test_the_best_lies_between_what_was_scored_and_the_bound(rules: Rules) -> None:
    """Also where turns were taken back and seats were left."""
    played = random_game(rules, Random(f"hindsight/{name(rules)}"), fickle=0.1)
    for answer in of_everybody(played, FEW):
        assert points(played, answer.seat) <= answer.best <= answer.bound
        assert score(rules, territory(rules, answer), {}, answer.seat).total == answer.best


@pytest.mark.parametrize("rules", SOME, ids=name)
def test_the_best_territory_uses_only_dominoes_of_the_seat(rules: Rules) -> None:
    played = random_game(rules, Random(f"taken/{name(rules)}"))
    for answer in of_everybody(played, FEW):
        squares = territory(rules, answer).squares.values()
        assert {square.domino for square in squares} <= set(taken(played.events, answer.seat))
        assert Counter(square.caveman for square in squares if square.caveman) <= cavemen(played.events, answer.seat)


def taken(events: list[Event], seat: int) -> list[int]:
    return [
        event.domino for event in events if isinstance(event, DominoPlaced | DominoDiscarded) and event.seat == seat
    ]


def cavemen(events: list[Event], seat: int) -> Counter[str]:
    return Counter(event.caveman for event in events if isinstance(event, CavemanRecruited) and event.seat == seat)


@pytest.mark.parametrize("rules", [KINGDOMINO, Rules("kingdomino", 2)], ids=name)
def test_without_cavemen_it_is_the_proven_optimum_of_the_dominoes_in_their_order(rules: Rules) -> None:
    played = random_game(rules, Random(5))
    for answer in of_everybody(played):
        problem = Problem(rules, Territory(5), tuple(taken(played.events, answer.seat)))
        assert answer.is_proven
        assert answer.best == solve(problem).best


def test_a_turn_that_was_taken_back_is_not_counted() -> None:
    played = random_game(KINGDOMINO, Random(3), fickle=0.2)
    placed = Counter(taken(played.events, 0))
    assert max(placed.values()) > 1, "no placement of this game was taken back: take another seed"
    assert points(played, 0) <= hindsight(played.events, 0, FEW).best


def test_the_same_game_has_the_same_hindsight() -> None:
    played = random_game(TRIBE, Random(4))
    assert of_everybody(played, FEW) == of_everybody(played, FEW)


def test_a_larger_budget_never_gives_a_worse_answer() -> None:
    played = random_game(Rules("origins", 4, "discovery"), Random(6))
    for brief, long in zip(of_everybody(played, Budget(1)), of_everybody(played, Budget(20_000)), strict=True):
        assert brief.best <= long.best <= long.bound <= brief.bound
