"""Warns seats whose time is running out, and hands over those whose time is up: each once (docs/clock.md).

Everything is worked out from the logs at the moment it is due. What is stored beside them only says when to look: a
sorted set with a member `game:seq` for every game with a clock, as it is after event `seq`. A game that has moved on
has another member, so a late worker cannot replace newer information, and the time of a member only grows. Hence any
number of workers may sweep at once, and be killed anywhere: the appends are under command ids made of the turn. To
spare work, each notes the games of its own feeds, and only one of them sweeps.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Final

import msgspec

from domain.commands import ClaimVictory, TimeOut
from domain.errors import DamagedLog, IllegalMove
from domain.game import Game
from projections.timing import TimeControl, Timing
from service.games.commands import Commands, GameMoved
from service.games.outages import Outages
from service.games.seating import Seating, TimeWarned
from service.games.tables import Tables, UnknownGame
from service.runtime.clock import Clock
from service.store.cursors import DEADLINES, Cursors
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from service.store.feed_reader import Inbox
from service.store.feeds import FeedEntry
from service.store.log_names import is_game, seats_log
from service.store.structures.sorted_sets import SortedSet

DUE: Final = "{deadlines}:due"
_BATCH: Final = 200
_NOW: Final = 0  # a time that has always passed

log = logging.getLogger(__name__)


class Sweeper:
    def __init__(
        self,
        store: EventStore,
        tables: Tables,
        commands: Commands,
        outages: Outages,
        clock: Clock,
        *,
        sweeps: bool = True,
        every: float = 1.0,  # seconds
    ) -> None:
        self._store = store
        self._tables = tables
        self._commands = commands
        self._live = commands.games
        self._outages = outages
        self._clock = clock
        self._every = every
        self._sweeps = sweeps
        self._due = SortedSet(store, DUE)
        self.inbox = Inbox(Cursors(store, DEADLINES))

    async def follow(self) -> None:
        """Runs until cancelled: notes which games to look at. Raises Unavailable."""
        await self.inbox.each(self.consider)

    async def run(self) -> None:
        """Runs until cancelled: sweeps if it should. Raises Unavailable."""
        while True:
            if self._sweeps:
                await self.sweep()
            await asyncio.sleep(self._every)

    async def consider(self, entry: FeedEntry) -> None:
        """Note when to look at a game that has a clock."""
        if not is_game(entry.game):
            return
        try:
            opened = (await self._tables.seating(entry.game)).opened
            if opened.clock is None or opened.is_record:
                return
            at = await self._next_look(entry, opened.clock)
        except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
            log.error("no clock runs in game %s: %r", entry.game, error)
            return
        changes = [self._due.remove(_member(entry.game, entry.first - 1))]
        if at is not None:
            changes.append(self._due.raise_to(_member(entry.game, entry.last), at))
        await asyncio.gather(*changes)

    async def _next_look(self, entry: FeedEntry, control: TimeControl) -> int | None:
        """None if no clock runs after this entry, or if a later entry will say."""
        view = (await self._live.live(entry.game, entry.last)).view
        if view.seq != entry.last:
            return None if view.seq > entry.last else _NOW  # the log may have been set back
        turn = view.watch(control, await self._outages.all()).timing()
        return turn.warn if turn is not None else None

    async def sweep(self) -> None:
        """Does everything that is due by now."""
        while True:
            await self._outages.beat()  # first, so that time without any worker does not count against a seat
            now = self._clock()
            members = await self._due.up_to(now, _BATCH)
            for member in members:
                await self._look(member, now)
            if len(members) < _BATCH:
                return

    async def _look(self, member: str, now: int) -> None:
        game, _, seq = member.rpartition(":")
        try:
            look_again = await self._act(game, int(seq), now)
        except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
            log.error("no clock runs in game %s: %r", game, error)
            look_again = None
        if look_again is None:
            await self._due.remove(member)
        else:
            await self._due.raise_to(member, look_again)

    async def _act(self, game: str, seq: int, now: int) -> int | None:
        """Does what is due in a game whose last event is `seq`; when to look again, None if there is no need."""
        self._tables.invalidate(seats_log(game))  # the table may have changed since it was cached
        table = await self._tables.seating(game)
        outages = await self._outages.all()
        view = (await self._live.live(game, seq)).view
        control = table.opened.clock
        if view.seq > seq or control is None or table.is_cancelled:
            return None
        turn = view.watch(control, outages).timing()
        if turn is None:
            return None
        if now < turn.warn:
            return turn.warn
        if now < turn.due:
            await self._warn(game, table, turn)
            return turn.due
        await self._end_turn(game, table, turn, view.newest)
        return None

    async def _warn(self, game: str, table: Seating, turn: Timing) -> None:
        warning = msgspec.msgpack.encode(TimeWarned(turn.seat, turn.turn, turn.due))
        while table.warned != turn.turn:
            try:
                await self._store.append(seats_log(game), table.version, [warning], f"warn:{turn.turn}")
            except StreamMoved:
                self._tables.invalidate(seats_log(game))
                table = await self._tables.seating(game)
                continue
            self._tables.invalidate(seats_log(game))
            return

    async def _end_turn(self, game: str, table: Seating, turn: Timing, state: Game) -> None:
        """A bot takes over; but a player who stayed alone in a game of two has won it."""
        is_alone = state.position.may_claim(turn.seat)
        command = ClaimVictory(turn.seat) if is_alone else TimeOut(turn.seat, table.opened.successor)
        # The seat may have moved at the last moment, or another worker was quicker: then there is a newer member.
        with suppress(GameMoved, IllegalMove):
            await self._commands.handle(game, command, f"timeout:{turn.turn}", state.version)


def _member(game: str, seq: int) -> str:
    return f"{game}:{seq}"
