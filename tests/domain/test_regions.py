"""O7 and O8: regions, and the score of Discovery mode."""

from domain.dominoes import dominoes
from domain.scoring import score
from domain.territory import regions
from tests.support.boards import territory
from tests.support.spec import DISCOVERY, TOTEM, table

RULEBOOK = """
    J    D   D1   L   L1
    J1   G   G    L1  Q
    J    V2  hut  D   Q1
    J*2  D   D    Q   Q1
    G    G   G*1  G   V1
"""


def points(drawing: str) -> list[tuple[str, int]]:
    """Terrain and points of every region that is worth something."""
    items = score(DISCOVERY, territory(drawing), {}, 0).regions
    return [(item.terrain, item.points) for item in items if item.points]


# O7: regions


def test_the_territory_of_the_rulebook_is_worth_32() -> None:
    assert score(DISCOVERY, territory(RULEBOOK), {}, 0).total == 32


def test_the_regions_of_the_rulebook() -> None:
    expected = [("desert", 2), ("grassland", 4), ("jungle", 12), ("lake", 6), ("quarry", 8)]
    assert points(RULEBOOK) == expected


def test_a_region_scores_squares_times_fires() -> None:
    assert points("hut L L2 L1") == [("lake", 9)]


def test_printed_fires_and_those_of_tokens_count_alike() -> None:
    assert points("hut L1 L*3") == [("lake", 8)]


def test_a_region_without_fire_is_worth_nothing() -> None:
    assert points("hut L L L") == []


def test_squares_that_meet_only_at_a_corner_are_two_regions() -> None:
    assert points("hut L1 D \n D D L1") == [("lake", 1), ("lake", 1)]


def test_there_can_be_several_regions_of_one_terrain() -> None:
    assert points("L1 L1 hut L2 L") == [("lake", 4), ("lake", 4)]


def test_the_hut_joins_no_regions() -> None:
    assert len(list(regions(territory("L hut L")))) == 2


def test_a_region_may_wind_around_others() -> None:
    assert points("L L L \n L D L1 \n hut D L") == [("lake", 6)]


def test_a_region_of_volcanoes_scores_nothing() -> None:
    assert points("hut V1 V2 V3") == []


def test_craters_are_not_fires() -> None:
    assert [region.marks for region in regions(territory("hut V1 V2 V3"))] == [0]


def test_the_score_names_squares_and_fires_of_each_region() -> None:
    [item] = score(DISCOVERY, territory("hut L L2"), {}, 0).regions
    assert (item.cells, item.squares, item.marks, item.points) == (((1, 0), (2, 0)), 2, 2, 4)


def test_an_empty_territory_is_worth_nothing() -> None:
    assert score(DISCOVERY, territory("hut"), {}, 0).total == 0


# O8: Discovery mode


def test_in_discovery_mode_there_are_no_resources() -> None:
    squares = [square for domino in dominoes(DISCOVERY).values() for square in (domino.a, domino.b)]
    assert {square.resource for square in squares} == {None}


def test_in_discovery_mode_there_are_no_cavemen() -> None:
    position = table(DISCOVERY).position
    assert (position.cave, position.pile) == ((), ())


def test_in_discovery_mode_only_regions_score() -> None:
    drawn = territory("hut L1r L+small_warrior G+hunter Gr")
    assert score(DISCOVERY, drawn, {}, 0).total == 2
    assert score(TOTEM, drawn, {}, 0).total == 2 + 2
