"""Finds the games that wait for a bot, and requests the bot's move until it is in the log.

The follower reads the feeds. Of a game that is over it passes on that too, at least once, so that the game can be
reviewed. Bots do not move in stored records, nor in games that were cancelled.

The positions in the feeds are stored beside the log, but never past a move that a bot has still to make. A worker that
starts from there finds every waiting bot again. So nothing depends on jobs: if one failed, expired, was lost with its
queue or died with its worker, it is requested again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

import msgspec

from domain.errors import DamagedLog
from domain.game import Game
from domain.pieces import Level
from service.games.handle import Handler
from service.games.tables import Tables, UnknownGame
from service.store.cursors import BOT_TURNS
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds import FeedEntry
from service.store.log_names import is_game
from service.worker.followed_feeds import FollowedFeeds

_LOOK_EVERY: Final = 0.5
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0  # seconds between two requests for the same move

log = logging.getLogger(__name__)

OnBotTurn: TypeAlias = Callable[[str, int], Awaitable[None]]  # in this game a bot is to move after this event
OnFinished: TypeAlias = Callable[[str], Awaitable[None]]  # this game is over


class Bot(NamedTuple):
    seat: int
    level: Level


def bot_to_move(game: Game) -> Bot | None:
    seat = game.position.seat
    level = game.position.players[seat].bot if seat is not None else None
    return None if seat is None or level is None else Bot(seat, level)


class WaitingBot(msgspec.Struct):
    """A bot that is to move after event `seq`, as the entry after `position` in the feed of `bucket` says."""

    bucket: int
    position: str
    seq: int
    request_at: float
    pause: float = _FIRST_PAUSE


class BotTurnFollower:
    def __init__(
        self, store: EventStore, handler: Handler, tables: Tables, *, on_bot_turn: OnBotTurn, on_finished: OnFinished
    ) -> None:
        self._handler = handler
        self._tables = tables
        self._on_bot_turn = on_bot_turn
        self._on_finished = on_finished
        self._feeds = FollowedFeeds(store, BOT_TURNS)
        self._waiting: dict[str, WaitingBot] = {}  # by game, in the order of the feeds' entries

    async def follow(self) -> None:
        """Runs until cancelled; raises Unavailable, and what the callbacks raise."""
        await self._feeds.follow(self._consider)

    async def repeat_and_save(self) -> None:
        """Runs until cancelled: requests overdue moves again, and stores the positions in the feeds."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            now = asyncio.get_running_loop().time()
            for game, bot in list(self._waiting.items()):
                if bot.request_at <= now:
                    bot.pause = min(2 * bot.pause, _LONGEST_PAUSE)
                    bot.request_at = now + bot.pause
                    await self._on_bot_turn(game, bot.seq)
            with suppress(Unavailable):
                await self._save()

    async def _consider(self, entry: FeedEntry) -> None:
        if not is_game(entry.game):
            return
        self._waiting.pop(entry.game, None)
        try:
            seq = await self._bot_turn(entry.game, entry.last)
        except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
            log.error("bots do not move in game %s: %r", entry.game, error)
            return
        if seq is not None:
            request_at = asyncio.get_running_loop().time() + _FIRST_PAUSE
            before = self._feeds.position(entry.bucket)
            self._waiting[entry.game] = WaitingBot(entry.bucket, before, seq, request_at)
            await self._on_bot_turn(entry.game, seq)

    async def _bot_turn(self, game: str, newest: int) -> int | None:
        """The last event of the game if a bot is to move after it. The feed says that there is an event `newest`."""
        self._handler.invalidate(game, newest)
        state = await self._handler.current(game)
        is_over = state.position.winners is not None
        if not is_over and bot_to_move(state) is None:
            return None
        table = await self._tables.seating(game)
        if table.opened.is_record or table.is_cancelled:
            return None
        if is_over:
            await self._on_finished(game)
            return None
        return state.version

    async def _save(self) -> None:
        # In reverse, so that of several bots in one feed the one that has waited longest counts.
        await self._feeds.save({bot.bucket: bot.position for bot in reversed(self._waiting.values())})
