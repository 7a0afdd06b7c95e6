"""Which puzzle belongs to which day (UTC): a log that everybody reads, to which a day is added once and for all.

Days are given their puzzles a week ahead. If nobody did, whoever asks for today's does. Two who do so at once both
append behind the same event: one of them is refused, and reads what the other wrote.

Through the week they become harder: the puzzles kept back, from the easiest to the hardest, are cut into seven parts,
one for each day of the week.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Final

import msgspec

from domain.errors import Reason
from service.puzzles.library import PRACTICE, RESERVE, Kept, Stock
from service.runtime.clock import Clock, moment
from service.runtime.refusal import Refused
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from service.store.log_names import DAYS_LOG

NO_SUCH_PUZZLE: Final = Reason("no_such_puzzle", "", "There is no such puzzle.")
NO_PUZZLE_THAT_DAY: Final = Reason("no_puzzle_that_day", "", "There is no puzzle for that day.")
AHEAD: Final = 7  # days, after today
_WEEK: Final = 7


class DayGiven(msgspec.Struct, frozen=True, tag="day_given"):
    day: date
    puzzle: str


class NoPuzzle(Refused):
    """There is none of this name or for this day, or nobody may know of it yet."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, "not_found")


_DECODER: Final = msgspec.msgpack.Decoder(tuple[int, DayGiven])


def utc_day(milliseconds: int) -> date:
    return moment(milliseconds).date()


class Days:
    def __init__(self, store: EventStore, stock: Stock, clock: Clock) -> None:
        self._store = store
        self._stock = stock
        self._clock = clock
        self._puzzles: dict[date, str] = {}
        self._days: dict[str, date] = {}
        self._version = 0

    def today(self) -> date:
        return utc_day(self._clock())

    async def puzzle_of(self, day: date) -> str:
        """The puzzle of a day; raises NoPuzzle. A day since the first that was forgotten is given one now."""
        await self._read()
        today = self.today()
        if day > today or day < self.first():
            raise NoPuzzle(NO_PUZZLE_THAT_DAY)
        if day not in self._puzzles:
            await self._give(day, (RESERVE, PRACTICE))
        return self._puzzles[day]

    async def find(self, name: str) -> Kept:
        """A puzzle that may be seen; raises NoPuzzle, also for one that is kept back for a day to come."""
        kept = await self._stock.find(name)
        if kept is None or (kept.shelf == "days" and await self.day_of(name) is None):
            raise NoPuzzle(NO_SUCH_PUZZLE)
        return kept

    async def day_of(self, puzzle: str) -> date | None:
        """The day whose puzzle this is, if that has come."""
        await self._read()
        day = self._days.get(puzzle)
        return None if day is None or day > self.today() else day

    async def given(self) -> frozenset[str]:
        """Every puzzle that has a day, those to come too."""
        await self._read()
        return frozenset(self._days)

    async def so_far(self) -> dict[date, str]:
        """Every day up to today that has a puzzle."""
        await self._read()
        today = self.today()
        return {day: puzzle for day, puzzle in self._puzzles.items() if day <= today}

    async def ahead(self) -> int:
        """Give puzzles to today and the days to come; how many of these have one."""
        await self._read()
        days = [self.today() + timedelta(number) for number in range(AHEAD + 1)]
        for number, day in enumerate(days):
            try:
                # What is practised with must not turn out to be tomorrow's: only today takes what there is.
                await self._give(day, (RESERVE, PRACTICE) if number == 0 else (RESERVE,))
            except NoPuzzle:
                break
        return sum(day in self._puzzles for day in days)

    def first(self) -> date:
        return min(self._puzzles, default=self.today())

    async def _give(self, day: date, shelves: Sequence[str]) -> None:
        while day not in self._puzzles:
            event = DayGiven(day, await self._chosen(day, shelves))
            with suppress(StreamMoved):  # somebody gave a day its puzzle: perhaps this one
                await self._store.append(DAYS_LOG, self._version, [msgspec.msgpack.encode((self._clock(), event))])
            await self._read()

    async def _chosen(self, day: date, shelves: Sequence[str]) -> str:
        await self._stock.unpack()
        for shelf in shelves:
            if free := [name for name in await self._stock.listed(shelf) if name not in self._days]:
                return free[(2 * day.weekday() + 1) * len(free) // (2 * _WEEK)]
        raise NoPuzzle(NO_PUZZLE_THAT_DAY)

    async def _read(self) -> None:
        for entry in await self._store.read(DAYS_LOG, self._version):
            _, event = _DECODER.decode(entry.data)
            # A day keeps its first puzzle, and a puzzle its first day, whatever else is written there.
            self._days.setdefault(self._puzzles.setdefault(event.day, event.puzzle), event.day)
            self._version = entry.seq
