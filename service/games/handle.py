"""The write path: load, decide, append at the expected version; when the game has moved on, read and decide again.

The games kept in memory are a cache that is never trusted: only the append decides what happened.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import msgspec

from domain.commands import Command, Play, UndoTurn
from domain.decide import advance
from domain.errors import IllegalMove, Reason
from domain.events import Event
from domain.game import INITIAL, Game
from domain.log import replay
from service.games.codec import Stamped, decode_all, encode, stamped
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.errors import StreamMoved
from service.store.event_store import EventStore

LAST_UNDO: Final = 2_000  # events: a game has some 150, and one can go to and fro for ever
TOO_LONG: Final = Reason(
    "too_long_to_undo", "", "This game has {events} events already: nothing can be taken back any more."
)
MOVED: Final = Reason("moved", "", "The game has moved on: it is at event {seq} now. Look at it again, then choose.")
_ATTEMPTS: Final = 8
_KEPT: Final = 5_000


class GameMoved(Refused):
    """The caller decided on a game that has moved on since; `seq` is where it is now."""

    def __init__(self, seq: int) -> None:
        super().__init__(MOVED.about(seq=seq), "conflict", title="The game has moved on")
        self.seq = seq


class Answer(msgspec.Struct, frozen=True):
    """The events a command has caused."""

    seq: int
    events: list[Stamped]


class Handler:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._behind: set[str] = set()  # those of them that have moved on
        self._queues: dict[str, _Queue] = {}

    async def current(self, game: str) -> Game:
        """The game as this process knows it, read as far as it does not."""
        known = self._games.get(game)
        if known is None or game in self._behind:
            return await self._catch_up(game)
        self._games.move_to_end(game)
        return known

    def heard(self, game: str, seq: int) -> None:
        """Somebody appended up to `seq`: what we have may be out of date."""
        known = self._games.get(game)
        if known is not None and known.version < seq:
            self._behind.add(game)

    async def handle(
        self,
        game: str,
        command: Command,
        command_id: str | None = None,
        expected: int | None = None,
        check: Callable[[Game], None] = lambda _: None,
    ) -> Answer:
        """The events of the command, appended once; a repeated command id gets the same answer again.

        Raises IllegalMove, Refused when `check` raises it for the very game that is decided on, GameMoved when that
        is not at `expected`, or Unavailable.
        """
        queue = self._queues.get(game)
        if queue is None:
            queue = self._queues[game] = _Queue(self._queues, game)
        async with queue:
            for _ in range(_ATTEMPTS):
                known = await self.current(game)
                if expected is not None and known.version < expected:
                    known = await self._catch_up(game)
                try:
                    check(known)
                    if expected is not None and known.version != expected:
                        raise GameMoved(known.version)
                    _check_length(known, command)
                    events, after = advance(known, command)
                except (IllegalMove, Refused):
                    if (before := await self._repeated(game, command_id)) is not None:
                        return before
                    version = await self._store.version(game)
                    if version == known.version:
                        raise
                    await self._catch_up(game, version)
                    continue
                try:
                    return await self._append(game, after, events, command_id)
                except StreamMoved as moved:
                    await self._catch_up(game, moved.version)
            raise GameMoved((await self.current(game)).version)

    async def _append(self, game: str, after: Game, events: list[Event], command_id: str | None) -> Answer:
        now, expected = self._clock(), after.version - len(events)
        try:
            appended = await self._store.append(game, expected, [encode(event, now) for event in events], command_id)
        except StreamMoved:
            raise
        except BaseException:  # it may have been appended or not
            self._games.pop(game, None)
            raise
        if appended.repeated:
            return await self._answer(game, appended.first, appended.last)
        self._keep(game, after)
        return Answer(appended.last, [stamped(seq, now, event) for seq, event in enumerate(events, appended.first)])

    async def _repeated(self, game: str, command_id: str | None) -> Answer | None:
        span = await self._store.command(game, command_id) if command_id is not None else None
        return await self._answer(game, span.first, span.last) if span else None

    async def _answer(self, game: str, first: int, last: int) -> Answer:
        return Answer(last, decode_all(await self._store.read(game, first - 1, last)))

    async def _catch_up(self, game: str, version: int | None = None) -> Game:
        known = self._games.get(game, INITIAL)
        if version is not None and version < known.version:  # the log was set back, by a fail-over or from a backup
            known = INITIAL
            self._games.pop(game)
        self._behind.discard(game)
        tail = decode_all(await self._store.read(game, known.version))
        return self._keep(game, replay((one.event for one in tail), known))

    def _keep(self, game: str, known: Game) -> Game:
        """`known` for next time, and as the answer; what was read more slowly does not replace what is newer."""
        before = self._games.get(game, INITIAL)
        if known.version < before.version:
            return before
        if known.version:
            self._games[game] = known
            self._games.move_to_end(game)
            if len(self._games) > _KEPT:
                self._behind.discard(self._games.popitem(last=False)[0])
        return known


def _check_length(known: Game, command: Command) -> None:
    """Whatever is not taken back brings the game nearer to its end."""
    if isinstance(command, Play) and isinstance(command.move, UndoTurn) and known.version >= LAST_UNDO:
        raise IllegalMove(TOO_LONG.about(events=known.version))


class _Queue:
    """One command of a game at a time in this process: racing for the version would only cost conflicts."""

    def __init__(self, queues: dict[str, "_Queue"], game: str) -> None:
        self._queues = queues
        self._game = game
        self._lock = asyncio.Lock()
        self._length = 0

    async def __aenter__(self) -> None:
        self._length += 1
        try:
            await self._lock.acquire()
        except BaseException:  # whoever asked has gone away while waiting
            self._leave()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
        self._leave()

    def _leave(self) -> None:
        self._length -= 1
        if not self._length:
            del self._queues[self._game]
