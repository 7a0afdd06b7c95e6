"""Forgets guests who have not come back, with what only they owned.

A guest has no password, so a guest whose browser has forgotten them never comes back. Once a day the leading worker
reads the records of all persons: that takes longer than a list of guests by their last visit would, but no visit has to
write to such a list, and no list can contradict the records.
"""

import asyncio
import logging
from typing import Final

from service.people.credentials import Record
from service.people.identity import DAY, People
from service.privacy.personal_data import OwnData
from service.runtime.clock import Clock
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.structures.values import Value

_CHECK_EVERY: Final = 600.0  # seconds

log = logging.getLogger(__name__)


class AbsentGuests:
    """Guests are forgotten after `days` without a visit; never if that is 0."""

    def __init__(self, store: EventStore, people: People, own_data: OwnData, clock: Clock, days: int) -> None:
        self._people = people
        self._own_data = own_data
        self._clock = clock
        self._days = days
        self._looked = Value(store, "people:looked_for_absent_guests")  # when, in milliseconds

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            if self._days and self._clock() - int(await self._looked.get() or 0) >= DAY:
                if forgotten := await self.forget():
                    log.info("%d guests were not here for %d days, and are forgotten", forgotten, self._days)
                await self._looked.set(self._clock())
            await asyncio.sleep(_CHECK_EVERY)

    async def forget(self) -> int:
        """Forget all guests who have been away for too long, and return how many there were. May be repeated."""
        forgotten = 0
        async for player in self._people.credentials.players():
            with contained(log, "it is not known whether %s is an absent guest, or how to forget them", player):
                record = await self._people.credentials.load(player)
                if record is not None and self._is_absent(record):
                    await self._own_data.forget_guest(player)
                    forgotten += 1
        return forgotten

    def _is_absent(self, record: Record) -> bool:
        if record.profile.account is not None:
            return False
        seen = max((key.used for key in record.keys.values()), default=record.profile.created)
        return self._clock() - seen >= self._days * DAY
