"""The name of a log says of which kind it is."""

import pytest

from service.store.log_names import (
    ACTS_LOG,
    DAYS_LOG,
    is_game,
    is_seating,
    parties_of,
    puzzle_in,
    puzzle_log,
    seats_log,
    solving_log,
    table_of,
)

GAME, PUZZLE = "kwfy3gevrw", "k3v9x0a7qm"


def test_names_are_as_they_were_in_every_release() -> None:
    assert seats_log(GAME) == "kwfy3gevrw.seats"
    assert puzzle_log(PUZZLE) == "k3v9x0a7qm.puzzle"
    assert solving_log(PUZZLE, "oona") == "k3v9x0a7qm.by.oona"
    assert DAYS_LOG == "days.puzzles"
    assert ACTS_LOG == "acts.moderation"


@pytest.mark.parametrize(
    ("log", "kind"),
    [
        (GAME, "game"),
        (seats_log(GAME), "seats"),
        (puzzle_log(PUZZLE), "puzzle"),
        (DAYS_LOG, "days"),
        (ACTS_LOG, "acts"),
        (solving_log(PUZZLE, "oona"), "attempts"),
    ],
)
def test_each_name_belongs_to_one_kind(log: str, kind: str) -> None:
    assert is_game(log) == (kind == "game")
    assert is_seating(log) == (kind == "seats")
    assert puzzle_in(log) == (PUZZLE if kind == "puzzle" else None)
    assert bool(parties_of(log).player) == (kind == "attempts")


def test_names_are_parsed() -> None:
    assert table_of(GAME) == table_of(seats_log(GAME)) == GAME
    assert parties_of(solving_log(PUZZLE, "oo.by.na")) == (PUZZLE, "oo.by.na")
