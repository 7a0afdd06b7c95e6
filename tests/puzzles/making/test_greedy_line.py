"""The greedy player takes the most points at every step, as an enumeration of all steps finds them."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from domain.commands import PlaceDomino, RecruitCaveman, Step, ThrowFire
from domain.dominoes import dominoes
from domain.fire import land, targets
from domain.pieces import Caveman
from domain.scoring import score
from domain.territory import Territory, place, placements
from domain.tribe import places_to_stand, prices, recruit, resources_by_kind
from puzzles.making.candidates import KINDS, Kind, candidates
from puzzles.making.greedy_line import greedy
from puzzles.making.solved_problem import stages
from puzzles.search.exact.problem import Problem
from puzzles.solving.attempt import replay
from tests.support.boards import territory
from tests.support.spec import DISCOVERY, KINGDOMINO, TRIBE

Rank = tuple[int, int]  # points, and neighbours of the same terrain

WHEAT_CROWN_FOREST, DESERT_VOLCANO = 19, 28


def drawn(kind: Kind) -> list[Problem]:
    return [candidate.problem for candidate in islice(candidates(Random(5), [kind]), 6)]


def rank(problem: Problem, land: Territory) -> Rank:
    squares = land.squares
    joins = sum(
        near in squares and squares[near].terrain == square.terrain
        for (x, y), square in squares.items()
        for near in ((x + 1, y), (x, y + 1))
    )
    return score(problem.rules, land, {}, 0).total, joins


def continuations(problem: Problem, before: Territory, number: int) -> Iterator[Territory]:
    domino = dominoes(problem.rules)[number]
    for a, b in placements(before, domino):
        laid, volcano = place(before, domino, a, b), a if domino.a.craters else b
        landings = list(targets(laid, volcano)) if domino.has_volcano else []
        yield from (land(laid, at, laid.squares[volcano].craters) for at in landings)
        if not landings:
            yield laid


def after_each(problem: Problem, line: tuple[Step, ...]) -> dict[int, Territory]:
    """The territory after each domino that was laid, its fire included."""
    territories, number = dict[int, Territory](), 0
    for step, after in zip(line, islice(stages(problem, line), 1, None), strict=True):
        if isinstance(step, PlaceDomino):
            number = step.domino
        if isinstance(step, PlaceDomino | ThrowFire):
            territories[number] = after
    return territories


@pytest.mark.parametrize("kind", KINDS)
def test_every_domino_goes_where_it_scores_most_now(kind: Kind) -> None:
    for problem in drawn(kind):
        now, laid = problem.territory, after_each(problem, greedy(problem))
        for number in problem.dominoes:
            options = [rank(problem, after) for after in continuations(problem, now, number)]
            assert (number in laid) == bool(options), "it is laid just when it has room"
            now = laid.get(number, now)
            assert not options or rank(problem, now) == max(options)


def test_every_recruit_is_the_one_that_adds_most_now() -> None:
    recruits = 0
    for problem in drawn("tribe"):
        line, cave = greedy(problem), list(problem.cave)
        for before, step in zip(stages(problem, line), line, strict=False):
            if isinstance(step, RecruitCaveman):
                recruits += 1
                gained = _points(problem, recruit(before, step.caveman, step.spend, step.at))
                assert gained == max(_points(problem, after) for after in _recruited(before, cave))
                cave.remove(step.caveman)
    assert recruits > 3


def _points(problem: Problem, land: Territory) -> int:
    return score(problem.rules, land, {}, 0).total


def _recruited(camp: Territory, cave: list[Caveman]) -> Iterator[Territory]:
    for caveman in set(cave):
        for spend in prices(resources_by_kind(camp), "cave"):
            for at in (*places_to_stand(camp), *spend):
                yield recruit(camp, caveman, spend, at)


@pytest.mark.parametrize("kind", KINDS)
def test_the_greedy_line_is_legal_and_always_the_same(kind: Kind) -> None:
    for problem in drawn(kind):
        line = greedy(problem)
        assert replay(problem, line).score.total >= 0
        assert greedy(problem) == line


def test_the_crown_goes_to_the_largest_field_even_if_a_larger_one_is_to_come() -> None:
    problem = Problem(KINGDOMINO, territory("W W castle . . \n . . . . . \n . . W . ."), (WHEAT_CROWN_FOREST,))
    [step] = greedy(problem)
    assert replay(problem, (step,)).score.total == 3


def test_a_volcano_is_laid_where_its_fire_reaches_the_largest_region() -> None:
    problem = Problem(DISCOVERY, territory("L L hut D D \n L L . . ."), (DESERT_VOLCANO,))
    assert replay(problem, greedy(problem)).score.total == 4


def test_a_caveman_that_adds_nothing_is_not_recruited() -> None:
    camp = Problem(TRIBE, territory("Gr Lr hut D D"), (), ("shaman",), 2)
    assert greedy(camp) == ()
    assert len(greedy(replace(camp, cave=("shaman", "small_warrior")))) == 1
