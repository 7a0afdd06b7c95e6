"""What a page does with the changes that it is sent (service/web/table/changes.js)."""

from typing import Any

from projections.changes import Change


def changed(value: Any, difference: Change) -> Any:
    """The next table, as JSON, from the one before and what an event changed on it."""
    if "=" in difference:
        return difference["="]
    if "@" in difference:
        start, count, items = difference["@"]
        return [*value[:start], *items, *value[start + count :]]
    copy = dict(enumerate(value)) if isinstance(value, list) else dict(value)
    for field, part in difference.items():
        place = int(field) if isinstance(value, list) else field
        copy[place] = changed(copy[place], part)
    return list(copy.values()) if isinstance(value, list) else copy
