"""O3 and O4: where a domino may be placed, and when it must be."""

import pytest

from domain.commands import DeclineDomino, DraftDomino, PlaceDomino, Play
from domain.dominoes import dominoes
from domain.events import DominoDiscarded, DominoDrafted, DominoPlaced
from domain.grid import Cell
from domain.position import Slot
from domain.territory import misfit, placements
from tests.support.boards import territory
from tests.support.spec import DISCOVERY, NEOLITHIC, TOTEM, after, table

DESERT_DESERT, DESERT_LAKE, LAKE_LAKE, DESERT_VOLCANO, GRASSLAND_VOLCANO = 1, 6, 15, 28, 38


def refusal(drawing: str, number: int, a: Cell, b: Cell, size: int = 5) -> str | None:
    reason = misfit(territory(drawing, size), dominoes(DISCOVERY)[number], a, b)
    return reason.code if reason else None


# O3: place


def test_a_domino_may_touch_the_hut_with_its_first_square() -> None:
    assert refusal("hut", DESERT_LAKE, (0, 1), (0, 2)) is None


def test_a_domino_may_touch_the_hut_with_its_second_square() -> None:
    assert refusal("hut", DESERT_LAKE, (0, -2), (0, -1)) is None


def test_the_hut_matches_everything_volcanoes_too() -> None:
    assert refusal("hut", DESERT_VOLCANO, (2, 0), (1, 0)) is None


def test_a_corner_of_the_hut_is_not_a_touch() -> None:
    assert refusal("hut", DESERT_LAKE, (1, 1), (2, 1)) == "no_match"


def test_one_matching_square_is_enough() -> None:
    assert refusal("hut D J", DESERT_LAKE, (1, 1), (2, 1)) is None


def test_the_second_square_may_be_the_matching_one() -> None:
    assert refusal("hut J L", DESERT_LAKE, (1, 1), (2, 1)) is None


def test_the_terrains_must_match_crosswise_as_they_lie() -> None:
    assert refusal("hut L D", DESERT_LAKE, (1, 1), (2, 1)) == "no_match"


def test_a_corner_of_the_same_terrain_is_not_a_touch() -> None:
    assert refusal("hut D J", DESERT_LAKE, (2, 1), (3, 1)) == "no_match"


def test_the_two_squares_of_the_domino_itself_do_not_match_each_other() -> None:
    assert refusal("hut D J", LAKE_LAKE, (1, 1), (2, 1)) == "no_match"


def test_a_domino_far_from_the_territory_touches_nothing() -> None:
    assert refusal("hut L J", LAKE_LAKE, (0, 2), (1, 2)) == "no_match"


def test_volcano_matches_volcano() -> None:
    assert refusal("hut J V1", DESERT_VOLCANO, (2, 2), (2, 1)) is None


def test_volcanoes_match_whatever_their_craters() -> None:
    assert refusal("hut J V3", GRASSLAND_VOLCANO, (2, 2), (2, 1)) is None


@pytest.mark.parametrize("b", [(1, 0), (2, 1), (3, 0), (-1, 0)])
def test_the_two_squares_lie_next_to_each_other(b: Cell) -> None:
    assert refusal("hut", DESERT_DESERT, (1, 0), b) == "apart"


def test_a_domino_does_not_go_on_another_one() -> None:
    assert refusal("hut L D", LAKE_LAKE, (1, -1), (1, 0)) == "occupied"


def test_a_domino_does_not_go_on_the_hut() -> None:
    assert refusal("hut L D", LAKE_LAKE, (0, 0), (0, 1)) == "occupied"


def test_the_territory_fits_in_five_columns() -> None:
    assert refusal("L L hut L .", LAKE_LAKE, (2, 0), (3, 0)) == "too_large"


def test_the_territory_fits_in_five_rows() -> None:
    assert refusal("L \n L \n hut \n L", LAKE_LAKE, (0, 2), (0, 3)) == "too_large"


def test_the_hut_counts_among_the_five() -> None:
    assert refusal("hut L L L", LAKE_LAKE, (4, 0), (5, 0)) == "too_large"


def test_the_hut_may_end_up_in_a_corner() -> None:
    assert refusal("hut L L", LAKE_LAKE, (3, 0), (4, 0)) is None


def test_with_two_seats_the_territory_grows_to_seven() -> None:
    assert refusal("hut L L L L", LAKE_LAKE, (5, 0), (6, 0), NEOLITHIC.size) is None


def test_with_two_seats_it_grows_no_further_than_seven() -> None:
    assert refusal("L hut L L L L", LAKE_LAKE, (5, 0), (6, 0), NEOLITHIC.size) == "too_large"


def test_the_first_domino_has_24_places_around_the_hut() -> None:
    assert len(set(placements(territory("hut"), dominoes(DISCOVERY)[DESERT_LAKE]))) == 24


def test_every_placement_is_listed_once() -> None:
    listed = list(placements(territory("L L hut D D"), dominoes(DISCOVERY)[DESERT_LAKE]))
    assert len(listed) == len(set(listed))


def test_the_domino_to_place_is_the_one_under_the_acting_chief() -> None:
    game = table(DISCOVERY, holding=DESERT_DESERT)
    after(game).when(Play(0, PlaceDomino(LAKE_LAKE, (1, 0), (2, 0)))).refused("not_this_domino")


# O4: must place

CLOSED = """
    L  L  L   L  L
    L  L  L   L  L
    L  J  hut J  L
    L  L  J   L  L
    .  .  L   .  .
"""


def test_a_domino_that_fits_must_be_placed() -> None:
    after(table(DISCOVERY, holding=LAKE_LAKE)).when(Play(0, DeclineDomino(LAKE_LAKE))).refused("must_place")


def test_a_domino_that_fits_nowhere_is_discarded() -> None:
    game = table(DISCOVERY, "hut", CLOSED, line=(Slot(2, 0), Slot(DESERT_DESERT, 1)), next_line=(Slot(45), Slot(46)))
    game = after(game).when(Play(0, PlaceDomino(2, (1, 0), (2, 0)))).game
    drafted = after(game).when(Play(0, DraftDomino(45)))
    drafted.then(DominoDrafted(0, 45), DominoDiscarded(1, DESERT_DESERT, "no_room"), DominoDrafted(1, 46))


def test_the_resources_of_a_discarded_domino_are_gone_with_it() -> None:
    closed = CLOSED.replace("L", "D")
    line = (Slot(2, 0), Slot(LAKE_LAKE, 1))
    game = table(TOTEM, "hut", closed, line=line, step="draft", next_line=(Slot(45), Slot(46)))
    drafted = after(game).when(Play(0, DraftDomino(45)))
    assert drafted.position.territories[1] == territory(closed)
    assert drafted.position.discarded == (LAKE_LAKE,)


def test_it_is_placed_where_it_fits_even_if_it_helps_nobody() -> None:
    game = table(DISCOVERY, "hut", CLOSED, line=(Slot(2, 0), Slot(DESERT_LAKE, 1)), step="draft")
    drafted = after(game).when(Play(0, DraftDomino(45)))
    after(drafted.game).when(Play(1, PlaceDomino(DESERT_LAKE, (-2, 2), (-1, 2)))).then(
        DominoPlaced(1, DESERT_LAKE, (-2, 2), (-1, 2))
    )
