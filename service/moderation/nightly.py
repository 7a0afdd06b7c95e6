"""Marks suspicious pairs once a night, for moderators to look at.

Any number of workers may try, and any may die: a night belongs to the one that notes it first, and to another one if
that did not finish within some minutes. A run computes all marks from the games of the last 30 days and stores them as
one value, so running twice changes nothing, and marks disappear with the games that caused them.
"""

import asyncio
import logging
from datetime import date
from typing import Final

import msgspec

from projections.listing import Listing
from service.lists.index import ListIndex
from service.moderation.act_log import ActLog
from service.moderation.networks import Networks
from service.moderation.suspicion import Mark, frequent_players, marked_pairs
from service.runtime.clock import Clock, moment
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.structures.values import Value

LEASE: Final = 600  # seconds after which a worker that has not finished counts as dead
_HOUR: Final = 60 * 60 * 1000
_BEGINS: Final = 3 * _HOUR  # after midnight UTC
_WINDOW: Final = 30 * 24 * _HOUR
_MOST_GAMES: Final = 20_000
_PAGE: Final = 200
_CHECK_EVERY: Final = 300.0  # seconds
_MARKS: Final = "{moderation}:suspicions"
_MARKS_KEPT: Final = 7 * 24 * 60 * 60  # seconds: they end if no night follows
_NIGHT_KEPT: Final = 3 * 24 * 60 * 60
_BUSY, _DONE = b"busy", b"done"
_DECODER: Final = msgspec.msgpack.Decoder(list[Mark])

log = logging.getLogger(__name__)


class Suspicions:
    """The marks of the last night."""

    def __init__(self, store: EventStore, acts: ActLog) -> None:
        self._stored = Value(store, _MARKS)
        self._acts = acts

    async def all(self) -> list[Mark]:
        """Without those that a moderator has closed since."""
        await self._acts.refresh_if_stale()
        closed = self._acts.closed_suspicions
        return [mark for mark in await self._marks() if closed.get(mark.pair, 0) < mark.at]

    async def is_marked(self, first: str, second: str) -> bool:
        """Also if it was closed since."""
        return any(mark.pair == (first, second) for mark in await self._marks())

    async def _marks(self) -> list[Mark]:
        stored = await self._stored.get()
        return [] if stored is None else _DECODER.decode(stored)

    async def replace(self, marks: list[Mark]) -> None:
        await self._stored.set(msgspec.msgpack.encode(marks), seconds=_MARKS_KEPT)


class Nightly:
    def __init__(
        self,
        store: EventStore,
        networks: Networks,
        suspicions: Suspicions,
        acts: ActLog,
        clock: Clock,
        *,
        lease: int = LEASE,
    ) -> None:
        self._store = store
        self._networks = networks
        self._suspicions = suspicions
        self._acts = acts
        self._clock = clock
        self._lease = lease

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            with contained(log, "the work of this night is not done"):
                await self.run_if_due()
            await asyncio.sleep(_CHECK_EVERY)

    async def run_if_due(self) -> bool:
        """Whether this call did the work of the night: not if it is done, or another worker is at it."""
        night = Value(self._store, f"{{moderation}}:night:{self._night()}")
        if await night.get_or_set(_BUSY, seconds=self._lease) is not None:
            return False
        marks = await self._marks()
        await self._suspicions.replace(marks)
        await night.set(_DONE, seconds=_NIGHT_KEPT)
        log.info("%d suspicious pairs", len(marks))
        return True

    def _night(self) -> date:
        return moment(self._clock() - _BEGINS).date()

    async def _marks(self) -> list[Mark]:
        await self._acts.refresh()
        lines, at = await self._recent(), self._clock()
        networks = {player: await self._networks.of(player) for player in frequent_players(lines)}
        return marked_pairs(lines, networks, self._acts.closed_suspicions, at)

    async def _recent(self) -> list[Listing]:
        """The public games that ended in the last 30 days: rated games are public."""
        index, oldest, recent = ListIndex(self._store), self._clock() - _WINDOW, list[Listing]()
        for start in range(0, _MOST_GAMES, _PAGE):
            lines, total = await index.page("over", newest_first=True, start=start, count=_PAGE)
            recent += [line for line in lines if line.touched > oldest and line.is_rated]
            if total <= start + _PAGE or (lines and lines[-1].touched <= oldest):
                break
        return recent
