"""Outages of the service: the players' clocks do not run during them (docs/clock.md).

Workers write a heartbeat to the store. A worker that finds the last heartbeat too old records an outage before it does
anything else. Workers only ever raise both times, so they may race, and a slow one cannot set them back; an
operator can (`take_back`).
"""

from typing import Final

from projections.timing import Outage
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.structures.sorted_sets import SortedSet

HEARTBEAT: Final = "{deadlines}:heartbeat"
OUTAGES: Final = "{deadlines}:outages"  # begin -> end, in milliseconds
_MEMBER: Final = "worker"

THRESHOLD: Final = 120_000  # milliseconds: a shorter gap between heartbeats is not an outage
BEAT_EVERY: Final = 10_000
_READ_EVERY: Final = 10_000


class Outages:
    def __init__(
        self, store: EventStore, clock: Clock, *, threshold: int = THRESHOLD, read_every: int = _READ_EVERY
    ) -> None:
        self.read_every = read_every  # milliseconds
        self._recorded = SortedSet(store, OUTAGES)
        self._heartbeat = SortedSet(store, HEARTBEAT)
        self._clock = clock
        self._threshold = threshold
        self._beat_at: int | None = None  # when this process last wrote the heartbeat
        self._read_at: int | None = None
        self._outages: tuple[Outage, ...] = ()  # as of `_read_at`

    async def beat(self) -> None:
        """Write the heartbeat if it is due. Workers call this before they act on any deadline; raises Unavailable."""
        now = self._clock()
        if self._beat_at is not None and 0 <= now - self._beat_at < BEAT_EVERY:
            return
        last = await self.last_beat()
        if last is not None and now - last > self._threshold:
            await self._recorded.raise_to(str(last), now)
        await self._heartbeat.raise_to(_MEMBER, now)
        self._beat_at, self._read_at = now, None

    async def take_back(self) -> tuple[Outage, ...]:
        """Correct what a worker with a clock ahead of time has written, once that worker is stopped: nothing that was
        recorded lies in the future any more. Returns the outages that were cut short.

        They end now rather than where they began, so that no clock runs out for the time in between.
        """
        now = self._clock()
        ahead = [(int(down), int(up)) for down, up in await self._recorded.scored() if up > now]
        for down, _ in ahead:
            await self._recorded.put(str(down), now)
        last = await self.last_beat()
        if last is not None and last > now:
            await self._heartbeat.put(_MEMBER, now)
        self._read_at = None
        return tuple(ahead)

    async def all(self) -> tuple[Outage, ...]:
        """All outages, including one that still lasts; read from the store at most every ten seconds."""
        now = self._clock()
        if self._read_at is None or not 0 <= now - self._read_at < self.read_every:
            outages = [(int(down), int(up)) for down, up in await self._recorded.scored()]
            last = await self.last_beat()
            if last is not None and now - last > self._threshold:
                outages.append((last, now))
            self._outages, self._read_at = tuple(outages), now
        return self._outages

    async def last_beat(self) -> int | None:
        """When a worker last wrote the heartbeat, in milliseconds."""
        last = await self._heartbeat.score(_MEMBER)
        return None if last is None else int(last)
