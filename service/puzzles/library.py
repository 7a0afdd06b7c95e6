"""The puzzles there are: each a log of one event, and beside the logs the lists from which one is chosen.

A puzzle is for practice, or kept back for a day to come, or from a private game and known only to those who have its
name. The lists can be made again from the logs; they lie in one slot, under `{puzzles}:`.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from domain.rules import GameName, Mode
from puzzles.puzzle import Puzzle, Theme, from_json, to_json
from service.runtime.clock import Clock
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from service.store.log_names import puzzle_log
from service.store.sets import StoredSet
from service.store.sorted_sets import SortedSet

SLOT: Final = "{puzzles}"
Shelf: TypeAlias = Literal["practice", "days", "private"]

_NAME: Final = re.compile(r"[a-z0-9]{10}")
_REMEMBERED: Final = 2_000
_AT_ONCE: Final = 32
_FOR_DAYS: Final = 2  # of the shipped puzzles every second, more or less, is kept back for a day


class PuzzleKept(msgspec.Struct, frozen=True, tag="puzzle_kept"):
    puzzle: str  # one line of JSON: puzzles/puzzle.py
    shelf: Shelf


class Kept(NamedTuple):
    puzzle: Puzzle
    shelf: Shelf


class Wish(NamedTuple):
    """What a puzzle should be about."""

    theme: Theme | None = None
    game: GameName | None = None
    mode: Mode | None = None

    def allows(self, puzzle: Puzzle) -> bool:
        rules = puzzle.problem.rules
        return (
            self.theme in (None, *puzzle.themes) and self.game in (None, rules.game) and self.mode in (None, rules.mode)
        )

    @property
    def where(self) -> str:
        """The shortest list that has all there are."""
        if self.theme is not None:
            return _list(f"theme:{self.theme}")
        if self.mode is not None:
            return _list(f"mode:{self.mode}")
        return _list(f"game:{self.game}") if self.game is not None else PRACTICE


PRACTICE: Final = f"{SLOT}:practice"
RESERVE: Final = f"{SLOT}:reserve"
_SHIPPED: Final = f"{SLOT}:shipped"
_DECODER: Final = msgspec.msgpack.Decoder(tuple[int, PuzzleKept])


def lists(puzzle: Puzzle) -> Iterator[str]:
    """The lists of practice in which a puzzle stands, by its rating."""
    rules = puzzle.problem.rules
    yield PRACTICE
    yield _list(f"game:{rules.game}")
    if rules.mode is not None:
        yield _list(f"mode:{rules.mode}")
    yield from (_list(f"theme:{theme}") for theme in puzzle.themes)


def _list(about: str) -> str:
    return f"{PRACTICE}:{about}"


class Stock:
    def __init__(self, store: EventStore, clock: Clock, shipped: Callable[[], Sequence[Puzzle]]) -> None:
        self._store = store
        self._clock = clock
        self._shipped = shipped
        self._known: OrderedDict[str, Kept] = OrderedDict()
        self._has_shipped = False

    async def find(self, name: str) -> Kept | None:
        if _NAME.fullmatch(name) is None:
            return None
        known = self._known.get(name) or await self._read(name)
        if known is not None:
            self._known[name] = known
            self._known.move_to_end(name)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return known

    async def keep(self, puzzle: Puzzle, shelf: Shelf) -> bool:
        """One more puzzle; False if it was there, perhaps turned or mirrored."""
        event = PuzzleKept(to_json(puzzle).decode(), shelf)
        try:
            await self._store.append(puzzle_log(puzzle.id), 0, [msgspec.msgpack.encode((self._clock(), event))])
        except StreamMoved:
            return False
        await self._list(puzzle, shelf)
        return True

    async def nearest(self, wish: Wish, rating: float, start: int, count: int) -> list[str]:
        """Names from a list of practice, those next to the rating on both sides, `start` further away."""
        practice = SortedSet(self._store, wish.where)
        above = await practice.from_score(rating, start, count)
        below = await practice.below_score(rating, start, count)
        return [name for name, _ in sorted(above + below, key=lambda place: abs(place.score - rating))]

    async def listed(self, name: str = PRACTICE) -> list[str]:
        """All of a list, the easiest first."""
        return await SortedSet(self._store, name).members()

    async def count(self, name: str = PRACTICE) -> int:
        return await SortedSet(self._store, name).size()

    async def about(self, theme: Theme) -> int:
        """How many there are of a theme."""
        return await self.count(Wish(theme).where)

    async def of_game(self, game: str) -> list[str]:
        """The puzzles that a game has left, in no order."""
        return await self._of_game(game).members()

    async def clear(self) -> None:
        """Forget all lists and counts, but not the logs they can be made from."""
        await self._store.discard(f"{SLOT}:*")
        self._has_shipped = False

    async def list_again(self, name: str) -> None:
        """Put a puzzle that is kept into the lists that have lost it."""
        if (kept := await self.find(name)) is not None:
            await self._list(*kept)

    async def unpack(self) -> None:
        """Have the shipped puzzles among the others: the first time, and after each release that brings more."""
        if self._has_shipped:
            return
        puzzles = self._shipped()
        if await StoredSet(self._store, _SHIPPED).size() < len(puzzles):
            for start in range(0, len(puzzles), _AT_ONCE):
                await asyncio.gather(*map(self._unpacked, puzzles[start : start + _AT_ONCE]))
        self._has_shipped = True

    async def _unpacked(self, puzzle: Puzzle) -> None:
        shelf: Shelf = "days" if int(puzzle.id, 36) % _FOR_DAYS == 0 else "practice"
        if not await self.keep(puzzle, shelf):
            await self._list(puzzle, shelf)  # whoever kept it may have been interrupted
        await StoredSet(self._store, _SHIPPED).add(puzzle.id)

    async def _list(self, puzzle: Puzzle, shelf: Shelf) -> None:
        names: Iterable[str] = lists(puzzle) if shelf == "practice" else (RESERVE,) if shelf == "days" else ()
        for name in names:
            await SortedSet(self._store, name).add_new(puzzle.id, f"{puzzle.difficulty:.2f}")
        if puzzle.game is not None:
            await self._of_game(puzzle.game).add(puzzle.id)

    async def _read(self, name: str) -> Kept | None:
        entries = await self._store.read(puzzle_log(name))
        if not entries:
            return None
        _, event = _DECODER.decode(entries[0].data)
        return Kept(from_json(event.puzzle.encode()), event.shelf)

    def _of_game(self, game: str) -> StoredSet:
        return StoredSet(self._store, f"{SLOT}:game:{game}")
