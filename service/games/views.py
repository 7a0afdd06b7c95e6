"""The read path: games as they are shown, with a cache of their frames and of what is encoded from them.

A view is read from the log only if something may have happened since the last read. The feeds announce that, and each
view counts the announcements: the number of an event would say too little, because a log that was set back (by a
fail-over or from a backup) reaches the same numbers again. For the same reason a read begins with the last event that
is already in the view, and checks that it is still the same.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from cachetools import LRUCache

from domain.errors import Reason
from domain.events import Event, GameStarted
from projections.anonymous import without_names
from projections.choices import choices
from projections.frames import Frame, frames
from projections.replay import ReplayStep, Turn, next_turn, replay_step
from projections.table import public, table
from projections.words import Language
from service.games.codec import Stamped, decode_all
from service.runtime.compression import packed
from service.runtime.refusal import Refused
from service.store.event_store import Entry, EventStore

NO_SUCH_EVENT: Final = Reason("no_such_event", "", "This game has events 1 to {last}, and no event {event}.")
_CACHED_VIEWS: Final = 1_000
_CACHED_TABLES: Final = 32  # of each view
_CACHED_REPLAYS: Final = 100  # of 60 KB each
_BATCH: Final = 8  # tables, which take 2 ms
_ENCODER: Final = msgspec.json.Encoder()


class View:
    """One game as far as it has been read; the names of the `neutral` seats are replaced before anything else."""

    def __init__(self, game: str, neutral: frozenset[int] = frozenset()) -> None:
        self.game = game
        self.neutral = neutral
        self.stamped: list[Stamped] = []
        self.frames: list[Frame] = []
        self.last_entry: list[Entry] = []  # the last event as it is stored, if there is one
        self.announced = 0  # how often a change of the log was announced
        self.covered = 0  # how many of these announcements came before the last read
        self._tables: LRUCache[tuple[int, int | None], bytes] = LRUCache(_CACHED_TABLES)
        self._turns: list[Turn] = []
        self._choices: bytes | None = None

    @property
    def seq(self) -> int:
        return len(self.frames)

    @property
    def is_over(self) -> bool:
        return bool(self.frames) and self.frames[-1].game.position.winners is not None

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
        self.frames += frames((stamped.event for stamped in tail), self.frames[-1] if self.frames else None)
        self.stamped += tail
        self._tables.clear()
        self._choices = None

    def _without_names(self, stamped: Stamped) -> Stamped:
        if not isinstance(stamped.event, GameStarted):
            return stamped
        return msgspec.structs.replace(stamped, event=without_names(stamped.event, self.neutral))

    def table(self, seq: int, viewer: int | None) -> bytes:
        """The table after event `seq` as JSON, cached for each viewer."""
        encoded = self._tables.get((seq, viewer))
        if encoded is None:
            encoded = self._tables[seq, viewer] = _ENCODER.encode(table(self.frames[seq - 1], viewer, self.game))
        return encoded

    def choices(self, *, shows_earnings: bool) -> bytes:
        """The legal moves after the newest event as JSON, cached because programs ask again while they wait."""
        if self._choices is None:
            self._choices = _ENCODER.encode(choices(self.frames[-1].game, shows_earnings=shows_earnings))
        return self._choices

    async def tables(self, start: int, end: int, viewer: int | None) -> bytes:
        """The tables after events `start` to `end` as a JSON array. Other requests are served in between."""
        encoded = []
        for frame in self.frames[start - 1 : end]:
            encoded.append(_ENCODER.encode(table(frame, viewer, self.game)))
            if len(encoded) % _BATCH == 0:
                await asyncio.sleep(0)
        return b"[%b]" % b",".join(encoded)

    def log(self, after: int = 0) -> list[Stamped]:
        """The public log after event `after`."""
        tail = self.stamped[after:]
        events = public((stamped.event for stamped in tail), is_over=self.is_over)
        return [Stamped(stamped.seq, stamped.at, event) for stamped, event in zip(tail, events, strict=True)]

    def steps(self, after: int, language: Language) -> list[ReplayStep]:
        """The events after event `after` as steps of a replay."""
        before: list[Frame | None] = [None, *self.frames]
        for number, stamped in enumerate(self.stamped[len(self._turns) :], len(self._turns)):
            last = self._turns[-1] if number else Turn()
            self._turns.append(next_turn(last, before[number], stamped.event, self.frames[number]))
        return [
            replay_step(before[number], stamped.event, self.frames[number], self._turns[number], language)
            for number, stamped in enumerate(self.stamped[after:], after)
        ]

    def events(self) -> list[Event]:
        return [stamped.event for stamped in self.log()]


async def _none(_: str) -> frozenset[int]:
    return frozenset()


class Views:
    def __init__(self, store: EventStore, neutral: Callable[[str], Awaitable[frozenset[int]]] = _none) -> None:
        self._store = store
        self._neutral = neutral  # the seats of players who deleted their accounts
        self.is_following = False  # whether the feeds call `invalidate`; if not, every call of `view` reads the log
        self._views: LRUCache[str, View] = LRUCache(_CACHED_VIEWS)
        self._replays: LRUCache[tuple[object, ...], bytes] = LRUCache(_CACHED_REPLAYS)

    async def view(self, game: str, at: int = 0, departed: frozenset[int] | None = None) -> View:
        """The game up to the last announced event, and at least up to event `at` if it exists.

        `departed` are the seats whose names are replaced; a caller without the table leaves it out.
        """
        neutral = await self._neutral(game) if departed is None else departed
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
            view.extend(decode_all(tail))
            view.last_entry = tail[-1:]
        view.covered = max(view.covered, announced)
        return view

    def _fresh(self, view: View) -> View:
        """An empty view in place of `view`, whose log was set back."""
        for key in [key for key in self._replays if key[0] == view.game]:
            del self._replays[key]
        fresh = self._views[view.game] = View(view.game, view.neutral)
        return fresh

    async def replay(self, view: View, start: int, end: int, viewer: int | None) -> bytes:
        """The tables after events `start` to `end`, compressed; past events never change, so they are cached."""
        key = (view.game, view.neutral, start, end, viewer)
        tables = self._replays.get(key)
        if tables is None:
            # Successive tables are alike: twice the work makes a quarter of the size.
            tables = self._replays[key] = packed(await view.tables(start, end, viewer), effort=6)
        return tables

    def invalidate(self, game: str, _: int = 0) -> None:
        """The log may have changed: the next call of `view` reads it."""
        view = self._views.get(game)
        if view is not None:
            view.announced += 1
