"""The notices of one person, for that person: reading them, choosing what to get, taking them along."""

from collections.abc import Callable
from typing import Final

import msgspec

from domain.errors import Reason
from projections.notices import KINDS, Kind, Way
from projections.words import Language
from service.delivery.parcels import HookContent, Parcel
from service.notices.due import DuePeople
from service.notices.notice_log import NoticeLogs
from service.notices.preferences import Preferences, StoredPreferences
from service.notices.presence import Absence, Presence
from service.notices.records import Mark, Opened, ReadUpTo
from service.notices.schedule import AWAY_AFTER, held
from service.notices.shown import NoticeList, NoticeWriter, ShownNotice
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.bells import GAME, NOTICE, Bells

NO_SUCH_NOTICE: Final = Reason("no_such_notice", "", "There is no such notice.")


class ExportedNotice(msgspec.Struct, frozen=True):
    at: int  # milliseconds
    kind: Kind
    game: str
    is_read: bool
    sent_by: list[Way]


class NoticeData(msgspec.Struct, frozen=True):
    """All that is stored about what a person was informed of."""

    preferences: Preferences
    notices: list[ExportedNotice]
    last_here: int | None  # when they last did something on the site, in milliseconds
    absence: Absence | None  # before that, unless they have seen what happened meanwhile


class MutedGame(msgspec.Struct, frozen=True):
    game: str
    table: str | None  # what is played, and with whom; null if the game does not exist any more


class OwnNotices:
    def __init__(
        self,
        logs: NoticeLogs,
        preferences: StoredPreferences,
        presence: Presence,
        writer: NoticeWriter,
        bells: Bells,
        due: DuePeople,
        daily: DuePeople,
        clock: Clock,
    ) -> None:
        """`due` says when to look at whom, `daily` for what comes with the day."""
        self.logs = logs
        self.preferences = preferences
        self.presence = presence
        self.writer = writer
        self._bells = bells
        self._due = due
        self._daily = daily
        self._clock = clock

    async def ring(self, player: str) -> None:
        """Every page of the person hears how many notices are unread. Raises Unavailable."""
        await self._bells.ring(NOTICE, player, [player])

    async def listed(self, player: str, language: Language) -> NoticeList:
        notices, preferences = await self.logs.read(player), await self.preferences.of(player)
        return await self.writer.listed(player, notices, preferences, language)

    async def meanwhile(self, player: str, absence: Absence, language: Language) -> list[ShownNotice]:
        """What the person was informed of while they were away."""
        notices, preferences = await self.logs.read(player), await self.preferences.of(player)
        within = notices.between(*absence)
        return (await self.writer.listed(player, within, preferences, language)).notices

    async def read_all(self, player: str, upto: str) -> None:
        """The person has seen everything up to a notice; raises Refused."""
        mark, items = _mark(upto), (await self.logs.read(player)).items
        if any(item.mark <= mark and not item.is_read for item in items.values()):
            await self.logs.note(player, ReadUpTo(self._clock(), min(mark, max(items))))
            await self.ring(player)

    async def open(self, player: str, notice: str) -> None:
        """The person has followed a notice to where it leads; raises Refused."""
        mark = _mark(notice)
        item = (await self.logs.read(player)).items.get(mark)
        if item is None:
            raise Refused(NO_SUCH_NOTICE, "not_found")
        if not item.is_read:
            await self.logs.note(player, Opened(self._clock(), mark), f"open:{mark}")
            await self.ring(player)

    async def prefer(self, player: str, change: Callable[[Preferences], Preferences]) -> Preferences:
        """Store what `change` makes of the preferences. Raises Refused if they contradict themselves."""

        def dated(before: Preferences) -> Preferences:
            after = change(before)
            if after.choices == before.choices:
                return after
            return msgspec.structs.replace(after, changed=self._clock())

        preferences = await self.preferences.change(player, dated)
        await self.ring(player)  # what is not wanted on the page is not counted there
        await self._daily.add(player)  # what comes with the day may be wanted now, or at another hour
        return preferences

    async def mute(self, player: str, game: str, *, is_muted: bool) -> Preferences:
        """Nothing about this game is sent or shown, or it is again. Raises Refused."""
        if not is_muted and game not in (before := await self.preferences.of(player)).muted:
            return before  # it may be any text, which no bell should carry to all processes

        def change(before: Preferences) -> Preferences:
            others = tuple(other for other in before.muted if other != game)
            return msgspec.structs.replace(before, muted=(*others, game) if is_muted else others)

        preferences = await self.prefer(player, change)
        await self._due.add(player)  # what is on its way is withdrawn
        await self._bells.ring(GAME, game, [player])  # the lists of this person show it
        return preferences

    async def muted(self, player: str) -> tuple[str, ...]:
        return (await self.preferences.of(player)).muted

    async def muted_games(self, player: str, language: Language) -> list[MutedGame]:
        """The one that was muted last comes first."""
        muted = (await self.muted(player))[::-1]
        tables = await self.writer.tables(muted)
        return [MutedGame(game, self.writer.visible_label(player, tables.get(game), language)) for game in muted]

    async def held_until(self, parcel: Parcel) -> int:
        """Of a parcel that has waited for the delay of its webhook: until when it waits on, because the person has come
        back meanwhile or wants quiet. In milliseconds. Raises Unavailable."""
        content = parcel.content
        kind = next((kind for kind in KINDS if isinstance(content, HookContent) and content.kind == kind), None)
        if kind is None:
            return 0  # a trial
        preferences, seen = await self.preferences.of(parcel.person), await self.presence.last(parcel.person)
        return held(max(self._clock(), seen + AWAY_AFTER), kind, preferences)

    async def export(self, player: str) -> NoticeData:
        items = (await self.logs.read(player)).items.values()
        return NoticeData(
            await self.preferences.of(player),
            [
                ExportedNotice(item.notice.at, item.notice.kind, item.notice.game, item.is_read, sorted(item.ways))
                for item in items
            ],
            await self.presence.last(player) or None,
            await self.presence.absence(player),
        )

    async def erase(self, player: str) -> None:
        """Can be called again safely."""
        await self.logs.erase(player)
        await self.preferences.erase(player)
        await self.presence.erase(player)
        await self._daily.erase(player)


def _mark(text: str) -> Mark:
    period, _, number = text.partition("-")
    if not (period.isdecimal() and number.isdecimal() and len(text) < 20 and text.isascii()):
        raise Refused(NO_SUCH_NOTICE, "not_found")
    return Mark(int(period), int(number))
