"""Ratings and reliability of the people at open tables, for those who might sit down with them."""

import asyncio
from collections.abc import Mapping, Sequence

import msgspec

from projections.listing import pool
from service.lists.ratings import Ratings
from service.privacy.anonymise import ShownLine, ShownLists, ShownSeat


class RecordsOfSitters:
    def __init__(self, lists: ShownLists, ratings: Ratings) -> None:
        self._lists = lists
        self._ratings = ratings

    async def added(self, lines: Sequence[ShownLine]) -> list[ShownLine]:
        """The lines with ratings and reliability."""
        return list(await asyncio.gather(*map(self._with_records, lines)))

    async def _with_records(self, line: ShownLine) -> ShownLine:
        seats = await asyncio.gather(*(self._seat(seat, pool(line.rules)) for seat in line.seats))
        return msgspec.structs.replace(line, seats=tuple(seats))

    async def _seat(self, seat: ShownSeat, of: str) -> ShownSeat:
        if seat.player is None:
            return seat
        rating, counts = await asyncio.gather(
            self._ratings.rating(seat.player, of), self._lists.counts(f"player:{seat.player}")
        )
        shown = round(rating.ordinal, 3) if rating.games else None
        return msgspec.structs.replace(seat, rating=shown, finished=finished_share(counts))


def finished_share(counts: Mapping[str, int]) -> float | None:
    """The share of finished games that somebody has played to the end; None before the first."""
    played = sum(count for name, count in counts.items() if name.endswith(" played"))
    left = sum(count for name, count in counts.items() if name.endswith(" left"))
    return 1 - left / played if played else None
