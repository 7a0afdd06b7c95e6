"""Which puzzle belongs to which day (UTC): one log, to which each day is added once and never changed.

Days get their puzzles a week ahead. If no worker did that, the first request for today's puzzle does. Two processes
that do so at once append at the same version: one of them is refused, and reads what the other wrote.

Puzzles become harder through the week: the reserve, from the easiest to the hardest, is cut into seven parts, one for
each day of the week, and chance chooses within a part. The reserve has only puzzles that were made on the spot, so
nobody can know the puzzle of a day before it comes. A service that has made none yet uses a practice puzzle for today.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random, SystemRandom
from typing import Final

import msgspec

from domain.errors import Reason
from service.puzzles.library import PRACTICE, RESERVE, Library, LibraryEntry
from service.runtime.clock import Clock, moment
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.log_names import days_log
from service.store.typed_log import LogKind, Timed, TypedLog

NO_SUCH_PUZZLE: Final = Reason("no_such_puzzle", "", "There is no such puzzle.")
NO_PUZZLE_THAT_DAY: Final = Reason("no_puzzle_that_day", "", "There is no puzzle for that day.")
AHEAD: Final = 7  # days, after today
_WEEK: Final = 7
_RNG: Final = SystemRandom()


class DayGiven(msgspec.Struct, frozen=True, tag="day_given"):
    day: date
    puzzle: str


class NoPuzzle(Refused):
    """There is no puzzle with this id or for this day, or it is still secret."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason, "not_found")


class Days:
    """Which puzzle belongs to which day."""

    def __init__(self) -> None:
        self.puzzles: dict[date, str] = {}
        self.by_puzzle: dict[str, date] = {}


def _given(days: Days, entry: Timed[DayGiven]) -> Days:
    """A day keeps its first puzzle, and a puzzle its first day, whatever later entries say."""
    _, event = entry
    puzzle = days.puzzles.setdefault(event.day, event.puzzle)
    days.by_puzzle.setdefault(puzzle, event.day)
    return days


DAY_LOGS: Final = LogKind(days_log, tuple[int, DayGiven], Days, _given)


def utc_day(milliseconds: int) -> date:
    return moment(milliseconds).date()


class Calendar:
    def __init__(self, store: EventStore, library: Library, clock: Clock, rng: Random = _RNG) -> None:
        self._library = library
        self._clock = clock
        self._rng = rng
        self._log = TypedLog(store, DAY_LOGS, days_log())

    def today(self) -> date:
        return utc_day(self._clock())

    async def puzzle_of(self, day: date) -> str:
        """The puzzle of a day; raises NoPuzzle. A past day without one gets it now, unless it is before the first."""
        days, today = await self._log.read(), self.today()
        if day > today or day < self.first():
            raise NoPuzzle(NO_PUZZLE_THAT_DAY)
        if day not in days.puzzles:
            await self._schedule(day, (RESERVE, PRACTICE))
        return self._log.state.puzzles[day]

    async def find(self, name: str) -> LibraryEntry:
        """A puzzle that players may see; raises NoPuzzle, also for one that is reserved for a future day."""
        entry = await self._library.find(name)
        if entry is None or (entry.collection == "days" and await self.day_of(name) is None):
            raise NoPuzzle(NO_SUCH_PUZZLE)
        return entry

    async def day_of(self, puzzle: str) -> date | None:
        """The day whose puzzle this is; None if it has no day, or a future one."""
        day = (await self._log.read()).by_puzzle.get(puzzle)
        return None if day is None or day > self.today() else day

    async def scheduled(self) -> frozenset[str]:
        """Every puzzle that has a day, including future days."""
        return frozenset((await self._log.read()).by_puzzle)

    async def so_far(self) -> dict[date, str]:
        """Every day up to today that has a puzzle."""
        days, today = await self._log.read(), self.today()
        return {day: puzzle for day, puzzle in days.puzzles.items() if day <= today}

    async def schedule_ahead(self) -> int:
        """Assign puzzles to today and the next `AHEAD` days; returns how many of these have one."""
        await self._log.read()
        days = [self.today() + timedelta(number) for number in range(AHEAD + 1)]
        for number, day in enumerate(days):
            try:
                # A practice puzzle would be known before its day: only today falls back to them.
                await self._schedule(day, (RESERVE, PRACTICE) if number == 0 else (RESERVE,))
            except NoPuzzle:
                break
        return sum(day in self._log.state.puzzles for day in days)

    def first(self) -> date:
        return min(self._log.state.puzzles, default=self.today())

    async def _schedule(self, day: date, lists: Sequence[str]) -> None:
        async def decide(days: Days) -> list[Timed[DayGiven]]:
            if day in days.puzzles:
                return []
            return [(self._clock(), DayGiven(day, await self._choose(day, lists, days)))]

        if day not in self._log.state.puzzles:
            await self._log.change(decide)

    async def _choose(self, day: date, lists: Sequence[str], days: Days) -> str:
        await self._library.add_shipped()
        for name_of_list in lists:
            if free := [name for name in await self._library.listed(name_of_list) if name not in days.by_puzzle]:
                begin, end = (number * len(free) // _WEEK for number in (day.weekday(), day.weekday() + 1))
                return self._rng.choice(free[begin : max(begin + 1, end)])
        raise NoPuzzle(NO_PUZZLE_THAT_DAY)
