"""Territories in letters: what a small board in a list shows."""

from domain.territory import Territory
from projections.small_board import small_board
from tests.support.boards import territory


def test_terrains_are_letters_and_fires_or_crowns_make_them_large() -> None:
    drawn = territory("""
        .   G   G1
        Lr  hut W
        V2  .   D*2
    """)
    assert small_board(drawn) == ".gG/l*w/v.D"


def test_before_anything_is_built_there_is_the_hut() -> None:
    assert small_board(Territory(7)) == "*"


def test_it_reaches_as_far_as_what_is_built() -> None:
    assert small_board(territory("hut . Q Q")) == "*.qq"
