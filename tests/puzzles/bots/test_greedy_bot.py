"""Single decisions of flint, on boards drawn in the test."""

from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    RecruitCaveman,
    Step,
    ThrowFire,
)
from domain.grid import Cell, distance
from domain.legal import legal
from domain.log import replay
from domain.pieces import Caveman
from domain.position import Slot
from domain.rules import Rules
from domain.scoring import score
from domain.territory import place
from puzzles.bots.choose import choose
from puzzles.bots.greedy_bot import step_value
from tests.support.play import random_game
from tests.support.spec import DISCOVERY, KINGDOMINO, NEOLITHIC, TOTEM, TRIBE, started, table

MIDDLE: Final = Rules("kingdomino", 4, None, ("middle_kingdom",))
rngs = st.integers(0, 2**32).map(Random)
with_any_seed = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def flints_choice(rules: Rules, *drawings: str, **changes: Any) -> Step:
    return choice(Random(1), rules, *drawings, **changes)


def choice(rng: Random, rules: Rules, *drawings: str, **changes: Any) -> Step:
    return choose(table(rules, *drawings, **changes).position, "flint", rng)


def points_after(rules: Rules, drawing: str, **changes: Any) -> int:
    """What seat 0 has when flint has placed its domino."""
    position = table(rules, drawing, **changes).position
    step = choose(position, "flint", Random(1))
    assert isinstance(step, PlaceDomino)
    return score(rules, place(position.territory, position.domino, step.a, step.b), {}, 0).total


# Placing

WHEAT_WHEAT, FOREST_FOREST, WHEAT_FOREST, WHEAT_CROWN_FOREST = 1, 3, 13, 19  # numbers of Kingdomino


def test_flint_completes_the_bigger_region() -> None:
    drawing = """
        W1 W castle F1 F
        .  . .      .  .
        W1 W .      .  .
    """
    assert points_after(KINGDOMINO, drawing, holding=WHEAT_WHEAT, round=12) == 6 * 2 + 2 * 1


def test_flint_brings_the_crown_to_the_larger_field() -> None:
    assert points_after(KINGDOMINO, "W W W castle F", holding=WHEAT_CROWN_FOREST, round=12) == 4


@with_any_seed
@given(rngs)
def test_flint_leaves_no_hole_without_gain(rng: Random) -> None:
    drawing = """
        W W W      W W
        F F F      F F
        F F castle F F
        F F F      F F
        L . .      . .
    """
    step = choice(rng, KINGDOMINO, drawing, holding=FOREST_FOREST)
    assert isinstance(step, PlaceDomino)
    assert {step.a, step.b} in ({(-1, 2), (0, 2)}, {(1, 2), (2, 2)})


@with_any_seed
@given(rngs)
def test_flint_keeps_the_castle_in_the_middle(rng: Random) -> None:
    step = choice(rng, MIDDLE, "castle F F1", holding=FOREST_FOREST)
    assert isinstance(step, PlaceDomino)
    assert max(step.a[0], step.b[0]) <= 2


# The wheat of domino 13 can only go to the right, further from the castle than the middle kingdom allows.
ONLY_OUTWARDS = """
    . G      G G
    G castle G W
    . G      G G
"""


def test_flint_declines_a_domino_that_only_spoils_the_middle() -> None:
    assert flints_choice(MIDDLE, ONLY_OUTWARDS, holding=WHEAT_FOREST) == DeclineDomino(WHEAT_FOREST)


def test_flint_places_a_domino_that_does_no_harm() -> None:
    free_to_decline = Rules("kingdomino", 4)
    assert isinstance(flints_choice(free_to_decline, ONLY_OUTWARDS, holding=WHEAT_FOREST), PlaceDomino)
    assert isinstance(flints_choice(free_to_decline, ONLY_OUTWARDS, holding=WHEAT_FOREST, round=12), PlaceDomino)


# Fire


def throw(rules: Rules, drawing: str, volcano: Cell) -> Cell:
    step = flints_choice(rules, drawing, step="fire", volcano=volcano)
    assert isinstance(step, ThrowFire)
    return step.at


def test_flint_throws_its_fire_into_the_big_region() -> None:
    assert throw(DISCOVERY, "L D D hut V1 G G1", (1, 0)) in [(-1, 0), (-2, 0)]


