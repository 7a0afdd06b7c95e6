"""The logs of what people were informed of. Each person has one for each period of four weeks, so that old ones end.

The period is that in which a thing happened, not that in which a worker heard of it. So a notice that is worked out
again, in another process or weeks later, comes to the same log and is recognised there. Nobody follows these logs:
bells ring for what they say, so the feeds do not announce it to every process.
"""

import asyncio
from typing import Final

from cachetools import LRUCache

from service.notices.records import Mark, Noticed, Notices, Record
from service.runtime.clock import Clock
from service.store.errors import StreamMoved
from service.store.event_store import Entry, EventStore
from service.store.log_names import notices_log
from service.store.typed_log import LogKind

PERIOD: Final = 28 * 24 * 60 * 60 * 1000  # milliseconds
_READ: Final = 400  # entries of each log, the newest
_REMEMBERED: Final = 50_000  # logs


def _with_next(records: list[Record], record: Record) -> list[Record]:
    records.append(record)
    return records


NOTICE_LOGS: Final[LogKind[Record, list[Record]]] = LogKind(notices_log, Record, list, _with_next)


class NoticeLogs:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._versions: LRUCache[str, int] = LRUCache(_REMEMBERED)  # as far as they are known

    async def add(self, player: str, notice: Noticed) -> bool:
        """Store a notice, if it is not stored already; False if it was stored before, or is too old to be news."""
        period = notice.at // PERIOD
        if period < self._period() - 1:
            return False
        return await self._append(player, period, notice, notice.command_id)

    async def note(self, player: str, record: Record, command_id: str | None = None) -> None:
        """Store what became of a notice."""
        await self._append(player, self._period(), record, command_id)

    async def read(self, player: str) -> Notices:
        """What is stored of this period and the one before it."""
        current = self._period()
        before, now = await asyncio.gather(self._newest(player, current - 1), self._newest(player, current))
        return Notices([*before, *now])

    async def erase(self, player: str) -> None:
        for period in range(self._period() - 2, self._period() + 2):
            await self._store.forget(notices_log(player, str(period)))
            self._versions.pop(notices_log(player, str(period)), None)

    async def _newest(self, player: str, period: int) -> list[tuple[Mark, Record]]:
        log = notices_log(player, str(period))
        return [_numbered(period, entry) for entry in await self._store.newest(log, _READ)]

    async def _append(self, player: str, period: int, record: Record, command_id: str | None) -> bool:
        log, data = notices_log(player, str(period)), NOTICE_LOGS.encode(record)
        while True:
            try:
                appended = await self._store.append(
                    log, self._versions.get(log, 0), [data], command_id, is_followed=False
                )
            except StreamMoved as moved:
                self._versions[log] = moved.version
                continue
            if appended.first == 1:  # also when it is repeated: the process may have died before
                await self._store.end_after(log, (period + 2) * PERIOD - self._clock())
            if not appended.repeated:
                self._versions[log] = appended.last
            return not appended.repeated

    def _period(self) -> int:
        return self._clock() // PERIOD


def _numbered(period: int, entry: Entry) -> tuple[Mark, Record]:
    return Mark(period, entry.seq), NOTICE_LOGS.decode(entry.data)
