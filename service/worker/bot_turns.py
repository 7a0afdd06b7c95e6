"""Finds the games that wait for a bot, and requests the bot's step until it is in the log.

The follower reads the feeds. Of a game that is over it passes on that too, at least once, so that the game can be
reviewed. Bots do not move in stored records, nor in games that were cancelled.

The positions in the feeds are stored beside the log, but never past a move that a bot has still to make. A worker that
starts from there finds every waiting bot again. So nothing depends on jobs: if one failed, expired, was lost with its
queue or died with its worker, it is requested again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, TypeAlias

import msgspec

from domain.errors import DamagedLog
from domain.game import Game
from domain.pieces import Level
from puzzles.bots.levels import SEARCHING
from service.games.live_games import LiveGames
from service.games.seating import Seating
from service.games.tables import Tables, UnknownGame
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.followers.cursors import BOT_TURNS, Cursors
from service.store.followers.inbox import Inbox
from service.store.log_names import is_game, seats_log

_LOOK_EVERY: Final = 0.5
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0  # seconds between two requests for the same move

log = logging.getLogger(__name__)


class Bot(NamedTuple):
    seat: int
    level: Level


def bot_to_move(game: Game) -> Bot | None:
    seat = game.position.seat
    level = game.position.players[seat].bot if seat is not None else None
    return None if seat is None or level is None else Bot(seat, level)


class BotTurn(msgspec.Struct, frozen=True):
    """A bot is to move after event `seq` of a game."""

    game: str
    seq: int
    seat: int
    level: Level
    owner: str  # the person for whom it moves: who opened the table, or the first of those who stayed; "" if all left
    is_rated: bool

    @property
    def is_abandoned(self) -> bool:
        """Whether all persons have left the game."""
        return not self.owner

    @property
    def searches(self) -> bool:
        return self.level in SEARCHING


OnBotTurn: TypeAlias = Callable[[BotTurn], Awaitable[None]]
OnFinished: TypeAlias = Callable[[str, Seating], Awaitable[None]]  # this game is over


def bot_turn(game: str, state: Game, table: Seating) -> BotTurn | None:
    """The turn of the bot that is to move, if one is.

    A game that all persons have left is played to its end by flint, because nobody waits for it; but a rated one by the
    bots that its players have chosen.
    """
    bot = bot_to_move(state)
    if bot is None or table.opened.is_record or table.is_cancelled:
        return None
    seats = zip(table.players, state.position.players, strict=True)
    owner = next((person for person, player in seats if person is not None and player.bot is None), "")
    level = bot.level if owner or table.opened.rated else "flint"
    return BotTurn(game, state.version, bot.seat, level, owner, table.opened.rated)


class _Debt(msgspec.Struct):
    """A turn that the entry after `position` in the feed of `bucket` announced, and that is not in the log yet."""

    bucket: int
    position: str
    turn: BotTurn
    request_at: float
    pause: float = _FIRST_PAUSE


class BotTurnFollower:
    def __init__(
        self,
        store: EventStore,
        live: LiveGames,
        tables: Tables,
        *,
        on_bot_turn: OnBotTurn,
        on_finished: OnFinished,
    ) -> None:
        self.inbox = Inbox(Cursors(store, BOT_TURNS), self._before_debts)
        self._live = live
        self._tables = tables
        self._on_bot_turn = on_bot_turn
        self._on_finished = on_finished
        self._debts: dict[str, _Debt] = {}  # by game, in the order of the feeds' entries

    async def follow(self) -> None:
        """Runs until cancelled; raises Unavailable."""
        await self.inbox.each(self._consider)

    async def repeat(self) -> None:
        """Runs until cancelled: requests overdue moves again. Raises Unavailable."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            now = asyncio.get_running_loop().time()
            for debt in list(self._debts.values()):
                if debt.request_at <= now:
                    debt.pause = min(2 * debt.pause, _LONGEST_PAUSE)
                    debt.request_at = now + debt.pause
                    with contained(log, "no bot moves in game %s", debt.turn.game):
                        await self._on_bot_turn(debt.turn)

    async def _consider(self, entry: FeedEntry) -> None:
        if not is_game(entry.game):
            return
        self._debts.pop(entry.game, None)
        with contained(log, "bots do not move in game %s", entry.game):
            try:
                turn = await self._bot_turn(entry.game, entry.last)
            except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
                log.error("bots do not move in game %s: %r", entry.game, error)
                return
            if turn is not None:
                request_at = asyncio.get_running_loop().time() + _FIRST_PAUSE
                before = self.inbox.position(entry.bucket)
                self._debts[entry.game] = _Debt(entry.bucket, before, turn, request_at)
                await self._on_bot_turn(turn)

    async def _bot_turn(self, game: str, newest: int) -> BotTurn | None:
        """The turn of a bot, if one is to move now. The feed says that there is an event `newest`."""
        state = await self._live.current(game, newest)
        is_over = state.position.winners is not None
        if not is_over and bot_to_move(state) is None:
            return None
        self._tables.invalidate(seats_log(game))  # its log may be in a feed of another worker
        table = await self._tables.seating(game)
        if is_over and not (table.opened.is_record or table.guide or table.is_cancelled):
            await self._on_finished(game, table)
        return bot_turn(game, state, table)

    def _before_debts(self) -> dict[int, str]:
        # In reverse, so that of several bots in one feed the one that has waited longest counts.
        return {debt.bucket: debt.position for debt in reversed(self._debts.values())}
