"""Pages of lists of games."""

from collections.abc import Set
from typing import Final

import msgspec

from service.privacy.anonymise import ShownLine, ShownLists

PAGE_SIZE: Final = 50
_FARTHEST: Final = 1_000_000  # longer than any list, and small enough for every index and range of the store


class GamesPage(msgspec.Struct, frozen=True, omit_defaults=True):
    total: int
    games: list[ShownLine]
    next: int | None = None  # the `start` of the next page, if there is one


async def games_page(lists: ShownLists, name: str, start: int) -> GamesPage:
    """A page of a list; `next` also counts lines that are not shown."""
    begin = page_start(start)
    page = await lists.page(name, start=begin, count=PAGE_SIZE)
    end = begin + PAGE_SIZE
    return GamesPage(page.total, page.lines, end if end < page.total else None)


def without(lines: list[ShownLine], players: Set[str]) -> list[ShownLine]:
    """The lines at which none of these players sits."""
    return [line for line in lines if players.isdisjoint(filter(None, (seat.player for seat in line.seats)))]


def page_start(start: int, first: int = 0) -> int:
    """`start`, limited to indexes from `first` to the largest that the store accepts."""
    return min(max(first, start), _FARTHEST)
