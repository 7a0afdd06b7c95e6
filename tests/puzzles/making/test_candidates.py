"""Candidates: possible territories and dominoes, all kinds, and the same ones for the same seed."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from domain.dominoes import dominoes
from domain.grid import bounds
from domain.notation.territories import read_territory, write_territory
from domain.pieces import CAVEMEN
from domain.scoring import score
from puzzles.making.candidates import FEWEST, KINDS, MOST, RULES, Candidate, Kind, candidates
from puzzles.making.self_play import self_played

ENOUGH = 40


def drawn(kind: Kind, seed: int = 3) -> list[Candidate]:
    return list(islice(candidates(Random(seed), [kind]), ENOUGH))


@pytest.mark.parametrize("kind", KINDS)
def test_equal_seeds_draw_equal_candidates(kind: Kind) -> None:
    assert drawn(kind) == drawn(kind)
    assert drawn(kind) != drawn(kind, seed=4)


@pytest.mark.parametrize("kind", KINDS)
def test_every_domino_is_in_one_place_only(kind: Kind) -> None:
    for candidate in drawn(kind):
        problem = candidate.problem
        squares = Counter(square.domino for square in problem.territory.squares.values())
        assert set(squares.values()) <= {2}
        assert len({*squares, *problem.dominoes}) == len(squares) + len(problem.dominoes)


@pytest.mark.parametrize("kind", KINDS)
def test_every_territory_could_lie_on_a_table(kind: Kind) -> None:
    for candidate in drawn(kind):
        rules, territory = candidate.problem.rules, candidate.problem.territory
        box = bounds(territory.squares)
        assert max(box.right - box.left, box.bottom - box.top) < rules.size == territory.size
        words = write_territory(dominoes(rules), territory)
        assert read_territory(dominoes(rules), rules.size, words) == territory


@pytest.mark.parametrize("kind", KINDS)
def test_a_candidate_has_three_to_eight_dominoes_and_all_numbers_occur(kind: Kind) -> None:
    assert {len(candidate.problem.dominoes) for candidate in drawn(kind)} == set(range(FEWEST, MOST + 1))


@pytest.mark.parametrize("kind", KINDS)
def test_both_sources_give_some(kind: Kind) -> None:
    assert {candidate.source for candidate in drawn(kind)} == {"self_play", "composed"}


def test_kinds_and_numbers_of_dominoes_can_be_asked_for() -> None:
    drawn = list(islice(candidates(Random(1), ["totem", "tribe"], (5, 6)), ENOUGH))
    assert {candidate.problem.rules for candidate in drawn} == {RULES["totem"], RULES["tribe"]}
    assert {len(candidate.problem.dominoes) for candidate in drawn} == {5, 6}


def test_only_a_tribe_recruits_and_from_a_possible_cave() -> None:
    for kind in KINDS:
        for problem in (candidate.problem for candidate in drawn(kind)):
            standing = Counter(square.caveman for square in problem.territory.squares.values() if square.caveman)
            assert all(count <= CAVEMEN[caveman] for caveman, count in (standing + Counter(problem.cave)).items())
            assert (len(problem.cave), problem.recruits) in ([(4, 1), (4, 2)] if kind == "tribe" else [(0, 0)])


@pytest.mark.parametrize("kind", KINDS)
def test_self_play_builds_territories_that_score(kind: Kind) -> None:
    hands = self_played(RULES[kind], Random(1))
    assert [len(seat) for seat in hands] == [12] * 4
    worths = [score(RULES[kind], seat[-1][0], {}, 0).total for seat in hands]
    assert sum(worths) > 4 * 25, "random play reaches about 20 points a seat"
