"""The write path: load the game, decide, append at the expected version; on a conflict, read the rest and decide again.

The games in memory are only a cache: they may be stale, and the append alone decides what happened. So a refusal is
final only if the store confirms the version on which it is based.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec
from cachetools import LRUCache

from domain.commands import Command, Play, UndoTurn
from domain.decide import advance
from domain.errors import IllegalMove, Reason
from domain.events import Event
from domain.game import INITIAL, Game
from domain.log import replay
from domain.undo import undo_limit
from service.games.codec import Stamped, decode_all, encode, stamp
from service.games.repeats import KeyReused, digest_of
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.errors import AnotherCommand, StreamMoved
from service.store.event_store import EventStore

MOVED: Final = Reason("moved", "", "The game has moved on: it is at event {seq} now. Look at it again, then choose.")
_ATTEMPTS: Final = 8
_CACHED_POSITIONS: Final = 40_000  # of all games together: those that can be undone, at 1 to 2 KB each
_LEAST_WEIGHT: Final = 6  # positions: what a game takes by itself


class GameMoved(Refused):
    """The caller decided on an outdated version of the game; `seq` is the current one."""

    def __init__(self, seq: int) -> None:
        super().__init__(MOVED.about(seq=seq), "conflict", title="The game has moved on")
        self.seq = seq


class Answer(msgspec.Struct, frozen=True):
    """The events a command has caused."""

    seq: int
    events: list[Stamped]


class _CachedGame:
    __slots__ = ("game", "is_stale")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.is_stale = False  # whether newer events have been announced


def _weight(cached: _CachedGame) -> int:
    """Roughly how many positions are kept: the game and what it can be undone to."""
    weight, earlier = _LEAST_WEIGHT, cached.game.before
    while earlier is not None:
        weight, earlier = weight + 1, earlier.before
    return weight


def _allow(_: Game) -> None:
    """The check of a caller that needs none."""


class Handler:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._cache: LRUCache[str, _CachedGame] = LRUCache(_CACHED_POSITIONS, getsizeof=_weight)
        self._queues: dict[str, _Queue] = {}

    async def current(self, game: str) -> Game:
        """The game from the cache, or read from the store if it is missing or stale there."""
        cached = self._cache.get(game)
        return await self._catch_up(game) if cached is None or cached.is_stale else cached.game

    def invalidate(self, game: str, seq: int) -> None:
        """The game has events up to `seq`: a cached game that ends before is stale."""
        cached = self._cache.get(game)
        if cached is not None and cached.game.version < seq:
            cached.is_stale = True

    async def handle(
        self,
        game: str,
        command: Command,
        command_id: str | None = None,
        expected: int | None = None,
        check: Callable[[Game], None] = _allow,
        *,
        is_strict: bool = False,
    ) -> Answer:
        """Append the events of `command` once; a repeated `command_id` gets the answer of its first time.

        `expected` is the version that the caller has seen. `check` is called with the very game that is decided on,
        and may raise Refused. With `is_strict`, the id of another command is refused; bots and clocks are not strict,
        because they may choose otherwise when they repeat a command. Raises IllegalMove, Refused (GameMoved if the game
        is not at `expected`) or Unavailable.
        """
        queue = self._queues.get(game)
        if queue is None:
            queue = self._queues[game] = _Queue(self._queues, game)
        content = digest_of(command) if is_strict else ""
        async with queue:
            for _ in range(_ATTEMPTS):
                before = await self._current_at(game, expected)
                try:
                    check(before)
                    events, after = _decide(before, command, expected)
                except (IllegalMove, Refused):
                    if (answer := await self._first_answer(game, command_id, content)) is not None:
                        return answer
                    if not await self._has_moved(game, before.version):
                        raise
                    continue
                try:
                    return await self._append(game, after, events, command_id, content)
                except StreamMoved as moved:
                    await self._catch_up(game, moved.version)
            raise GameMoved((await self.current(game)).version)

    async def _current_at(self, game: str, expected: int | None) -> Game:
        """The current game; if the caller has seen more than the cache, it is read from the store first."""
        current = await self.current(game)
        is_behind = expected is not None and current.version < expected
        return await self._catch_up(game) if is_behind else current

    async def _has_moved(self, game: str, version: int) -> bool:
        """Whether the store has another version of the game, which is then read."""
        stored = await self._store.version(game)
        if stored == version:
            return False
        await self._catch_up(game, stored)
        return True

    async def _append(
        self, game: str, after: Game, events: list[Event], command_id: str | None, content: str
    ) -> Answer:
        now, expected = self._clock(), after.version - len(events)
        stored = [encode(event, now) for event in events]
        try:
            appended = await self._store.append(game, expected, stored, command_id, content)
        except StreamMoved:
            raise
        except AnotherCommand as error:
            raise KeyReused from error
        except BaseException:  # it may have been appended or not
            self._cache.pop(game, None)
            raise
        if appended.repeated:
            return await self._answer(game, appended.first, appended.last)
        self._remember(game, after)
        return Answer(appended.last, [stamp(seq, now, event) for seq, event in enumerate(events, appended.first)])

    async def _first_answer(self, game: str, command_id: str | None, content: str) -> Answer | None:
        """The answer to an earlier command with this id, if there was one; raises KeyReused."""
        span = await self._store.command(game, command_id) if command_id is not None else None
        if span is not None and content and span.content not in ("", content):
            raise KeyReused
        return await self._answer(game, span.first, span.last) if span else None

    async def _answer(self, game: str, first: int, last: int) -> Answer:
        return Answer(last, decode_all(await self._store.read(game, first - 1, last)))

    async def _catch_up(self, game: str, version: int | None = None) -> Game:
        """The game with all stored events; `version` is the store's, if the caller knows it."""
        cached = self._cache.get(game)
        if cached is not None and version is not None and version < cached.game.version:
            del self._cache[game]  # the log was set back, by a fail-over or from a backup
            cached = None
        before = INITIAL if cached is None else cached.game
        if cached is not None:
            cached.is_stale = False  # an event announced during the read makes it stale again
        try:
            tail = decode_all(await self._store.read(game, before.version))
        except BaseException:
            if cached is not None:
                cached.is_stale = True  # what was announced is still not read
            raise
        return self._remember(game, replay((stamped.event for stamped in tail), before))

    def _remember(self, game: str, latest: Game) -> Game:
        """Caches `latest` and returns it; the result of a slow read does not replace a newer game."""
        cached = self._cache.get(game)
        if cached is None:
            if latest.version:
                self._cache[game] = _CachedGame(latest)
            return latest
        if latest.version > cached.game.version:
            cached.game = latest
            self._cache[game] = cached  # it may weigh more now
        return cached.game


def _decide(before: Game, command: Command, expected: int | None) -> tuple[list[Event], Game]:
    """The events of `command` and the game after them; raises IllegalMove or GameMoved."""
    if expected is not None and before.version != expected:
        raise GameMoved(before.version)
    # Every event brings the game nearer to its end, unless it is undone: so undoing has limits.
    if isinstance(command, Play) and isinstance(command.move, UndoTurn) and (reason := undo_limit(before)):
        raise IllegalMove(reason)
    return advance(before, command)


class _Queue:
    """One command of a game at a time in this process: racing for the version would only cause conflicts."""

    def __init__(self, queues: dict[str, "_Queue"], game: str) -> None:
        self._queues = queues
        self._game = game
        self._lock = asyncio.Lock()
        self._length = 0

    async def __aenter__(self) -> None:
        self._length += 1
        try:
            await self._lock.acquire()
        except BaseException:  # the caller was cancelled while waiting
            self._leave()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
        self._leave()

    def _leave(self) -> None:
        self._length -= 1
        if not self._length:
            del self._queues[self._game]
