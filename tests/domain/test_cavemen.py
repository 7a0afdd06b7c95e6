"""O11 and O12: what hunter-gatherers and warriors are worth."""

import pytest

from domain.pieces import CAVEMEN, Caveman
from domain.scoring import score
from tests.support.boards import territory
from tests.support.spec import TRIBE


def points(drawing: str) -> int:
    """What the cavemen of this territory are worth."""
    scored = score(TRIBE, territory(drawing), {}, 0)
    return sum(item.points for item in scored.cavemen) + sum(item.points for item in scored.hordes)


# O11: hunter-gatherers


def test_a_hunter_with_four_mammoths_around_him_earns_12() -> None:
    drawing = """
        Gr  D         Gr
        D   D+hunter  Gr
        hut Gr        Lr
    """
    assert points(drawing) == 12


def test_two_hunters_count_the_same_mammoths() -> None:
    drawing = """
        Gr  G+hunter  Gr
        Gr  D         Gr
        D   G+hunter  hut
        D   D         Gr
    """
    assert points(drawing) == 4 * 3 + 3 * 3


def test_a_hunter_with_two_mammoths_around_him_earns_6() -> None:
    assert points("hut Gr D \n L G+hunter Gr") == 6


def test_a_fire_lady_with_five_fires_around_her_earns_5_beside_a_volcano_of_two_craters() -> None:
    drawing = """
        L1  D*2          D
        V2  D+fire_lady  J2
        hut D            G
    """
    assert points(drawing) == 5


@pytest.mark.parametrize(
    ("caveman", "square", "worth"),
    [
        ("hunter", "Gr", 3),
        ("fisher", "Lr", 3),
        ("gatherer", "Jr", 4),
        ("sculptor", "Qr", 5),
        ("painter", "Gr", 2),
        ("painter", "Lr", 2),
        ("painter", "Jr", 2),
        ("painter", "Qr", 2),
        ("fire_lady", "D1", 1),
        ("fire_lady", "D*3", 3),
        ("shaman", "D+hunter", 2),
        ("shaman", "D+oafish_warrior", 2 + 3),
    ],
)
def test_each_hunter_gatherer_counts_one_thing(caveman: Caveman, square: str, worth: int) -> None:
    assert points(f"hut D+{caveman} {square}") == worth


@pytest.mark.parametrize(
    ("caveman", "square"),
    [("hunter", "Lr"), ("hunter", "G"), ("fisher", "Gr"), ("gatherer", "Qr"), ("sculptor", "Jr"), ("painter", "L")],
)
def test_a_hunter_gatherer_counts_nothing_else(caveman: Caveman, square: str) -> None:
    assert points(f"hut D+{caveman} {square}") == 0


def test_all_eight_cells_around_count() -> None:
    drawing = """
        hut .   .            .
        .   Lr  Lr           Lr
        .   Lr  D+fisher     Lr
        .   Lr  Lr           Lr
    """
    assert points(drawing) == 8 * 3


def test_what_lies_two_cells_away_does_not_count() -> None:
    assert points("hut D+fisher D Lr") == 0


def test_a_shaman_does_not_count_himself() -> None:
    assert points("hut D+shaman") == 0


def test_two_shamans_count_each_other() -> None:
    assert points("hut D+shaman D+shaman") == 4


def test_there_are_22_cavemen_two_of_each_hunter_gatherer() -> None:
    warriors = ("small_warrior", "amazon_warrior", "oafish_warrior")
    assert sum(CAVEMEN.values()) == 22
    assert [count for caveman, count in CAVEMEN.items() if caveman not in warriors] == [2] * 7


# O12: warriors


def test_three_joined_warriors_of_total_power_4_earn_12() -> None:
    assert points("hut D+small_warrior D+amazon_warrior \n D D D+small_warrior") == 12


def test_a_lone_small_warrior_earns_1() -> None:
    assert points("hut D+small_warrior") == 1


def test_the_warriors_of_the_rulebook_a_group_and_a_lone_one_earn_13() -> None:
    drawing = """
        D+small_warrior  D   D+small_warrior  D+amazon_warrior
        D                hut D                D+small_warrior
    """
    assert points(drawing) == 13


@pytest.mark.parametrize(
    ("warrior", "power", "number"),
    [("small_warrior", 1, 4), ("amazon_warrior", 2, 3), ("oafish_warrior", 3, 1)],
)
def test_there_are_warriors_of_three_powers(warrior: Caveman, power: int, number: int) -> None:
    assert (points(f"hut D+{warrior}"), CAVEMEN[warrior]) == (power, number)


def test_warriors_meeting_at_a_corner_are_not_a_group() -> None:
    assert points("hut D+amazon_warrior D \n D D D+amazon_warrior") == 2 + 2


def test_a_hunter_gatherer_between_warriors_does_not_join_them() -> None:
    assert points("hut D+small_warrior D+hunter D+small_warrior") == 1 + 1
