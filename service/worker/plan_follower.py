"""Finds the games in which somebody's plan may have something to do, and lets it.

The feeds tell of every move and of every plan. The feed of a game and that of a plan may be followed by different
workers, and one that does not know of a new plan yet passes over a move. So the one that reads of the plan looks at the
game once more when all know of it, and keeps its position in the feed back until then.

Plans that need a search wait in a queue of their own, which goes round by person, and keep the position back as well:
otherwise the person with most plans would hold up all other plans, and then the reader of the feeds.
"""

import asyncio
import logging
from typing import Final, NamedTuple

import msgspec

from domain.errors import DamagedLog
from service.engine.fair_queue import FairQueue
from service.games.tables import UnknownGame
from service.plans.execution import Execution, NeedsSearch
from service.plans.open_plans import OpenPlans
from service.runtime.clock import Clock
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry, id_order
from service.store.followers.cursors import PLANS, Cursors
from service.store.followers.inbox import Inbox
from service.store.log_names import is_game, plan_log

_LANES: Final = 16  # entries considered at a time: a plan may wait for a search
_LOOK_AGAIN: Final = 3.0  # seconds: longer than it takes until all know of a plan
_LOOK_EVERY: Final = 0.5

log = logging.getLogger(__name__)


class _Look(NamedTuple):
    """A game to be looked at again, which has an event `seq`. The entry after `position` in the feed of `bucket` is the
    reason."""

    at: float
    bucket: int
    position: str
    game: str
    player: str
    seq: int = 0


class PlanFollower:
    def __init__(self, store: EventStore, execution: Execution, clock: Clock) -> None:
        self.inbox = Inbox(Cursors(store, PLANS), self._before_looks, lanes=_LANES)
        self.open_plans = OpenPlans(store, clock)
        self._execution = execution
        self._looks: list[_Look] = []  # in the order of their times
        self._queue = FairQueue[_Look]()
        self._searches: dict[tuple[str, str], _Look] = {}  # by game and player: those that wait for a search
        self._searching: list[_Look] = []  # one at most
        self._available = asyncio.Semaphore(0)

    async def follow(self) -> None:
        """Runs until cancelled; raises Unavailable."""
        await self.inbox.each(self.consider)

    async def repeat(self) -> None:
        """Runs until cancelled: looks again at the games of new plans. Raises Unavailable."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            await self.look_again()

    async def look_again(self) -> None:
        """Look at the games of plans that all workers know of by now."""
        now = asyncio.get_running_loop().time()
        while self._looks and self._looks[0].at <= now:
            await self._advance(self._looks[0])
            self._looks.pop(0)

    async def search(self) -> None:
        """Runs until cancelled: lets plans go on that need a search, one after the other. Raises Unavailable."""
        while True:
            await self._available.acquire()
            await self.search_once()

    async def search_once(self) -> None:
        """Let the plan go on whose turn it is, to the end of its owner's turn."""
        player, look = self._queue.take()
        del self._searches[look.game, player]  # what happens from now on may be a reason to look again
        self._searching = [look]
        begin = asyncio.get_running_loop().time()
        try:
            await self._advance(look, may_search=True)
        finally:
            self._queue.charge(player, asyncio.get_running_loop().time() - begin)
        self._searching = []

    async def consider(self, entry: FeedEntry) -> None:
        if is_game(entry.game):
            if self.open_plans.is_stale:
                await self.open_plans.refresh_if_stale()
            for player in self.open_plans.of(entry.game):
                await self._advance(self._look(entry, entry.game, player, entry.last))
        elif (ids := plan_log.ids(entry.game)) is not None:
            game, player = ids
            look = self._look(entry, game, player)
            self.open_plans.expect(game, player)  # before the look, so that no move passes unnoticed after it
            if await self._advance(look):
                await self.open_plans.add(game, player)
                self._looks.append(look._replace(at=asyncio.get_running_loop().time() + _LOOK_AGAIN))

    def _look(self, entry: FeedEntry, game: str, player: str, seq: int = 0) -> _Look:
        return _Look(0.0, entry.bucket, self.inbox.position(entry.bucket), game, player, seq)

    async def _advance(self, look: _Look, *, may_search: bool = False) -> bool:
        """Whether the plan still waits, for its owner's turn or for a search."""
        game, player = look.game, look.player
        with contained(log, "no plan is followed in game %s", game):
            try:
                if await self._execution.advance(game, player, look.seq, may_search=may_search):
                    return True
            except NeedsSearch:
                if (game, player) not in self._searches:
                    self._searches[game, player] = look
                    self._queue.put(player, look)
                    self._available.release()
                return True
            except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
                log.error("no plan is followed in game %s: %r", game, error)
        if player in self.open_plans.of(game):
            await self.open_plans.remove(game, player)
        return False

    def _before_looks(self) -> dict[int, str]:
        # In reverse, so that of several plans in one feed the one that was read first counts.
        looks = sorted(
            [*self._looks, *self._searches.values(), *self._searching], key=lambda look: id_order(look.position)
        )
        return {look.bucket: look.position for look in reversed(looks)}
