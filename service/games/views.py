"""The read path: games as they are shown, with a cache of their frames and of what is encoded from them.

A view is read from the log only if something may have happened since the last read. The feeds announce that, and each
view counts the announcements: the number of an event would say too little, because a log that was set back (by a
fail-over or from a backup) reaches the same numbers again. For the same reason a read begins with the last event that
is already in the view, and checks that it is still the same.

Caches are bounded by events or bytes, never by the number of games: one game may be as long as twenty others.
"""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Final

import msgspec
from cachetools import LRUCache

from domain.errors import Reason
from domain.events import Event, GameFinished, GameStarted
from projections.anonymous import without_names
from projections.choices import choices
from projections.frames import Frame, frames
from projections.replay import ReplayStep
from projections.table import public, table
from projections.words import Language
from service.games.codec import Stamped, decode_all
from service.games.timed_steps import replay_steps
from service.runtime.prepared import Prepared
from service.runtime.refusal import Refused
from service.store.event_store import Entry, EventStore

NO_SUCH_EVENT: Final = Reason("no_such_event", "", "This game has events 1 to {last}, and no event {event}.")
_CACHED_EVENTS: Final = 40_000  # of all views together; an event takes 1.5 to 3 KB
_LEAST_WEIGHT: Final = 20  # events: what a view takes by itself
_CACHED_BYTES: Final = 24 * 1024 * 1024  # of what is encoded for all views together
_MARK: Final = 4  # bytes
_ENCODER: Final = msgspec.json.Encoder()


class View:
    """One game as far as it has been read; the names of the `neutral` seats are replaced before anything else."""

    def __init__(self, game: str, neutral: frozenset[int] = frozenset()) -> None:
        self.game = game
        self.neutral = neutral
        self.stamped: list[Stamped] = []
        self._frames: list[Frame] = []
        self._marks = bytearray()  # a few bytes of a hash of the log up to each event
        self.last_entry: list[Entry] = []  # the last event as it is stored, if there is one
        self.announced = 0  # how often a change of the log was announced
        self.covered = 0  # how many of these announcements came before the last read
        self._choices: bytes | None = None

    @property
    def seq(self) -> int:
        return len(self.stamped)

    @property
    def is_over(self) -> bool:
        return bool(self.stamped) and isinstance(self.stamped[-1].event, GameFinished)

    @property
    def frames(self) -> list[Frame]:
        """The game after every event; folded only when they are needed."""
        if len(self._frames) < len(self.stamped):
            tail = (stamped.event for stamped in self.stamped[len(self._frames) :])
            self._frames += frames(tail, self._frames[-1] if self._frames else None)
        return self._frames

    def upto(self, seq: int) -> "View":
        """A view of the same game that ends with event `seq`."""
        earlier = View(self.game, self.neutral)
        earlier.stamped, earlier._frames = self.stamped[:seq], self.frames[:seq]
        return earlier

    def mark(self, seq: int | None = None) -> str:
        """Tells this log from one that was set back and then reached the same number of events."""
        end = (self.seq if seq is None else seq) * _MARK
        return self._marks[max(0, end - _MARK) : end].hex()

    def number_at(self, at: int | None) -> int:
        """`at` itself, or the number of the newest event if it is None; raises Refused if there is no such event."""
        seq = self.seq if at is None else at
        if not 1 <= seq <= self.seq:
            raise Refused(NO_SUCH_EVENT.about(last=self.seq, event=seq), "not_found")
        return seq

    def frame_at(self, seq: int) -> Frame:
        """The frame after event `seq`; raises Refused if there is no such event."""
        return self.frames[self.number_at(seq) - 1]

    def extend(self, tail: list[Stamped]) -> None:
        tail = [self._without_names(stamped) for stamped in tail] if self.neutral else tail
        self.stamped += tail
        self._choices = None

    def append(self, entries: list[Entry]) -> None:
        """Extend the view by entries of the log."""
        for entry in entries:
            self._marks += blake2b(entry.data, key=bytes(self._marks[-_MARK:]), digest_size=_MARK).digest()
        self.extend(decode_all(entries))
        self.last_entry = entries[-1:]

    def _without_names(self, stamped: Stamped) -> Stamped:
        if not isinstance(stamped.event, GameStarted):
            return stamped
        return msgspec.structs.replace(stamped, event=without_names(stamped.event, self.neutral))

    def table(self, seq: int, viewer: int | None) -> bytes:
        """The table after event `seq` as JSON."""
        return _ENCODER.encode(table(self.frames[seq - 1], viewer, self.game))

    def choices(self, *, shows_earnings: bool) -> bytes:
        """The legal moves after the newest event as JSON, cached because programs ask again while they wait."""
        if self._choices is None:
            self._choices = _ENCODER.encode(choices(self.frames[-1].game, shows_earnings=shows_earnings))
        return self._choices

    async def tables(self, start: int, end: int, viewer: int | None) -> bytes:
        """The tables after events `start` to `end` as a JSON array. Other requests are served in between."""
        encoded = []
        for seq in range(start, end + 1):
            encoded.append(self.table(seq, viewer))
            await asyncio.sleep(0)
        return b"[%b]" % b",".join(encoded)

    def log(self, after: int = 0) -> list[Stamped]:
        """The public log after event `after`."""
        tail = self.stamped[after:]
        events = public((stamped.event for stamped in tail), is_over=self.is_over)
        return [Stamped(stamped.seq, stamped.at, event) for stamped, event in zip(tail, events, strict=True)]

    def steps(self, after: int, language: Language) -> list[ReplayStep]:
        """The events after event `after` as steps of a replay."""
        return replay_steps([stamped.event for stamped in self.stamped], self.frames, after, language)

    def events(self) -> list[Event]:
        """The public log, without times."""
        return [stamped.event for stamped in self.log()]


