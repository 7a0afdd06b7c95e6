"""What a new event changes on a table, so that a page which has the table before it need not be sent the whole.

A change is one of three things: `{"=": value}` replaces a value, `{"@": [start, count, items]}` replaces `count` items
of a list from `start` on, and everything else names fields of an object, or numbers of items, with their changes.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

import msgspec

Change: TypeAlias = dict[str, Any]


def change(before: Any, after: Any) -> Change:
    """What turns `before`, as JSON, into `after`; empty if they are equal."""
    if before == after:
        return {}
    if isinstance(before, msgspec.Struct) and type(before) is type(after):
        return _changes((name, getattr(before, name), getattr(after, name)) for name in before.__struct_fields__)
    if isinstance(before, dict) and isinstance(after, dict):
        old, new = cast(dict[str, Any], before), cast(dict[str, Any], after)
        if old.keys() == new.keys():
            return _changes((name, value, new[name]) for name, value in old.items())
    if isinstance(before, tuple | list) and isinstance(after, tuple | list):
        return _list_change(cast(Sequence[Any], before), cast(Sequence[Any], after))
    return {"=": after}


def _changes(values: Iterable[tuple[object, Any, Any]]) -> Change:
    return {str(name): change(old, new) for name, old, new in values if old != new}


def _list_change(before: Sequence[Any], after: Sequence[Any]) -> Change:
    if len(before) == len(after):
        return _changes((number, old, new) for number, (old, new) in enumerate(zip(before, after, strict=True)))
    least = min(len(before), len(after))
    start = next((number for number in range(least) if before[number] != after[number]), least)
    rest = least - start
    equal = next((number for number in range(rest) if before[-1 - number] != after[-1 - number]), rest)
    return {"@": [start, len(before) - start - equal, after[start : len(after) - equal]]}
