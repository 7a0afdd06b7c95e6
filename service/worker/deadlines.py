"""Warns seats whose time is running out, and hands over those whose time is up: each once (docs/clock.md).

Everything is worked out from the logs at the moment it is due. What is stored beside them only says when to look: a
sorted set with a member `game:seq` for every game with a clock, as it is after event `seq`, or `game:seq:changes` if
the players have changed their clocks meanwhile (a pause, a holiday, a given day). A game that has moved on has another
member, so a late worker cannot replace newer information, and the time of a member only grows. Hence any
number of workers may sweep at once, and be killed anywhere: the appends are under command ids made of the turn. To
spare work, each notes and sweeps only the games of its own feeds.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from domain.commands import ClaimVictory, TimeOut
from domain.errors import DamagedLog, IllegalMove
from domain.game import Game
from projections.timing import TimeControl, Timing
from service.games.clocks.rests import TableTime
from service.games.commands import Commands, GameMoved
from service.games.outages import Outages
from service.games.seating import Seating, TimeWarned
from service.games.tables import Tables, UnknownGame
from service.runtime.clock import Clock
from service.store.errors import Unavailable
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL, FeedEntry
from service.store.followers.cursors import DEADLINES, Cursors
from service.store.followers.inbox import Inbox
from service.store.keys import bucket_of
from service.store.log_names import is_game, is_seating, seats_log, table_of
from service.store.structures.sorted_sets import SortedSet

DUE: Final = "{deadlines}:due"
_BATCH: Final = 200
_AT_ONCE: Final = 64  # games
_MINUTE: Final = 60_000  # milliseconds
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
        feeds: Collection[int] = ALL,  # whose games it hands over
        every: float = 1.0,  # seconds
    ) -> None:
        self._store = store
        self._tables = tables
        self._commands = commands
        self._live = commands.games
        self._outages = outages
        self._clock = clock
        self._every = every
        self._feeds = frozenset(feeds)
        self._due = SortedSet(store, DUE)
        self.inbox = Inbox(Cursors(store, DEADLINES))

    async def follow(self) -> None:
        """Runs until cancelled: notes which games to look at. Raises Unavailable."""
        while True:
            entries = await self.inbox.all_waiting()
            await self.consider(entries)
            self.inbox.done(entries)

    async def run(self) -> None:
        """Runs until cancelled: sweeps. Raises Unavailable."""
        while True:
            await self.sweep()
            await asyncio.sleep(self._every)

    async def consider(self, entries: Sequence[FeedEntry]) -> None:
        """Note when to look at the games that have a clock: each game once, and all of them in one step."""
        of_games: dict[str, list[FeedEntry]] = {}
        for entry in entries:
            if is_game(entry.game) or is_seating(entry.game):
                of_games.setdefault(entry.game, []).append(entry)
        games = list(of_games.values())
        for begin in range(0, len(games), _AT_ONCE):
            changes = await asyncio.gather(*map(self._changes, games[begin : begin + _AT_ONCE]))
            await self._note({member: at for change in changes for member, at in change.items()})

    async def _note(self, changes: Mapping[str, int | None]) -> None:
        looks = {member: at for member, at in changes.items() if at is not None}
        stale = [member for member, at in changes.items() if at is None]
        if looks:
            await asyncio.gather(self._due.raise_all(looks), self._due.remove(*stale))
        elif stale:
            await self._due.remove(*stale)

    async def _changes(self, entries: Sequence[FeedEntry]) -> dict[str, int | None]:
        """When to look at one game, after these entries of its own or of its table; None for members that are stale."""
        newest = entries[-1]
        try:
            if is_seating(newest.game):
                return await self._after_table(table_of(newest.game))
            table = await self._tables.seating(newest.game)
            if table.time.changes:  # what is cached may have rests that were cut short
                table = await self._fresh(newest.game)
            if table.opened.clock is None or table.opened.is_record:
                return {}
            at = await self._next_look(newest, table.opened.clock, table.time)
        except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
            log.error("no clock runs in game %s: %r", newest.game, error)
            return {}
        except Unavailable:
            raise
        except Exception:
            log.exception("it is not known when to look at game %s", newest.game)
            return {} if is_seating(newest.game) else {_member(newest.game, newest.last, 0): _NOW}
        changed = table.time.changes
        changes: dict[str, int | None] = {_member(entry.game, entry.first - 1, changed): None for entry in entries}
        return changes if at is None else changes | {_member(newest.game, newest.last, changed): at}

    async def _after_table(self, game: str) -> dict[str, int | None]:
        """The players may have changed their clocks: look at once."""
        table = await self._fresh(game)
        if not table.time.changes or not table.is_full or table.opened.clock is None or table.opened.is_record:
            return {}
        seq = (await self._live.live(game)).view.seq
        before = _member(game, seq, table.time.changes - 1)
        return {before: None, _member(game, seq, table.time.changes): _NOW}

    async def _fresh(self, game: str) -> Seating:
        self._tables.invalidate(seats_log(game))
        return await self._tables.seating(game)

    async def _next_look(self, entry: FeedEntry, control: TimeControl, time: TableTime) -> int | None:
        """None if no clock runs after this entry, or if a later entry will say."""
        view = (await self._live.live(entry.game, entry.last)).view
        if view.seq != entry.last:
            return None if view.seq > entry.last else _NOW  # the log may have been set back
        turn = view.watch(control, await self._outages.all(), time).timing()
        return turn.warn if turn is not None else None

    async def sweep(self) -> None:
        """Does everything that is due by now in the games of its feeds."""
        of_others = 0
        while True:
            await self._outages.beat()  # first, so that time without any worker does not count against a seat
            now = self._clock()
            members = await self._due.up_to(now, _BATCH, of_others)
            mine = [member for member in members if bucket_of(_game(member)) in self._feeds]
            for member in mine:
                await self._look(member, now)
            if len(members) < _BATCH:
                return
            of_others += len(members) - len(mine)

    async def _look(self, member: str, now: int) -> None:
        game = _game(member)
        try:
            current, look_again = await self._act(game, member, now)
        except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
            log.error("no clock runs in game %s: %r", game, error)
            current, look_again = member, None
        except Unavailable:
            raise
        except Exception:
            log.exception("the clock of game %s waits for a minute", game)
            current, look_again = member, now + _MINUTE
        if look_again is not None:
            await self._due.raise_to(current, look_again)
        if look_again is None or current != member:
            await self._due.remove(member)

    async def _act(self, game: str, member: str, now: int) -> tuple[str, int | None]:
        """Does what is due in a game; the member that it should have, and when to look again.

        What is noted is that the game had event `seq`: if it has moved on, another member says when to look. But if the
        clocks were changed meanwhile, that may have been noted for an older event, so the game is looked at here.
        """
        table = await self._fresh(game)
        outages = await self._outages.all()
        seq = _seq(member)
        view = (await self._live.live(game, seq)).view
        control, current = table.opened.clock, _member(game, view.seq, table.time.changes)
        has_moved = view.seq > seq and current == _member(game, view.seq, _changed(member))
        if has_moved or control is None or table.is_cancelled:
            return member, None
        turn = view.watch(control, outages, table.time).timing()
        if turn is None:
            return member, None
        if now < turn.warn:
            return current, turn.warn
        if now < turn.due:
            await self._tables.record_warning(game, TimeWarned(turn.seat, turn.turn, turn.due))
            return current, turn.due
        await self._end_turn(game, table, turn, view.newest)
        return member, None

    async def _end_turn(self, game: str, table: Seating, turn: Timing, state: Game) -> None:
        """A bot takes over; but a player who stayed alone in a game of two has won it."""
        is_alone = state.position.may_claim(turn.seat)
        command = ClaimVictory(turn.seat) if is_alone else TimeOut(turn.seat, table.opened.successor)
        # The seat may have moved at the last moment, or another worker was quicker: then there is a newer member.
        with suppress(GameMoved, IllegalMove):
            await self._commands.handle(game, command, f"timeout:{turn.turn}", state.version)


def _member(game: str, seq: int, changes: int) -> str:
    return f"{game}:{seq}:{changes}" if changes else f"{game}:{seq}"


def _game(member: str) -> str:
    return member.partition(":")[0]


def _seq(member: str) -> int:
    return int(member.split(":")[1])


def _changed(member: str) -> int:
    _, _, changes = member.partition(":")[2].partition(":")
    return int(changes or 0)
