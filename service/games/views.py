"""The read path: the frames of a game, kept per game, and what is made of them for the API."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from domain.errors import Reason
from domain.events import Event, GameStarted
from projections.anonymous import without_names
from projections.frames import Frame, frames
from projections.replay import ReplayStep, Turn, next_turn, replay_step
from projections.table import public, table
from projections.words import Language
from service.games.codec import Stamped, decode_all
from service.runtime.compression import packed
from service.runtime.refusal import Refused
from service.store.event_store import Entry, EventStore

NO_SUCH_EVENT: Final = Reason("no_such_event", "", "This game has events 1 to {last}, and no event {event}.")
_KEPT: Final = 1_000
_KEPT_REPLAYS: Final = 100  # of 60 KB each
_AT_ONCE: Final = 8  # tables, which take 2 ms
_ENCODER: Final = msgspec.json.Encoder()


class View:
    """One game as far as it has been read; the names of the `neutral` seats never come in."""

    def __init__(self, game: str, neutral: frozenset[int] = frozenset()) -> None:
        self.game = game
        self.neutral = neutral
        self.stamped: list[Stamped] = []
        self.frames: list[Frame] = []
        self.newest: list[Entry] = []  # the last event as it is stored, if there is one
        self.told = 0  # how often we heard that something happened
        self.asked = 0  # and how much of that the log has been asked about
        self._tables: dict[tuple[int, int | None], bytes] = {}
        self._turns: list[Turn] = []

    @property
    def seq(self) -> int:
        return len(self.frames)

    @property
    def is_over(self) -> bool:
        return bool(self.frames) and self.frames[-1].game.position.winners is not None

    def number_at(self, at: int | None) -> int:
        """The number of event `at`, of the newest without it; raises Refused if there is no such event."""
        seq = self.seq if at is None else at
        if not 1 <= seq <= self.seq:
            raise Refused(NO_SUCH_EVENT.about(last=self.seq, event=seq), "not_found")
        return seq

    def frame_at(self, seq: int) -> Frame:
        """The frame after event `seq`; raises Refused if there is no such event."""
        return self.frames[self.number_at(seq) - 1]

    def extend(self, tail: list[Stamped]) -> None:
        tail = [self._without_names(one) for one in tail] if self.neutral else tail
        self.frames += frames((one.event for one in tail), self.frames[-1] if self.frames else None)
        self.stamped += tail
        self._tables.clear()

    def _without_names(self, one: Stamped) -> Stamped:
        if not isinstance(one.event, GameStarted):
            return one
        return msgspec.structs.replace(one, event=without_names(one.event, self.neutral))

    def table(self, seq: int, viewer: int | None) -> bytes:
        """The table after event `seq` as JSON, made once for each viewer."""
        key = (seq, viewer)
        if key not in self._tables:
            if len(self._tables) > 32:
                self._tables.clear()
            self._tables[key] = _ENCODER.encode(table(self.frames[seq - 1], viewer, self.game))
        return self._tables[key]

    async def tables(self, start: int, end: int, viewer: int | None) -> bytes:
        """The tables after events `start` to `end` as a JSON array. Others get their turn while it is made."""
        shown = []
        for frame in self.frames[start - 1 : end]:
            shown.append(_ENCODER.encode(table(frame, viewer, self.game)))
            if len(shown) % _AT_ONCE == 0:
                await asyncio.sleep(0)
        return b"[%b]" % b",".join(shown)

    def log(self, after: int = 0) -> list[Stamped]:
        """The public log behind event `after`."""
        shown = public((one.event for one in self.stamped[after:]), is_over=self.is_over)
        return [Stamped(one.seq, one.at, event) for one, event in zip(self.stamped[after:], shown, strict=True)]

    def steps(self, after: int, language: Language) -> list[ReplayStep]:
        """The events behind `after`, each as a reader steps over it."""
        before: list[Frame | None] = [None, *self.frames]
        for number, one in enumerate(self.stamped[len(self._turns) :], len(self._turns)):
            last = self._turns[-1] if number else Turn()
            self._turns.append(next_turn(last, before[number], one.event, self.frames[number]))
        return [
            replay_step(before[number], one.event, self.frames[number], self._turns[number], language)
            for number, one in enumerate(self.stamped[after:], after)
        ]

    def events(self) -> list[Event]:
        return [one.event for one in self.log()]


async def _nobody(_: str) -> frozenset[int]:
    return frozenset()


class Views:
    def __init__(self, store: EventStore, neutral: Callable[[str], Awaitable[frozenset[int]]] = _nobody) -> None:
        self._store = store
        self._neutral = neutral  # the seats of those who have left
        self.is_told = False  # somebody follows the feeds and calls `heard`: without that, every look asks the log
        self._views: OrderedDict[str, View] = OrderedDict()
        self._replays: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    async def view(self, game: str, at: int = 0, departed: frozenset[int] | None = None) -> View:
        """The game up to the newest event we know of, and at least up to event `at` if there is one.

        A caller that has the table says which seats' names are replaced; otherwise that is looked up.
        """
        neutral = await self._neutral(game) if departed is None else departed
        view = self._views.get(game)
        if view is None or view.neutral != neutral:
            view = self._views[game] = View(game, neutral)
            if len(self._views) > _KEPT:
                self._views.popitem(last=False)
        else:
            self._views.move_to_end(game)
        is_due = not self.is_told or view.seq < max(at, 1)
        while is_due or view.asked < view.told:  # we may hear of more while we read
            view, is_due = await self._read_on(view), False
        return view

    async def _read_on(self, view: View) -> View:
        """With what is new; the newest event that we know is read once more, and must be what it was."""
        told, newest = view.told, view.newest
        entries = await self._store.read(view.game, newest[0].seq - 1 if newest else 0)
        if entries[: len(newest)] != newest:  # the log was set back, by a fail-over or from a backup
            return await self._read_on(self._anew(view))
        if tail := [entry for entry in entries if entry.seq > view.seq]:  # others may have read it meanwhile
            view.extend(decode_all(tail))
            view.newest = tail[-1:]
        view.asked = max(view.asked, told)
        return view

    def _anew(self, view: View) -> View:
        for key in [key for key in self._replays if key[0] == view.game]:
            del self._replays[key]
        self._views[view.game] = View(view.game, view.neutral)
        return self._views[view.game]

    async def replay(self, view: View, start: int, end: int, viewer: int | None) -> bytes:
        """The tables after events `start` to `end`, packed; what has happened stays as it is, so they are kept."""
        key = (view.game, view.neutral, start, end, viewer)
        if key not in self._replays:
            # Tables that follow each other are alike: twice the work makes a quarter of the size.
            self._replays[key] = packed(await view.tables(start, end, viewer), effort=6)
            if len(self._replays) > _KEPT_REPLAYS:
                self._replays.popitem(last=False)
        else:
            self._replays.move_to_end(key)
        return self._replays[key]

    def heard(self, game: str, _: int = 0) -> None:
        """Something may have happened there: whoever looks next asks the log.

        The number of the event says too little: a log that was set back comes to the same numbers again.
        """
        view = self._views.get(game)
        if view is not None:
            view.told += 1
