"""Cavemen placed in hindsight, on the placements of a game that was played."""

from random import Random
from typing import Final

import pytest

from domain.commands import RecruitCaveman
from domain.pieces import Caveman
from domain.rules import Rules
from domain.scoring import score
from domain.territory import Territory
from domain.tribe import misprice, misstand
from puzzles.review.hindsight import turns_of
from puzzles.review.hindsight_tribe import Turn, tribe_bound, with_recruits
from puzzles.search.exact.line import after, worth
from puzzles.search.exact.problem import Problem
from tests.support.play import random_game

TRIBE: Final = Rules("origins", 4, "tribe")
SEATS: Final = [(seed, seat) for seed in range(4) for seat in range(TRIBE.seats)]


def seat_of_a_game(seed: int, seat: int) -> tuple[Problem, list[Turn], int]:
    """What it had to place, its turns, and what it scored."""
    played = random_game(TRIBE, Random(f"settling/{seed}"))
    turns = turns_of(played.events, seat)
    problem = Problem(TRIBE, Territory(5), tuple(turn.domino for turn in turns))
    return problem, turns, score(TRIBE, played.end.position.territories[seat], {}, seat).total


@pytest.mark.parametrize(("seed", "seat"), SEATS)
def test_every_recruit_is_legal_when_he_comes(seed: int, seat: int) -> None:
    problem, turns, _ = seat_of_a_game(seed, seat)
    line = with_recruits(problem, turns)
    for number, step in enumerate(line):
        if isinstance(step, RecruitCaveman):
            before = after(problem, line[:number])
            assert misprice(before, step.source, step.spend) is None
            assert misstand(before, step.spend, step.at) is None


def test_most_random_recruits_could_have_stood_better() -> None:
    better = [worth(problem, with_recruits(problem, turns)) > points for problem, turns, points in map_seats()]
    assert sum(better) > len(better) / 2


def map_seats() -> list[tuple[Problem, list[Turn], int]]:
    return [seat_of_a_game(seed, seat) for seed, seat in SEATS]


@pytest.mark.parametrize(("seed", "seat"), SEATS)
def test_the_tribe_never_scores_more_than_its_bound(seed: int, seat: int) -> None:
    problem, turns, _ = seat_of_a_game(seed, seat)
    end = score(TRIBE, after(problem, with_recruits(problem, turns)), {}, 0)
    tribe = sum(item.points for item in end.cavemen) + sum(item.points for item in end.hordes)
    assert tribe <= tribe_bound(problem, turns)


def test_the_bound_of_a_tribe_is_what_its_dominoes_and_its_company_allow() -> None:
    """O11, O12: three warriors of power 2 join, shamans have four others around, and nobody sculpts without flint."""
    problem = Problem(TRIBE, Territory(5), (1,))

    def coming(caveman: Caveman) -> Turn:
        return Turn(1, [], RecruitCaveman(caveman, "cave", (), (0, 1)))

    warriors, shamans = [coming("amazon_warrior")] * 3, [coming("shaman")] * 2
    assert tribe_bound(problem, [Turn(1), coming("sculptor")]) == 0
    assert tribe_bound(problem, warriors) == 3 * 6
    assert tribe_bound(problem, [*warriors, *shamans]) == 3 * 6 + 2 * 2 * 4
