"""Notices that come with the day: its puzzle, and a streak that ends with it.

The leading worker looks at each person when it is time for that: in the morning of their time zone for a new puzzle,
some hours before the end of the day for a streak. Those who have neither a streak nor a wish are not looked at. A look
may be repeated, because a notice of a day is stored once.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import date, timedelta
from hashlib import blake2b
from typing import Final, NamedTuple

from projections.notices import WAYS, Kind
from service.notices.daily.puzzle_days import PuzzleDays
from service.notices.due import DuePeople
from service.notices.notice_log import NoticeLogs
from service.notices.preferences import Preferences, StoredPreferences
from service.notices.records import Noticed
from service.notices.times import last_waking, next_digest
from service.puzzles.calendar import utc_day
from service.runtime.clock import Clock
from service.runtime.time_zones import utc_midnight

SHORTEST: Final = 2  # days of a streak that one would miss
_AT_ONCE: Final = 10  # people
_PAUSE: Final = 0.05  # seconds between them: ten thousand people take a minute, and the store serves others meanwhile
_LOOK_EVERY: Final = 5.0
_SPREAD: Final = 10 * 60 * 1000  # milliseconds: whose hour is the same are not looked at in the same second
_DANGER: Final = 3 * 60 * 60 * 1000  # before the end of the day, at least


class _Wishes(NamedTuple):
    puzzle: bool
    streak: bool


class _Moment(NamedTuple):
    kind: Kind
    at: int


class DailyNotices:
    def __init__(
        self,
        people: DuePeople,
        days: PuzzleDays,
        logs: NoticeLogs,
        preferences: StoredPreferences,
        on_news: Callable[[str], Awaitable[None]],
        clock: Clock,
    ) -> None:
        self.people = people
        self._days = days
        self._logs = logs
        self._preferences = preferences
        self._on_news = on_news
        self._clock = clock

    async def run(self) -> None:
        """Runs until cancelled. Raises Unavailable."""
        while True:
            await asyncio.sleep(_PAUSE if await self.look_at_due() else _LOOK_EVERY)

    async def on_attempt(self, player: str) -> None:
        """Somebody has tried a puzzle: a streak may have begun, and what they were informed of may be settled."""
        await self.people.add(player)
        await self._on_news(player)

    async def look_at_due(self) -> int:
        """Looks at some people whose time has come, and returns how many there were."""
        return await self.people.look_at_some(_AT_ONCE, self.look)

    async def look(self, player: str) -> None:
        """Stores what this person is to be informed of now, and notes when to look again. Raises Unavailable."""
        lease = await self.people.begin(player)
        preferences, now = await self._preferences.of(player), self._clock()
        today = utc_day(now)
        streak = await self._days.streak(player, today)
        wishes = _Wishes(_wants(preferences, "puzzle"), _wants(preferences, "streak") and streak.days >= SHORTEST)
        for moment in _moments(player, today, wishes, preferences):
            is_owed = moment.kind == "puzzle" or streak.freezes == 0  # a freeze saves the streak
            if moment.at <= now and is_owed and not streak.today:
                await self._logs.add(player, Noticed(moment.at, moment.kind, number=today.toordinal()))
                await self._on_news(player)  # also if it was stored before: the worker may have died here
        days = (today, today + timedelta(1))
        coming = (moment.at for day in days for moment in _moments(player, day, wishes, preferences))
        await self.people.settle(player, lease, min((at for at in coming if at > now), default=None))


def _wants(preferences: Preferences, kind: Kind) -> bool:
    return any(preferences.timing(kind, way) != "off" for way in WAYS)


def _moments(player: str, day: date, wishes: _Wishes, preferences: Preferences) -> Iterator[_Moment]:
    """When a person is informed of what concerns this day."""
    begin, delay = utc_midnight(day), int.from_bytes(blake2b(player.encode(), digest_size=4).digest()) % _SPREAD
    end = utc_midnight(day + timedelta(1))
    if wishes.puzzle:
        yield _Moment("puzzle", min(next_digest(begin - 1, preferences) + delay, end - 1))
    if wishes.streak:
        yield _Moment("streak", max(begin, last_waking(end - _DANGER - delay, preferences)))