def test_flint_plans_the_throw_when_it_places_the_volcano() -> None:
    # Domino 48 has a quarry and three craters, which throw one cell far: only next to the lake it pays.
    drawing = """
        V1 hut L
        .  .   L
        .  .   L
    """
    step = flints_choice(DISCOVERY, drawing, holding=48, round=12)
    assert isinstance(step, PlaceDomino)
    assert min(distance(step.b, lake) for lake in [(1, 0), (1, 1), (1, 2)]) == 1


def test_flint_keeps_its_mammoths() -> None:
    assert throw(TOTEM, "G Gr hut V1", (1, 0)) == (-2, 0)


def test_flint_keeps_its_cavemen() -> None:
    assert throw(TRIBE, "D+hunter Gr hut V1 L", (1, 0)) == (2, 0)


# Totems, drafts and claims


def test_flint_gives_the_totem_to_the_leader_with_fewer_points() -> None:
    boards = "hut", "Gr hut D D1", "Gr hut", "Gr hut D1"
    assert flints_choice(TOTEM, *boards, step="totem", totems={"mammoth": 0}) == GiveTotem("mammoth", 2)


def draft(drawing: str, *line: int) -> Step:
    return flints_choice(KINGDOMINO, drawing, step="draft", next_line=tuple(Slot(domino) for domino in line))


def test_flint_takes_the_domino_with_more_crowns() -> None:
    assert draft("castle", 18, 41, 48) == DraftDomino(48)


def test_a_crown_for_a_large_region_beats_two_for_a_small_one() -> None:
    assert draft("F F F F castle", 24, 43) == DraftDomino(24)


def test_of_equal_dominoes_flint_takes_the_lower_number() -> None:
    assert draft("castle", 3, 4, 5) == DraftDomino(3)


def test_flint_does_not_draft_a_domino_that_does_not_fit() -> None:
    blocked = """
        G G      G
        G castle G
        G G      G
    """
    assert draft(blocked, 3, 18) == DraftDomino(18)


def test_flint_claims_the_better_pair() -> None:
    outer = replay(started(NEOLITHIC, 1, 2, 3, 48)).position
    assert choose(outer, "flint", Random(1)) == ClaimDomino(dominoes=(1, 48))
    inner = replay(started(NEOLITHIC, 1, 46, 47, 48)).position
    assert choose(inner, "flint", Random(1)) == ClaimDomino(dominoes=(46, 47))


# Recruiting


def hired(drawing: str, *cave: Caveman, round: int = 11) -> Step:
    return flints_choice(TRIBE, drawing, step="recruit", cave=cave, round=round)


def test_flint_passes_when_nothing_is_gained() -> None:
    assert hired("Gr Lr hut D D", "shaman") == PassRecruit()


def test_flint_passes_when_it_cannot_pay() -> None:
    assert hired("Gr Gr hut D D", "hunter") == PassRecruit()


def test_early_in_the_game_flint_does_not_spend_resources_for_one_point() -> None:
    assert hired("Gr Lr hut D D", "small_warrior", round=1) == PassRecruit()
    assert isinstance(hired("Gr Lr hut D D", "small_warrior", round=11), RecruitCaveman)


def test_the_hunter_stands_among_the_mammoths_and_is_not_paid_with_them() -> None:
    drawing = """
        Gr G Gr hut D  D
        Gr D Gr D   Lr Jr
    """
    step = hired(drawing, "hunter", "shaman")
    assert isinstance(step, RecruitCaveman)
    assert (step.caveman, step.spend) == ("hunter", ((1, 1), (2, 1)))
    assert step.at in [(-2, 0), (-2, 1)]


def test_warriors_join_the_horde() -> None:
    step = hired("Gr Lr hut D D+amazon_warrior D \n . . D D . .", "small_warrior")
    assert isinstance(step, RecruitCaveman)
    assert step.at in [(1, 0), (3, 0)]


@pytest.mark.parametrize("seed", range(3))
def test_no_recruit_has_a_higher_value_than_flints(seed: int) -> None:
    positions = [game.position for game in random_game(TRIBE, Random(seed)).games if game.position.step == "recruit"]
    few = [(position, steps) for position in positions if len(steps := legal(position)) <= 500]
    assert len(few) > 5
    for position, steps in few:
        chosen = choose(position, "flint", Random(seed))
        assert chosen in steps
        assert step_value(position, chosen) == pytest.approx(max(step_value(position, step) for step in steps))
