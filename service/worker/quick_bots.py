"""Plays the bots that need no search, in the worker that hears of their turns: they never wait for bots that search.

One step at a time, then the game goes to the end of the queue, which goes round by owner, weighed by the time used.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from service.engine.fair_queue import FairQueue
from service.store.errors import contained
from service.worker.bot_turns import BotTurn

SLOTS: Final = 2  # one waits for the store while the other chooses

log = logging.getLogger(__name__)

TakeStep: TypeAlias = Callable[[BotTurn], Awaitable[None]]


class QuickBots:
    """After each step it rests for `leisure` times as long as the step took."""

    def __init__(self, take_step: TakeStep, *, leisure: float = 0.0) -> None:
        self._take_step = take_step
        self._leisure = leisure
        self._queue = FairQueue[BotTurn]()
        self._pending: dict[str, int] = {}  # by game: the event after which a step is waiting or being made
        self._available = asyncio.Semaphore(0)

    def put(self, turn: BotTurn) -> None:
        """Make this step soon, unless that is about to happen."""
        if self._pending.get(turn.game) != turn.seq:
            self._pending[turn.game] = turn.seq
            self._queue.put(turn.owner, turn)
            self._available.release()

    async def run(self) -> None:
        """Runs until cancelled: makes one step after the other. Raises Unavailable."""
        loop = asyncio.get_running_loop()
        while True:
            await self._available.acquire()
            owner, turn = self._queue.take()
            begin = loop.time()
            try:
                with contained(log, "a bot failed to move in game %s", turn.game):  # the follower will ask again
                    await self._take_step(turn)
            finally:
                seconds = loop.time() - begin
                self._queue.charge(owner, seconds)
                if self._pending.get(turn.game) == turn.seq:
                    del self._pending[turn.game]
            await asyncio.sleep(self._leisure * seconds)
