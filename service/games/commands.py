"""The write path: take the live game, decide, append at its version; on a conflict, read the rest and decide again.

The games in memory (live_games.py) may be out of date, and the append alone decides what happened. So a refusal is
final only if the store confirms the log on which it is based. What was appended is added to the live game at once.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from domain.commands import Command, Play, TakeBack, UndoTurn
from domain.decide import course
from domain.errors import IllegalMove, Reason
from domain.events import Event
from domain.game import Game
from domain.undo import limit_of, retractable, undo_limit
from service.games.codec import Stamped, decode_all, encode, stamp
from service.games.live_games import LiveGame, LiveGames
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.runtime.repeats import KeyReused, digest_of
from service.store.errors import StreamMoved
from service.store.event_store import Entry
from service.store.typed_log import ATTEMPTS

MOVED: Final = Reason("moved", "", "The game has moved on: it is at event {seq} now. Look at it again, then choose.")


class GameMoved(Refused):
    """The caller decided on an outdated version of the game; `seq` is the current one."""

    def __init__(self, seq: int) -> None:
        super().__init__(MOVED.about(seq=seq), "conflict", title="The game has moved on")
        self.seq = seq


class Answer(msgspec.Struct, frozen=True):
    """The events a command has caused."""

    seq: int
    events: list[Stamped]


def _allow(_: Game) -> None:
    """The check of a caller that needs none."""


class Commands:
    def __init__(self, games: LiveGames, clock: Clock) -> None:
        self.games = games
        self._store = games.store
        self._clock = clock
        self._queues: dict[str, _Queue] = {}

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
            for _ in range(ATTEMPTS):
                live = await self.games.live(game, expected or 0)
                before = live.view.newest
                try:
                    check(before)
                    events, games = _decide(before, command, expected)
                except (IllegalMove, Refused):
                    if (answer := await self._first_answer(live, command_id, content)) is not None:
                        return answer
                    if not await self._has_moved(live, before.version):
                        raise
                    continue
                try:
                    return await self._append(live, before.version, events, games, command_id, content)
                except StreamMoved:
                    await self.games.read_on(live)
            raise GameMoved((await self.games.current(game)).version)

    async def _has_moved(self, live: LiveGame, version: int) -> bool:
        """Whether the log is not as it was when the game had this version; it is then read."""
        return await self.games.read_on(live) is not live or live.seq != version

    async def _append(
        self,
        live: LiveGame,
        version: int,
        events: list[Event],
        games: list[Game],
        command_id: str | None,
        content: str,
    ) -> Answer:
        now = self._clock()
        entries = [Entry(seq, encode(event, now)) for seq, event in enumerate(events, version + 1)]
        try:
            appended = await self._store.append(
                live.name, version, [entry.data for entry in entries], command_id, content
            )
        except (StreamMoved, KeyReused):
            raise
        except BaseException:  # it may have been appended or not
            live.doubt()
            raise
        if appended.repeated:
            return await self._answer(live, appended.first, appended.last)
        stamped = [stamp(seq, now, event) for seq, event in enumerate(events, version + 1)]
        self.games.extend(live, entries, stamped, games, appended.feed)
        return Answer(appended.last, stamped)

    async def _first_answer(self, live: LiveGame, command_id: str | None, content: str) -> Answer | None:
        """The answer to an earlier command with this id, if there was one; raises KeyReused."""
        span = await self._store.command(live.name, command_id, content)
        return await self._answer(live, span.first, span.last) if span else None

    async def _answer(self, live: LiveGame, first: int, last: int) -> Answer:
        live.doubt()  # another process may have appended it, and the announcement be on the way
        return Answer(last, decode_all(await self._store.read(live.name, first - 1, last)))


def _decide(before: Game, command: Command, expected: int | None) -> tuple[list[Event], list[Game]]:
    """The events of `command` and the game after each of them; raises IllegalMove or GameMoved."""
    if expected is not None and before.version != expected:
        raise GameMoved(before.version)
    # Every event brings the game nearer to its end, unless it is undone: so undoing has limits.
    if reason := _undo_limit(before, command):
        raise IllegalMove(reason)
    return course(before, command)


def _undo_limit(before: Game, command: Command) -> Reason | None:
    match command:
        case Play(_, UndoTurn()):
            return undo_limit(before)
        case TakeBack(seat) if (retraction := retractable(before, seat)) is not None:
            return limit_of(before, retraction.turn)
        case _:
            return None


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
