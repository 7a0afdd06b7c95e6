"""Finds the games in which somebody's plan may have something to do, and lets it.

The feeds tell of every move and of every plan. The feed of a game and that of a plan may be followed by different
workers, and one that does not know of a new plan yet passes over a move. So the one that reads of the plan looks at the
game once more when all know of it, and keeps its position in the feed back until then.
"""

import asyncio
import logging
from typing import Final, NamedTuple

import msgspec

from domain.errors import DamagedLog
from service.games.tables import UnknownGame
from service.plans.execution import Execution
from service.plans.open_plans import OpenPlans
from service.runtime.clock import Clock
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.followers.cursors import PLANS, Cursors
from service.store.followers.inbox import Inbox
from service.store.log_names import is_game, plan_log

_LANES: Final = 16  # entries considered at a time: a plan may wait for a search
_LOOK_AGAIN: Final = 3.0  # seconds: longer than it takes until all know of a plan
_LOOK_EVERY: Final = 0.5

log = logging.getLogger(__name__)


class _Look(NamedTuple):
    """A game to be looked at again. The entry after `position` in the feed of `bucket` announced the plan."""

    at: float
    bucket: int
    position: str
    game: str
    player: str


class PlanFollower:
    def __init__(self, store: EventStore, execution: Execution, clock: Clock) -> None:
        self.inbox = Inbox(Cursors(store, PLANS), self._before_looks, lanes=_LANES)
        self.open_plans = OpenPlans(store, clock)
        self._execution = execution
        self._looks: list[_Look] = []  # in the order of their times

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
            await self._advance(self._looks[0].game, self._looks[0].player)
            self._looks.pop(0)

    async def consider(self, entry: FeedEntry) -> None:
        if is_game(entry.game):
            if self.open_plans.is_stale:
                await self.open_plans.refresh_if_stale()
            for player in self.open_plans.of(entry.game):
                await self._advance(entry.game, player, entry.last)
        elif (ids := plan_log.ids(entry.game)) is not None:
            game, player = ids
            self.open_plans.expect(game, player)  # before the look, so that no move passes unnoticed after it
            if await self._advance(game, player):
                await self.open_plans.add(game, player)
                at = asyncio.get_running_loop().time() + _LOOK_AGAIN
                self._looks.append(_Look(at, entry.bucket, self.inbox.position(entry.bucket), game, player))

    async def _advance(self, game: str, player: str, at: int = 0) -> bool:
        """Whether the plan still waits."""
        try:
            if await self._execution.advance(game, player, at):
                return True
        except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
            log.error("no plan is followed in game %s: %r", game, error)
        except Unavailable:
            raise
        except Exception:  # a worker that stops at it would come back to it each time
            log.exception("no plan is followed in game %s", game)
        if player in self.open_plans.of(game):
            await self.open_plans.remove(game, player)
        return False

    def _before_looks(self) -> dict[int, str]:
        # In reverse, so that of several plans in one feed the one that was read first counts.
        return {look.bucket: look.position for look in reversed(self._looks)}
