"""A record in the store that every process keeps in memory, and brings up to date each second."""

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Final

from service.runtime.clock import Clock
from service.store.errors import Unavailable

_REFRESH_EVERY: Final = 1_000  # milliseconds


class FollowedRecord(ABC):
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._refreshed: int | None = None  # when it was last read

    @property
    def is_stale(self) -> bool:
        """Whether a second has passed since it was read. Busy callers ask first: every await has its price."""
        return self._refreshed is None or not 0 <= self._clock() - self._refreshed < _REFRESH_EVERY

    async def refresh_if_stale(self) -> None:
        """Read what is new if a second has passed; raises Unavailable only if it was never read before."""
        if self._refreshed is None:
            await self.refresh()
        elif self.is_stale:
            self._refreshed = self._clock()  # so that concurrent callers do not read it too
            with suppress(Unavailable):  # it changes rarely: better to go on with what is known
                await self.refresh()

    async def refresh(self) -> None:
        """Read what is new; raises Unavailable."""
        now = self._clock()
        await self._read_on()
        self._refreshed = now

    @abstractmethod
    async def _read_on(self) -> None:
        """Read on from where the last call has stopped. Calls may overlap."""
