"""When the service was down: players get that time back (docs/clock.md).

Workers leave a heartbeat in the store. Whoever finds the last one too old notes an outage before doing anything else.
Both only ever grow, so that workers may race and a slow one cannot set anything back.
"""

from typing import Final

from projections.timing import Outage
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.sorted_sets import SortedSet

HEARTBEAT: Final = "{deadlines}:heartbeat"
OUTAGES: Final = "{deadlines}:outages"  # since when -> until when
_MEMBER: Final = "worker"

THRESHOLD: Final = 120_000  # milliseconds without a heartbeat: less than that is no outage
BEAT_EVERY: Final = 10_000
_READ_EVERY: Final = 10_000


class Outages:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._noted = SortedSet(store, OUTAGES)
        self._heartbeat = SortedSet(store, HEARTBEAT)
        self._clock = clock
        self._beaten: int | None = None
        self._read: int | None = None
        self._known: tuple[Outage, ...] = ()

    async def beat(self) -> None:
        """Workers say that they are there, before they act on any time; raises Unavailable."""
        now = self._clock()
        if self._beaten is not None and 0 <= now - self._beaten < BEAT_EVERY:
            return
        last = await self._last()
        if last is not None and now - last > THRESHOLD:
            await self._noted.raise_to(str(last), now)
        await self._heartbeat.raise_to(_MEMBER, now)
        self._beaten, self._read = now, None

    async def known(self) -> tuple[Outage, ...]:
        """All outages, that which lasts included; read again now and then."""
        now = self._clock()
        if self._read is None or not 0 <= now - self._read < _READ_EVERY:
            noted = [(int(down), int(up)) for down, up in await self._noted.scored()]
            last = await self._last()
            if last is not None and now - last > THRESHOLD:
                noted.append((last, now))
            self._known, self._read = tuple(noted), now
        return self._known

    async def _last(self) -> int | None:
        last = await self._heartbeat.score(_MEMBER)
        return None if last is None else int(last)
