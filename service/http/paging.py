"""Where a page of a list starts: `start` comes from the address, and may be any number."""

from typing import Final

_LARGEST: Final = 1_000_000  # far beyond any list, and small enough for every index and range of the store


def page_start(start: int, first: int = 0) -> int:
    """`start`, but not before the `first` item, nor beyond what can be an index."""
    return min(max(first, start), _LARGEST)
