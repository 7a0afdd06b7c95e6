"""Which games wait for a bot: derived from the feeds, and asked for until the bot's move is in the log.

What the feeds say of a game that is over is passed on too, once or again, so that it can be reviewed. Records are
nobody's debt, nor are games that were called off.

How far the follower has come in each feed is remembered beside the log, but never beyond a move that a bot still
owes. Whoever starts from there derives every debt again. So nothing depends on jobs: one that failed, expired, was
lost with its queue or died with its worker is asked for again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Final, NamedTuple, TypeAlias

import msgspec

from domain.errors import DamagedLog
from domain.game import Game
from domain.pieces import Level
from service.games.handle import Handler
from service.games.tables import Tables, UnknownGame
from service.store.cursors import BOT_TURNS, Cursors
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds import START, FeedEntry
from service.store.log_names import is_game

_LOOK_EVERY: Final = 0.5
_FIRST_REMINDER, _LONGEST_REMINDER = 2.0, 60.0  # seconds

log = logging.getLogger(__name__)

Ask: TypeAlias = Callable[[str, int], Awaitable[None]]  # for the bots' moves of a game from this event on
Tell: TypeAlias = Callable[[str], Awaitable[None]]  # that a game is over


class Bot(NamedTuple):
    seat: int
    level: Level


def bot_to_move(game: Game) -> Bot | None:
    seat = game.position.seat
    level = game.position.players[seat].bot if seat is not None else None
    return None if seat is None or level is None else Bot(seat, level)


class Debt(msgspec.Struct):
    """A bot is to move after event `seq`: told by the entry behind `behind` in the feed of `bucket`."""

    bucket: int
    behind: str
    seq: int
    remind_at: float
    pause: float = _FIRST_REMINDER


class Follower:
    def __init__(self, store: EventStore, handler: Handler, tables: Tables, *, ask: Ask, tell: Tell) -> None:
        self._store = store
        self._handler = handler
        self._tables = tables
        self._ask = ask
        self._tell = tell
        self._cursors = Cursors(store, BOT_TURNS)
        self._reached: dict[int, str] = {}
        self._owed: dict[str, Debt] = {}  # in the order of the entries that told of them

    async def follow(self) -> None:
        """For ever; raises Unavailable and what asking raises."""
        self._reached = await self._cursors.load()
        async with aclosing(self._store.feeds.follow(self._reached)) as entries:
            async for entry in entries:
                await self._consider(entry)
                self._reached[entry.bucket] = entry.id

    async def remind_and_remember(self) -> None:
        """For ever: ask again for what is overdue, and save how far we have come."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            now = asyncio.get_running_loop().time()
            for game, debt in list(self._owed.items()):
                if debt.remind_at <= now:
                    debt.pause = min(2 * debt.pause, _LONGEST_REMINDER)
                    debt.remind_at = now + debt.pause
                    await self._ask(game, debt.seq)
            with suppress(Unavailable):
                await self._save()

    async def _consider(self, entry: FeedEntry) -> None:
        if not is_game(entry.game):
            return
        self._owed.pop(entry.game, None)
        try:
            seq = await self._due(entry.game, entry.last)
        except (DamagedLog, UnknownGame, msgspec.DecodeError) as trouble:
            log.error("bots keep away from game %s: %r", entry.game, trouble)
            return
        if seq is not None:
            remind_at = asyncio.get_running_loop().time() + _FIRST_REMINDER
            before = self._reached.get(entry.bucket, START)
            self._owed[entry.game] = Debt(entry.bucket, before, seq, remind_at)
            await self._ask(entry.game, seq)

    async def _due(self, game: str, heard: int) -> int | None:
        """The newest event of the game if a bot is to move after it."""
        self._handler.invalidate(game, heard)
        known = await self._handler.current(game)
        is_over, bot = known.position.winners is not None, bot_to_move(known)
        if not is_over and bot is None:
            return None
        table = await self._tables.seating(game)
        if table.opened.is_record or table.is_cancelled:
            return None
        if is_over:
            await self._tell(game)
        return None if is_over else known.version

    async def _save(self) -> None:
        positions = dict(self._reached)
        for debt in reversed(self._owed.values()):  # the oldest of a feed counts
            positions[debt.bucket] = debt.behind
        await self._cursors.save(positions)
