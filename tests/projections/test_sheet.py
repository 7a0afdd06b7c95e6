"""The sheet of a result: its items add up to the totals, and its picture shows the same numbers."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from domain.rules import Rules
from projections.frames import frames
from projections.picture import HEIGHT, WIDTH, Drawing
from projections.result_picture import result_picture
from projections.table import Table, table
from service.pictures.painter import png
from tests.projections.test_picture import corner
from tests.support.configurations import CONFIGURATIONS
from tests.support.play import random_game


def finished(rules: Rules, seed: int) -> Table:
    return table(frames(random_game(rules, Random(seed)).events)[-1])


@settings(max_examples=40, deadline=None)
@given(rules=some.sampled_from(CONFIGURATIONS), seed=some.integers(0, 10_000))
def test_the_items_add_up_to_the_totals_and_fit_into_the_picture(rules: Rules, seed: int) -> None:
    shown = finished(rules, seed)
    rows = shown.sheet or ()
    for seat, player in enumerate(shown.seats):
        assert sum(row.points[seat] for row in rows) == player.score.total
    assert len({(row.kind, row.name) for row in rows}) == len(rows)
    marks = result_picture(shown)
    for mark in marks:
        right, bottom = corner(mark)
        assert -1e-6 <= mark.x < right <= WIDTH + 1e-6, mark
        assert -1e-6 <= mark.y < bottom <= HEIGHT + 1e-6, mark
    digits = [mark.name[-1] for mark in marks if isinstance(mark, Drawing) and mark.name.startswith("digit-")]
    totals = [seat.score.total for seat in shown.seats]
    written = [*totals, *(points for row in rows for points in row.points if points), *totals]
    assert "".join(digits) == "".join(str(number) for number in written)


@pytest.mark.parametrize("rules", [Rules("origins", 2, "tribe"), Rules("origins", 3, "totem"), CONFIGURATIONS[-1]])
def test_every_piece_of_the_picture_can_be_painted(rules: Rules) -> None:
    assert png(result_picture(finished(rules, 4))).startswith(b"\x89PNG")


def test_a_running_game_has_no_sheet() -> None:
    game = random_game(Rules("origins", 2, "tribe"), Random(4), commands=30)
    assert table(frames(game.events)[-1]).sheet is None
