"""Logs with types: what the entries of each kind of logs mean, what they fold to, and the one way to change them.

Nothing is kept between two calls unless the owner keeps the log itself: then each read folds only what is new. Live
games are such a cache with views for readers, and have their own write path (games/live_games.py, games/commands.py).
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from domain.errors import DamagedLog, IllegalMove, Reason
from service.runtime.refusal import Refused
from service.store.errors import StreamMoved
from service.store.event_store import Appended, Entry, EventStore
from service.store.log_names import LogNames

OVERTAKEN: Final = Reason("overtaken", "", "Others were quicker, several times in a row. Look again, then repeat it.")
ATTEMPTS: Final = 16  # of one change, before it is refused

E = TypeVar("E")
S = TypeVar("S")
Timed: TypeAlias = tuple[int, E]  # when, in milliseconds, and what


class Overtaken(Refused):
    """Others have changed the log during every attempt."""

    def __init__(self) -> None:
        super().__init__(OVERTAKEN, "conflict")


class UnreadableEntry(DamagedLog):
    """The bytes of an entry are none that this release knows."""

    def __init__(self, number: int, error: Exception) -> None:
        super().__init__(number, f"cannot be read: {error}")


class LogKind(Generic[E, S]):
    """A kind of logs whose entries are `E` and fold to an `S`. `evolve` may change the state and return it.

    `form` is the type of an entry as msgspec reads it from msgpack; a kind with another form has its own functions.
    """

    def __init__(
        self,
        names: LogNames,
        form: Any,
        initial: Callable[[], S],
        evolve: Callable[[S, E], S],
        *,
        encode: Callable[[E], bytes] = msgspec.msgpack.encode,
        decode: Callable[[bytes], E] | None = None,
    ) -> None:
        self.names = names
        self.form = form
        self.initial = initial
        self.evolve = evolve
        self.encode = encode
        self.decode: Callable[[bytes], E] = decode or msgspec.msgpack.Decoder(form).decode  # made once: that is slow

    def fold(self, events: Iterable[E]) -> S:
        state = self.initial()
        for event in events:
            state = self.evolve(state, event)
        return state

    def step(self, state: S, entry: Entry) -> tuple[E, S]:
        """The event in an entry, and the state after it; raises DamagedLog."""
        try:
            event = self.decode(entry.data)
        except Exception as error:
            raise UnreadableEntry(entry.seq, error) from error
        try:
            return event, self.evolve(state, event)
        except DamagedLog:
            raise
        except Exception as error:
            raise DamagedLog(entry.seq, f"cannot follow those before it: {error}") from error


class TypedLog(Generic[E, S]):
    """One log as far as it was read or written by this object."""

    def __init__(self, store: EventStore, kind: LogKind[E, S], name: str) -> None:
        self._store = store
        self._kind = kind
        self.name = name
        self.state = kind.initial()
        self.version = 0
        self._last: Entry | None = None

    async def read(self, upto: int | None = None) -> S:
        """The state after the newest entry, or of a log that was not read yet after entry `upto`; raises DamagedLog."""
        while True:
            last = self._last
            tail = await self._store.read_on(self.name, last, upto)
            entries = await self._store.read(self.name, 0, upto) if tail is None else tail
            if self._last is not last:
                continue  # another call was quicker
            if tail is None:  # the log was set back
                self.state, self.version, self._last = self._kind.initial(), 0, None
            self._take(entries)
            return self.state

    async def events(self) -> list[E]:
        """All entries of the log."""
        return [self._kind.decode(entry.data) for entry in await self._store.read(self.name)]

    async def begin(self, events: Sequence[E], command_id: str | None = None, content: str = "") -> bool:
        """Append the first entries; False if there are others already. Raises KeyReused."""
        try:
            await self._store.append(self.name, 0, [self._kind.encode(event) for event in events], command_id, content)
        except StreamMoved:
            return False
        return True

    async def change(
        self, decide: Callable[[S], Awaitable[Sequence[E]]], command_id: str | None = None, content: str = ""
    ) -> Appended | None:
        """Append what `decide` makes of the newest state; None if that is nothing.

        `decide` is called again if others were quicker, and may raise Refused or IllegalMove. A command that was
        appended before appends nothing, and gets the numbers of its entries, even if it would be refused now. Raises
        KeyReused if that one asked for something else, Overtaken and DamagedLog.
        """
        for _ in range(ATTEMPTS):
            state, version = await self.read(), self.version
            try:
                events = await decide(state)
            except (Refused, IllegalMove):
                if (before := await self._store.command(self.name, command_id, content)) is None:
                    raise
                return Appended(before.first, before.last, repeated=True)
            if not events:
                return None
            entries = [Entry(seq, self._kind.encode(event)) for seq, event in enumerate(events, version + 1)]
            try:
                appended = await self._store.append(
                    self.name, version, [entry.data for entry in entries], command_id, content
                )
            except StreamMoved:
                continue
            if not appended.repeated and self.version == version:
                self._take(entries)
            return appended
        raise Overtaken

    def _take(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            _, self.state = self._kind.step(self.state, entry)
            self.version, self._last = entry.seq, entry
