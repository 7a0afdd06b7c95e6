"""The game of a day: of those that people finished the day before, the closest and best played one.

It is chosen when somebody first asks, and then stays the same; only games that were reviewed can be chosen.
"""

from datetime import UTC, date, datetime, time, timedelta
from statistics import fmean
from typing import Final

from projections.listing import Listing
from puzzles.review.review import Review
from service.engine.reviews import Reviews
from service.lists.index import ListIndex
from service.runtime.clock import Clock, milliseconds, moment
from service.store.event_store import EventStore
from service.store.structures.values import Value

_MOST: Final = 100  # games that are compared
_LIFETIME: Final = 3 * 24 * 60 * 60  # seconds
_CLOSE: Final = 10  # points of lead count as much as one point lost by each choice
_DAY: Final = timedelta(days=1)


class GameOfDay:
    def __init__(self, store: EventStore, reviews: Reviews, clock: Clock) -> None:
        self._store = store
        self._reviews = reviews
        self._clock = clock

    def today(self) -> date:
        return moment(self._clock()).date()

    async def of_today(self) -> str | None:
        """None if no game of yesterday can be chosen."""
        today = self.today()
        chosen = Value(self._store, f"game_of_day:{today}")
        if (game := await chosen.get()) is not None:
            return game.decode()
        if (best := await self._best(today - _DAY)) is None:
            return None
        other = await chosen.get_or_set(best, seconds=_LIFETIME)  # somebody else may have been quicker
        return best if other is None else other.decode()

    async def _best(self, day: date) -> str | None:
        begin, end = (milliseconds(datetime.combine(other, time(), UTC)) for other in (day, day + _DAY))
        compared: list[tuple[float, str]] = []
        for line in await ListIndex(self._store).between("over", begin, end, _MOST):
            if may_be_chosen(line) and (review := await self._reviews.find(line.game)) is not None:
                compared.append((distance(line, review), line.game))
        return min(compared, default=(0.0, None))[1]


def may_be_chosen(line: Listing) -> bool:
    """A whole game among people, whom nobody left."""
    return not line.is_record and not any(seat.has_left for seat in line.seats)


def distance(line: Listing, review: Review) -> float:
    """How far it is from a perfect game that ends in a tie: what choices cost on average, and the lead."""
    first, second, *_ = sorted((seat.total or 0 for seat in line.seats), reverse=True)
    people = {number for number, seat in enumerate(line.seats) if seat.bot is None}
    lost = [judged.lost for judged in review.decisions if judged.seat in people]
    return (fmean(lost) if lost else 0.0) + (first - second) / _CLOSE
