"""Pictures: everything that lies on the table is in them, and nothing falls over the edge."""

from random import Random

import pytest

from domain.rules import Rules
from projections.frames import frames
from projections.picture import (
    HEIGHT,
    WIDTH,
    Drawing,
    Edge,
    Mark,
    Soil,
    film_pictures,
    offer_picture,
    puzzle_picture,
    table_picture,
)
from projections.table import table
from tests.support.play import random_game

RULES = [
    Rules("origins", 2, "tribe"),
    Rules("origins", 4, "totem"),
    Rules("kingdomino", 3, None, ("must_place",)),
    Rules("kingdomino", 2, None, ("must_place", "mighty_duel")),
]


def drawn(marks: list[Mark], begin: str) -> int:
    return sum(isinstance(mark, Drawing) and mark.name.startswith(begin) for mark in marks)


def corner(mark: Mark) -> tuple[float, float]:
    if isinstance(mark, Edge):
        return mark.x + mark.width, mark.y + mark.height
    return mark.x + mark.size, mark.y + mark.size


@pytest.mark.parametrize("rules", RULES)
def test_every_square_is_drawn_once_and_within_the_picture(rules: Rules) -> None:
    shown = table(frames(random_game(rules, Random(4)).events)[-1])
    marks = table_picture(shown)
    squares = [square for seat in shown.seats for square in seat.territory.squares]
    assert drawn(marks, "terrain-") + drawn(marks, "volcano-") == len(squares)
    assert drawn(marks, "fire-token-") == sum(bool(square.fire) for square in squares)
    assert drawn(marks, "caveman-") == sum(square.caveman is not None for square in squares)
    assert sum(isinstance(mark, Edge) for mark in marks) == len({(square.domino) for square in squares})
    assert sum(isinstance(mark, Soil) for mark in marks) == sum(seat.territory.size**2 for seat in shown.seats)
    for mark in marks:
        right, bottom = corner(mark)
        assert -1e-6 <= mark.x < right <= WIDTH + 1e-6, mark
        assert -1e-6 <= mark.y < bottom <= HEIGHT + 1e-6, mark


def test_the_points_are_written_and_who_has_won_wears_a_crown() -> None:
    rules = Rules("origins", 2, "discovery")
    shown = table(frames(random_game(rules, Random(4)).events)[-1])
    marks = table_picture(shown)
    digits = "".join(mark.name[-1] for mark in marks if isinstance(mark, Drawing) and mark.name.startswith("digit-"))
    assert digits == "".join(str(seat.score.total) for seat in shown.seats)
    assert drawn(marks, "crown") == len(shown.winners or ())
    assert drawn(table_picture(table(frames(random_game(rules, Random(4), commands=9).events)[-1])), "crown") == 0


@pytest.mark.parametrize("rules", RULES)
def test_a_film_has_a_picture_for_each_domino(rules: Rules) -> None:
    played = random_game(rules, Random(5))
    placed = sum(type(event).__name__ == "DominoPlaced" for event in played.events)
    pictures = [*film_pictures(frames(played.events))]
    assert len(pictures) == placed
    assert pictures[-1] == table_picture(table(frames(played.events)[-1]))


@pytest.mark.parametrize("count", [0, 1, 4, 9])
def test_a_puzzle_shows_its_territory_and_the_dominoes_to_come(count: int) -> None:
    rules = Rules("origins", 2, "discovery")
    game = random_game(rules, Random(4), commands=30).end
    numbers = sorted(game.position.unseen)[:count]
    land = game.position.territories[0]
    marks = puzzle_picture(rules, land, numbers)
    assert drawn(marks, "terrain-") + drawn(marks, "volcano-") == len(land.squares) + 2 * count
    assert all(corner(mark)[0] <= WIDTH and corner(mark)[1] <= HEIGHT for mark in marks)


@pytest.mark.parametrize("rules", RULES)
def test_an_offer_shows_the_own_territory_and_the_line_with_its_chiefs(rules: Rules) -> None:
    for frame in frames(random_game(rules, Random(4)).events):
        shown = table(frame)
        if shown.seat is None:
            continue
        marks, line = offer_picture(shown), shown.next_line or shown.line
        own = shown.seats[shown.seat].territory
        assert drawn(marks, "terrain-") + drawn(marks, "volcano-") == len(own.squares) + 2 * len(line)
        assert drawn(marks, "chief-") + drawn(marks, "king-") == sum(slot.seat is not None for slot in line)
        for mark in marks:
            right, bottom = corner(mark)
            assert -1e-6 <= mark.x < right <= WIDTH + 1e-6, mark
            assert -1e-6 <= mark.y < bottom <= HEIGHT + 1e-6, mark
