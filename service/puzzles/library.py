"""The stored puzzles: each is a log of one event, and sorted lists next to the logs serve to choose one.

A puzzle is in one collection: for practice, reserved for a future day, or private, that is from a private game and
shown only to those who have its id. Everybody can read the shipped puzzles and their answers, so they are for practice;
an earlier release reserved some of them. The lists can be rebuilt from the logs; they share one slot, `{puzzles}`.
"""

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from cachetools import LRUCache

from domain.rules import GameName, Mode
from puzzles.puzzle import Puzzle, Theme, from_json, to_json
from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.log_names import puzzle_log
from service.store.structures.sets import StoredSet
from service.store.structures.sorted_sets import SortedSet
from service.store.typed_log import LogKind, Timed, TypedLog

SLOT: Final = "{puzzles}"
Collection: TypeAlias = Literal["practice", "days", "private"]

_ID: Final = re.compile(r"[a-z0-9]{10}")
_CACHED_PUZZLES: Final = 2_000
_BATCH: Final = 32


class PuzzleKept(msgspec.Struct, frozen=True, tag="puzzle_kept"):
    puzzle: str  # one line of JSON: puzzles/puzzle.py
    collection: Collection = msgspec.field(name="shelf")  # the stored name cannot change


class LibraryEntry(NamedTuple):
    puzzle: Puzzle
    collection: Collection


def _nothing() -> LibraryEntry | None:
    return None


def _kept(stored: LibraryEntry | None, entry: Timed[PuzzleKept]) -> LibraryEntry:
    if stored is not None:
        raise ValueError("a puzzle is stored once")
    _, event = entry
    return LibraryEntry(from_json(event.puzzle.encode()), event.collection)


PUZZLE_LOGS: Final = LogKind(puzzle_log, tuple[int, PuzzleKept], _nothing, _kept)


class PuzzleFilter(NamedTuple):
    """Which puzzles a solver wants; None allows all."""

    theme: Theme | None = None
    game: GameName | None = None
    mode: Mode | None = None

    def allows(self, puzzle: Puzzle) -> bool:
        rules = puzzle.problem.rules
        return (
            self.theme in (None, *puzzle.themes) and self.game in (None, rules.game) and self.mode in (None, rules.mode)
        )

    @property
    def list_name(self) -> str:
        """The shortest list that contains all allowed puzzles."""
        if self.theme is not None:
            return _list(f"theme:{self.theme}")
        if self.mode is not None:
            return _list(f"mode:{self.mode}")
        return _list(f"game:{self.game}") if self.game is not None else PRACTICE


PRACTICE: Final = f"{SLOT}:practice"
RESERVE: Final = f"{SLOT}:reserve"
_SHIPPED: Final = f"{SLOT}:shipped"


def lists(puzzle: Puzzle) -> Iterator[str]:
    """The practice lists that contain a puzzle, each sorted by rating."""
    rules = puzzle.problem.rules
    yield PRACTICE
    yield _list(f"game:{rules.game}")
    if rules.mode is not None:
        yield _list(f"mode:{rules.mode}")
    yield from (_list(f"theme:{theme}") for theme in puzzle.themes)


def _list(name: str) -> str:
    return f"{PRACTICE}:{name}"


class Library:
    def __init__(self, store: EventStore, clock: Clock, shipped: Callable[[], Sequence[Puzzle]]) -> None:
        self._store = store
        self._clock = clock
        self._shipped = shipped
        self._cache: LRUCache[str, LibraryEntry] = LRUCache(_CACHED_PUZZLES)
        self._has_shipped = False

    async def find(self, name: str) -> LibraryEntry | None:
        if _ID.fullmatch(name) is None:
            return None
        entry = self._cache.get(name)
        if entry is None and (entry := await self._read(name)) is not None:
            self._cache[name] = entry
        return entry

    async def add(self, puzzle: Puzzle, collection: Collection) -> bool:
        """Store a puzzle; False if it exists already, perhaps rotated or mirrored."""
        event = PuzzleKept(to_json(puzzle).decode(), collection)
        if not await self._log(puzzle.id).begin([(self._clock(), event)]):
            return False
        await self._list(puzzle, collection)
        return True

    async def nearest(self, wanted: PuzzleFilter, rating: float, start: int, count: int) -> list[str]:
        """Names from a practice list: up to `count` on each side of the rating, after skipping `start` on each side."""
        practice = SortedSet(self._store, wanted.list_name)
        above = await practice.from_score(rating, start, count)
        below = await practice.below_score(rating, start, count)
        return [name for name, _ in sorted(above + below, key=lambda place: abs(place.score - rating))]

    async def listed(self, name: str = PRACTICE) -> list[str]:
        """All names in a list, the easiest first."""
        return await SortedSet(self._store, name).members()

    async def count(self, name: str = PRACTICE) -> int:
        return await SortedSet(self._store, name).size()

    async def count_of_theme(self, theme: Theme) -> int:
        return await self.count(PuzzleFilter(theme).list_name)

    async def of_game(self, game: str) -> list[str]:
        """The puzzles made from a game, in no particular order."""
        return await self._of_game(game).members()

    async def clear(self) -> None:
        """Delete all lists and counts, but not the logs from which they can be rebuilt."""
        await self._store.discard(f"{SLOT}:*")
        self._has_shipped = False

    async def relist(self, name: str) -> None:
        """Add a stored puzzle to its lists."""
        if (entry := await self.find(name)) is not None:
            await self._list(*entry)

    async def add_shipped(self) -> None:
        """Store the shipped puzzles: the first time, and after each release that brings more."""
        if self._has_shipped:
            return
        puzzles = self._shipped()
        if await StoredSet(self._store, _SHIPPED).size() < len(puzzles):
            for start in range(0, len(puzzles), _BATCH):
                await asyncio.gather(*map(self._add_shipped, puzzles[start : start + _BATCH]))
        self._has_shipped = True

    async def _add_shipped(self, puzzle: Puzzle) -> None:
        if not await self.add(puzzle, "practice"):
            await self._list(puzzle, "practice")  # the process that stored it may have been interrupted
            await SortedSet(self._store, RESERVE).remove(puzzle.id)
        await StoredSet(self._store, _SHIPPED).add(puzzle.id)

    async def _list(self, puzzle: Puzzle, collection: Collection) -> None:
        names: dict[Collection, Iterable[str]] = {"practice": lists(puzzle), "days": (RESERVE,), "private": ()}
        for name in names[collection]:
            await SortedSet(self._store, name).add_new(puzzle.id, f"{puzzle.difficulty:.2f}")
        if puzzle.game is not None:
            await self._of_game(puzzle.game).add(puzzle.id)

    async def _read(self, name: str) -> LibraryEntry | None:
        entry = await self._log(name).read()
        return entry._replace(collection="practice") if entry and name in self._shipped_names else entry

    def _log(self, name: str) -> TypedLog[Timed[PuzzleKept], LibraryEntry | None]:
        return TypedLog(self._store, PUZZLE_LOGS, puzzle_log(name))

    @cached_property
    def _shipped_names(self) -> frozenset[str]:
        return frozenset(puzzle.id for puzzle in self._shipped())

    def _of_game(self, game: str) -> StoredSet:
        return StoredSet(self._store, f"{SLOT}:game:{game}")
