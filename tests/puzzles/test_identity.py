"""A rotated or mirrored puzzle is the same puzzle; any other is different."""

import re

import pytest
from msgspec.structs import replace

from domain.grid import SYMMETRIES
from domain.rules import Rules
from domain.territory import Territory
from puzzles.identity import puzzle_id, turned
from puzzles.puzzle import Puzzle
from puzzles.search.exact.problem import Problem
from tests.support.boards import territory
from tests.support.position_samples import samples
from tests.support.spec import DISCOVERY, KINGDOMINO, TRIBE

WHEAT_WHEAT, ALSO_WHEAT_WHEAT, WHEAT_FOREST = 1, 2, 13
HALL = territory("W1 W castle F \n . . F F")


def kingdomino(land: Territory = HALL, dominoes: tuple[int, ...] = (WHEAT_WHEAT, WHEAT_FOREST)) -> Problem:
    return Problem(KINGDOMINO, land, dominoes)


@pytest.mark.parametrize("puzzle", samples(), ids=lambda puzzle: puzzle.id)
def test_the_id_is_the_same_under_all_eight_symmetries(puzzle: Puzzle) -> None:
    problem = puzzle.problem
    turns = [replace(problem, territory=turned(problem.territory, turn)) for turn in SYMMETRIES]
    assert {puzzle_id(turn) for turn in turns} == {puzzle.id}


def test_the_eight_symmetries_are_different_and_keep_the_hut() -> None:
    assert len({turn((1, 2)) for turn in SYMMETRIES}) == 8
    assert {turn((0, 0)) for turn in SYMMETRIES} == {(0, 0)}


def test_an_id_is_ten_letters_and_digits() -> None:
    assert all(re.fullmatch("[a-z0-9]{10}", puzzle.id) for puzzle in samples())


def test_dominoes_that_look_the_same_make_the_same_puzzle() -> None:
    assert puzzle_id(kingdomino(dominoes=(WHEAT_WHEAT,))) == puzzle_id(kingdomino(dominoes=(ALSO_WHEAT_WHEAT,)))
    other = Territory(5, {cell: replace(square, domino=40) for cell, square in HALL.squares.items()})
    assert puzzle_id(kingdomino(other)) == puzzle_id(kingdomino())


def test_the_number_of_seats_does_not_matter() -> None:
    three = Rules("kingdomino", 3, None, ("crowns_break_ties", "must_place"))
    assert puzzle_id(replace(kingdomino(), rules=three)) == puzzle_id(kingdomino())


OTHERS = {
    "the order of the dominoes": kingdomino(dominoes=(WHEAT_FOREST, WHEAT_WHEAT)),
    "a domino less": kingdomino(dominoes=(WHEAT_WHEAT,)),
    "a crown elsewhere": kingdomino(territory("W W1 castle F \n . . F F")),
    "a square elsewhere": kingdomino(territory("W1 W castle F \n . F F .")),
    "a bonus": replace(kingdomino(), rules=Rules("kingdomino", 4, None, ("must_place", "harmony"))),
    "whether one must place": replace(kingdomino(), rules=Rules("kingdomino", 4)),
    "a larger territory": Problem(
        Rules("kingdomino", 2, None, ("must_place", "mighty_duel")), Territory(7, HALL.squares), (1, 13)
    ),
}


@pytest.mark.parametrize("what", OTHERS)
def test_anything_that_matters_makes_another_puzzle(what: str) -> None:
    assert puzzle_id(OTHERS[what]) != puzzle_id(kingdomino())


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        (DISCOVERY, "D D hut V1 D", "D D hut V2 D"),
        (DISCOVERY, "D D hut D*1 D", "D D hut D1 D"),
        (TRIBE, "Gr D hut D D", "G D hut D D"),
        (TRIBE, "D+hunter D hut D D", "D+fisher D hut D D"),
    ],
)
def test_what_stands_on_a_square_matters(rules: Rules, first: str, second: str) -> None:
    assert puzzle_id(Problem(rules, territory(first), (1,))) != puzzle_id(Problem(rules, territory(second), (1,)))


def test_the_cave_matters_but_not_its_order() -> None:
    camp = Problem(TRIBE, territory("Gr D hut D Lr"), (1,), ("hunter", "fisher"), 1)
    assert puzzle_id(camp) == puzzle_id(replace(camp, cave=("fisher", "hunter")))
    assert puzzle_id(camp) != puzzle_id(replace(camp, cave=("shaman", "hunter")))
    assert puzzle_id(camp) != puzzle_id(replace(camp, recruits=2))
