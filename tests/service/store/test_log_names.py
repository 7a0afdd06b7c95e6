"""The name of a log says of which kind it is."""

import pytest

from service.ops.log_kinds import KINDS, kind_of
from service.store.log_names import (
    LogNames,
    acts_log,
    attempts_log,
    days_log,
    game_log,
    is_game,
    is_seating,
    notices_log,
    puzzle_log,
    seats_log,
    table_of,
)

GAME, PUZZLE = "kwfy3gevrw", "k3v9x0a7qm"
NAMES = {
    "kwfy3gevrw": (game_log, (GAME,)),
    "kwfy3gevrw.seats": (seats_log, (GAME,)),
    "k3v9x0a7qm.puzzle": (puzzle_log, (PUZZLE,)),
    "k3v9x0a7qm.by.oo-_na": (attempts_log, (PUZZLE, "oo-_na")),
    "days.puzzles": (days_log, ()),
    "acts.moderation": (acts_log, ()),
    "oo-_na.notices.737": (notices_log, ("oo-_na", "737")),
}


@pytest.mark.parametrize("log", NAMES)
def test_names_are_as_they_were_in_every_release(log: str) -> None:
    names, ids = NAMES[log]
    assert names(*ids) == log
    assert names.ids(log) == ids


@pytest.mark.parametrize("log", NAMES)
def test_each_name_belongs_to_one_kind(log: str) -> None:
    names, _ = NAMES[log]
    assert [kind.names for kind in KINDS if kind.names.ids(log) is not None] == [names]
    assert is_game(log) == (names is game_log)
    assert is_seating(log) == (names is seats_log)


def test_every_kind_has_names_of_its_own() -> None:
    for kind in KINDS:
        example = kind.names(*("id" for _ in range(kind.names.form.count("{}"))))
        assert kind_of(example) is kind


def test_a_name_of_a_later_release_belongs_to_no_kind() -> None:
    assert kind_of("kwfy3gevrw.chat") is None
    assert kind_of("k3v9x0a7qm.puzzle.notes") is None
    assert LogNames("{}.chat").ids("kwfy3gevrwxchat") is None


def test_a_table_belongs_to_its_game() -> None:
    assert table_of(GAME) == table_of(seats_log(GAME)) == GAME
    assert table_of("days.puzzles") == "days.puzzles"
