"""A table and the change of the next event give the next table, in every game and for every reader."""

from typing import Any

import msgspec
import pytest

from domain.rules import Rules
from projections.changes import Change, change
from projections.frames import frames
from projections.table import table
from tests.support.changed_tables import changed
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.staged_tables import finished


@pytest.mark.parametrize("rules", CONFIGURATIONS[::7], ids=name)
def test_each_change_gives_the_table_after_the_next_event(rules: Rules) -> None:
    tables = [table(frame, frame.seq % rules.seats, "game") for frame in frames(finished(rules).events)]
    whole = [msgspec.json.decode(msgspec.json.encode(shown)) for shown in tables]
    sent = 0
    for before, after, old, new in zip(tables, tables[1:], whole, whole[1:], strict=False):
        data = msgspec.json.encode(change(before, after))
        sent += len(data)
        assert changed(old, msgspec.json.decode(data)) == new
    assert sent * 5 < len(msgspec.json.encode(whole))


@pytest.mark.parametrize(
    ("before", "after", "difference"),
    [
        (1, 1, {}),
        (1, 2, {"=": 2}),
        (None, (1,), {"=": (1,)}),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": {"=": 3}}),
        ({"a": 1}, {"b": 1}, {"=": {"b": 1}}),
        ((1, 2, 3), (1, 4, 3), {"1": {"=": 4}}),
        ((1, 2), (1, 3, 2), {"@": [1, 0, (3,)]}),
        ((1, 2, 3), (1,), {"@": [1, 2, ()]}),
        ((1, 1), (1, 1, 1), {"@": [2, 0, (1,)]}),
        ((), (1, 2), {"@": [0, 0, (1, 2)]}),
    ],
)
def test_only_what_is_different_is_sent(before: Any, after: Any, difference: Change) -> None:
    assert change(before, after) == difference