def _weight(view: View) -> int:
    return _LEAST_WEIGHT + view.seq


async def _none(_: str) -> frozenset[int]:
    return frozenset()


class Views:
    def __init__(
        self,
        store: EventStore,
        neutral: Callable[[str], Awaitable[frozenset[int]]] = _none,
        *,
        cached_events: int = _CACHED_EVENTS,
    ) -> None:
        self._store = store
        self._neutral = neutral  # the seats whose names must not be shown
        self.is_following = False  # whether the feeds call `invalidate`; if not, every call of `view` reads the log
        self._views: LRUCache[str, View] = LRUCache(cached_events, getsizeof=_weight)
        self._encoded: Prepared[tuple[object, ...]] = Prepared(_CACHED_BYTES)

    @property
    def cached_events(self) -> int:
        """How many events all cached views weigh."""
        return int(self._views.currsize)

    async def view(self, game: str, at: int = 0, nameless: frozenset[int] | None = None) -> View:
        """The game up to the last announced event, and at least up to event `at` if it exists.

        `nameless` are the seats whose names are replaced; a caller without the table leaves it out.
        """
        neutral = await self._neutral(game) if nameless is None else nameless
        view = self._views.get(game)
        if view is None or view.neutral != neutral:
            view = self._views[game] = View(game, neutral)
        is_due = not self.is_following or view.seq < max(at, 1)
        while is_due or view.covered < view.announced:  # more may be announced during the read
            view, is_due = await self._read_on(view), False
        return view

    async def _read_on(self, view: View) -> View:
        """The view with all events of the log; a new one if the log was set back."""
        announced, last = view.announced, view.last_entry
        entries = await self._store.read(view.game, last[0].seq - 1 if last else 0)
        if entries[: len(last)] != last:
            return await self._read_on(self._fresh(view))
        if tail := [entry for entry in entries if entry.seq > view.seq]:  # another request may have read some of them
            view.append(tail)
            self._views[view.game] = view  # it weighs more now
        view.covered = max(view.covered, announced)
        return view

    def _fresh(self, view: View) -> View:
        """An empty view in place of `view`, whose log was set back."""
        fresh = self._views[view.game] = View(view.game, view.neutral)
        return fresh

    def table(self, view: View, seq: int, viewer: int | None) -> bytes:
        """The table after event `seq` as JSON, cached for each viewer."""
        name = (view.game, view.neutral, view.mark(seq), "table", seq, viewer)
        return self._encoded.kept(name) or self._encoded.keep(name, view.table(seq, viewer))

    async def encoded(
        self, view: View, name: tuple[object, ...], seq: int, make: Callable[[], Awaitable[bytes]]
    ) -> bytes:
        """What is encoded from the log up to event `seq`, cached by `name`: past events never change."""
        return await self._encoded.get((view.game, view.neutral, view.mark(seq), *name), make)

    def invalidate(self, game: str, _: int = 0) -> None:
        """The log may have changed: the next call of `view` reads it."""
        view = self._views.get(game)
        if view is not None:
            view.announced += 1
