"""O13 and O14, with their cousins K5 and K6: who wins when scores are level, and the variants that add points."""

import pytest

from domain.rules import MODES, GameName, Mode, Rules, Variant
from domain.scoring import score, standings, winners
from tests.support.boards import territory
from tests.support.spec import table

TWO = Rules("origins", 2, "discovery")
THREE = Rules("origins", 3, "discovery")
KINGS = Rules("kingdomino", 2)
KINGS_BY_CROWNS = Rules("kingdomino", 2, None, ("crowns_break_ties",))


def winning(rules: Rules, *drawings: str) -> tuple[int, ...]:
    return winners(table(rules, *drawings).position)


# O13: ties. The boards below are worth 4, unless the name of the test says otherwise.


def test_the_higher_score_wins_whatever_the_regions() -> None:
    assert winning(TWO, "hut L2 L", "hut D D D D D") == (0,)


def test_equal_scores_go_to_the_larger_largest_region() -> None:
    assert winning(TWO, "hut L2 L", "hut L1 L L L") == (1,)


def test_the_largest_region_counts_without_fire_too() -> None:
    assert winning(TWO, "hut L2 L D D D", "hut L2 L D D J") == (0,)


def test_the_largest_region_may_be_one_of_volcanoes() -> None:
    assert winning(TWO, "hut L2 L D D J", "hut L2 L V1 V1 V2") == (1,)


def test_after_that_more_fires_in_the_territory_win() -> None:
    assert winning(TWO, "hut L2 L", "hut L1 L D1 J1") == (1,)


def test_fires_of_tokens_count_as_printed_ones_do() -> None:
    assert winning(TWO, "hut L2 L", "hut L*1 L D1 J*1") == (1,)


def test_the_larger_region_comes_before_more_fires() -> None:
    assert winning(TWO, "hut L1 L L L", "hut L1 L D1 J1") == (0,)


def test_after_that_the_victory_is_shared() -> None:
    assert winning(TWO, "hut L2 L", "hut D1 D1") == (0, 1)


def test_the_standings_name_the_comparison_that_decided() -> None:
    ranked = standings(table(THREE, "hut L2 L", "hut L1 L D1 J1", "hut L1 L L L").position)
    assert [(standing.seat, standing.rank, standing.tie_break) for standing in ranked] == [
        (2, 1, "largest_region"),
        (1, 2, "fires"),
        (0, 3, "fires"),
    ]


def test_seats_that_share_a_place_have_the_same_rank() -> None:
    ranked = standings(table(THREE, "hut L2 L", "hut L1 L L", "hut D2 D").position)
    assert [(standing.seat, standing.rank, standing.tie_break) for standing in ranked] == [
        (0, 1, "shared"),
        (2, 1, "shared"),
        (1, 3, None),
    ]


# K5: ties in Kingdomino


def test_in_kingdomino_too_the_larger_largest_region_wins() -> None:
    assert winning(KINGS, "castle W2 W", "castle W1 W W W") == (1,)


def test_in_kingdomino_crowns_break_no_ties() -> None:
    assert winning(KINGS, "castle W2 W", "castle W1 W F1 S1") == (0, 1)


def test_with_the_option_more_crowns_break_ties() -> None:
    assert winning(KINGS_BY_CROWNS, "castle W2 W", "castle W1 W F1 S1") == (1,)


def test_with_the_option_the_larger_region_still_comes_first() -> None:
    assert winning(KINGS_BY_CROWNS, "castle W1 W W W", "castle W1 W F1 S1") == (0,)


def test_with_the_option_equal_crowns_share_the_victory() -> None:
    assert winning(KINGS_BY_CROWNS, "castle W2 W", "castle F1 F1") == (0, 1)


def test_the_standings_say_that_crowns_decided() -> None:
    ranked = standings(table(KINGS_BY_CROWNS, "castle W2 W", "castle W1 W F1 S1").position)
    assert [standing.tie_break for standing in ranked] == ["crowns", "crowns"]


# O14 and K6: bonuses

CENTRED = """
    D  .  .    .  .
    .  .  .    .  .
    .  D  hut  .  .
    .  .  .    .  .
    .  .  .    .  D
"""
OFF_CENTRE = """
    D  .  .    .  .
    .  .  .    .  .
    .  .  .    .  .
    .  .  hut  .  .
    .  .  .    .  D
"""
NARROW = """
    .  D  .    .
    .  .  .    .
    .  .  hut  .
    .  .  .    .
    .  .  .    D
"""
COMPLETE = """
    D  D  D  D  hut
    D  D  D  D  D
    D  D  D  D  D
    D  D  D  D  D
    D  D  D  D  D
"""


def bonus(variant: Variant, drawing: str) -> int:
    game: GameName = "origins" if variant in ("empire_of_fire", "homo_habilis") else "kingdomino"
    rules = Rules(game, 4, "discovery" if game == "origins" else None, (variant,))
    return score(rules, territory(drawing), {}, 0).total


@pytest.mark.parametrize("variant", ["empire_of_fire", "middle_kingdom"])
@pytest.mark.parametrize(("drawing", "points"), [(CENTRED, 10), (OFF_CENTRE, 0), (NARROW, 0), (COMPLETE, 0)])
def test_the_hut_in_the_centre_of_the_full_box_earns_10_holes_allowed(
    variant: Variant, drawing: str, points: int
) -> None:
    assert bonus(variant, drawing) == points


@pytest.mark.parametrize("variant", ["homo_habilis", "harmony"])
@pytest.mark.parametrize(("drawing", "points"), [(COMPLETE, 5), (COMPLETE.replace("D", ".", 1), 0), (CENTRED, 0)])
def test_a_complete_territory_earns_5(variant: Variant, drawing: str, points: int) -> None:
    assert bonus(variant, drawing) == points


@pytest.mark.parametrize("mode", MODES)
def test_both_bonuses_add_up_in_all_modes(mode: Mode) -> None:
    complete = "\n".join(["D D D D D"] * 2 + ["D D hut D D"] + ["D D D D D"] * 2)
    rules = Rules("origins", 3, mode, ("empire_of_fire", "homo_habilis"))
    assert score(rules, territory(complete), {}, 0).total == 15


@pytest.mark.parametrize(("holes", "points"), [(0, 15), (2, 10)])
def test_with_two_seats_the_bonuses_ask_for_seven_by_seven(holes: int, points: int) -> None:
    rows = ["D " * 7] * 3 + ["D D D hut D D D"] + ["D " * 7] * 2 + ["D " * (7 - holes)]
    rules = Rules("origins", 2, "discovery", ("empire_of_fire", "homo_habilis"))
    assert score(rules, territory("\n".join(rows), 7), {}, 0).total == points


def test_with_two_seats_five_by_five_is_not_enough() -> None:
    rules = Rules("origins", 2, "discovery", ("empire_of_fire", "homo_habilis"))
    assert score(rules, territory(CENTRED, 7), {}, 0).total == 0


def test_without_the_variants_there_is_no_bonus() -> None:
    assert score(TWO, territory(COMPLETE), {}, 0).total == 0


def test_the_score_names_the_bonus() -> None:
    rules = Rules("origins", 4, "discovery", ("empire_of_fire",))
    [item] = score(rules, territory(CENTRED), {}, 0).bonuses
    assert (item.variant, item.points) == ("empire_of_fire", 10)
