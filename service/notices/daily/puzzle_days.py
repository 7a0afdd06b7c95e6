"""What a person still has to do about the puzzle of a day."""

from datetime import date

from service.notices.records import Noticed
from service.puzzles.calendar import Calendar, utc_day
from service.puzzles.results import Results
from service.puzzles.streaks import Streak, streak
from service.runtime.clock import Clock


class PuzzleDays:
    def __init__(self, calendar: Calendar, results: Results, clock: Clock) -> None:
        self._calendar = calendar
        self._results = results
        self._clock = clock

    async def has_tried(self, player: str, day: date) -> bool:
        """On the day itself."""
        puzzle = (await self._calendar.so_far()).get(day)
        result = None if puzzle is None else await self._results.of(player, puzzle)
        return result is not None and result.on_the_day

    async def streak(self, player: str, today: date) -> Streak:
        results = (await self._results.of_player(player)).values()
        return streak((result.day for result in results if result.day and result.on_the_day), today)

    async def has_passed(self, player: str, notice: Noticed) -> bool:
        """Whether a notice about the puzzle of a day is out of date: the day is over, or the puzzle was tried."""
        day = date.fromordinal(notice.number)
        return utc_day(self._clock()) > day or await self.has_tried(player, day)
