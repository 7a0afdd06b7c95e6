"""The lists that players see, stored next to the logs: lobby, a player's games, history, results, counts.

Each generation of the lists has a prefix of its own, and all its keys are in one slot of a cluster. A rebuild fills a
new generation while the old one is served, and then switches the pointer. A line is accepted atomically, and only if it
is newer than the stored one, so updates may arrive twice and in any order.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from cachetools import LRUCache

from domain.rules import Rules
from projections.listing import NOWHERE, ListedRests, ListedSeat, Listing, Placements, placements
from service.store.event_store import EventStore
from service.store.followers.cursors import Cursors
from service.store.structures import changes
from service.store.structures.changes import Change
from service.store.structures.contents import content
from service.store.structures.hashes import Hash
from service.store.structures.sorted_sets import SortedSet
from service.store.structures.values import Value

_CURRENT: Final = "shelves:current"
_REMEMBERED: Final = 10_000  # lines of some 200 bytes
PAGE: Final = 50  # lines of a whole list that are read at once


# Lines are stored without the names of their fields, which takes a third of the space. So a new field goes to the end
# and has a default.


class _Rules(Rules, frozen=True, array_like=True):
    pass


class _Seat(ListedSeat, frozen=True, array_like=True):
    pass


class _Rests(ListedRests, frozen=True, array_like=True):
    pass


class _Line(Listing, frozen=True, array_like=True):
    rules: _Rules
    seats: tuple[_Seat, ...]
    rests: _Rests | None = None


_DECODER: Final = msgspec.msgpack.Decoder(tuple[int, _Line])
_FIRST_FORM: Final = msgspec.msgpack.Decoder(Listing)
_MAP: Final = 0x8  # the upper half of the first byte of a map


class Page(NamedTuple):
    lines: list[Listing]
    total: int


class _Stored(NamedTuple):
    """A line as it is stored, and what follows from it."""

    document: bytes
    version: int
    placements: Placements


_NOTHING: Final = _Stored(b"", -1, NOWHERE)


def prefix(generation: int) -> str:
    """Of all keys of a generation."""
    return f"{{shelves:{generation}}}:"


def cursors(store: EventStore, generation: int) -> Cursors:
    """The positions in the feeds up to which the lists of a generation are complete."""
    return Cursors(store, f"{prefix(generation)}positions")


class ListIndex:
    def __init__(self, store: EventStore, generation: int | None = None) -> None:
        self._store = store
        self._generation = generation
        self._put: LRUCache[str, _Stored] = LRUCache(_REMEMBERED)  # by game: the line that was put last

    async def generation(self) -> int:
        """The generation that this object was created for; by default the one that is served."""
        if self._generation is not None:
            return self._generation
        return int(await Value(self._store, _CURRENT).get() or 1)

    async def serve(self, generation: int) -> None:
        """Switch readers to this generation."""
        await Value(self._store, _CURRENT).set(generation)

    async def put(self, line: Listing, version: int) -> bool:
        """Store a line and update all lists; False if the stored line is at least as new."""
        begin = prefix(await self.generation())
        lines, new = f"{begin}lines", _Stored(_encode(line, version), version, placements(line))
        # The first attempt assumes that the line is stored that was put last, or none, as in a rebuild. The function
        # changes nothing if another one is, and returns it; the next attempt starts from that.
        remembered = self._put.get(line.game, _NOTHING)
        stored = remembered if remembered.version < version else _NOTHING
        while stored.version < version:
            changed = list(_changes(begin, line.game, stored.placements, new.placements))
            args = (line.game, stored.document, new.document, msgspec.json.encode(changed))
            other: bytes | None = await self._store.function(lines, "firstfire_put", [lines], *args)
            if other is None:
                self._put[line.game] = new
                return True
            stored = _stored(other)
        return False

    async def remove(self, game: str) -> None:
        """Remove the line of a game that does not exist any more from all lists."""
        begin = prefix(await self.generation())
        lines = f"{begin}lines"
        stored: bytes | None = await Hash(self._store, lines).get(game)
        while stored:
            made = msgspec.json.encode(list(_changes(begin, game, _stored(stored).placements, NOWHERE)))
            stored = await self._store.function(lines, "firstfire_remove", [lines], game, stored, made)

    async def page(self, name: str, *, newest_first: bool = True, start: int = 0, count: int = 20) -> Page:
        """`count` lines of a list from number `start` on, and the length of the list."""
        listed = SortedSet(self._store, f"{prefix(await self.generation())}{name}")
        games = await listed.members(start, count, highest_first=newest_first)
        total = await listed.size()
        return Page(await self.lines(games), total)

    async def above(self, name: str, place: float) -> int:
        """How many lines of a list come after this place."""
        return await SortedSet(self._store, f"{prefix(await self.generation())}{name}").above(place)

    async def all(self, name: str) -> AsyncIterator[Listing]:
        """Every line of a list. One that changes its place meanwhile may be missed, or come twice."""
        start = 0
        while lines := (await self.page(name, start=start, count=PAGE)).lines:
            for line in lines:
                yield line
            start += PAGE

    async def between(self, name: str, begin: float, end: float, count: int) -> list[Listing]:
        """The first `count` lines of a list from place `begin` on, up to but without `end`."""
        listed = SortedSet(self._store, f"{prefix(await self.generation())}{name}")
        return await self.lines([line.member for line in await listed.from_score(begin, 0, count) if line.score < end])

    async def waiting_since(self, at: int, count: int) -> list[str]:
        """`count` tables with open seats since before `at`, those that have waited longest first."""
        return await SortedSet(self._store, f"{prefix(await self.generation())}waiting").up_to(at, count)

    async def lines(self, games: Sequence[str]) -> list[Listing]:
        """The lines of these games, without those that have none."""
        if not games:
            return []
        stored = await Hash(self._store, f"{prefix(await self.generation())}lines").get_many(*games)
        return [msgspec.convert(_decode(line)[1], Listing, from_attributes=True) for line in stored if line is not None]

    async def counts(self, name: str) -> dict[str, int]:
        """The counters of a list that are not 0."""
        counts = await Hash(self._store, f"{prefix(await self.generation())}count:{name}").all()
        return {field: int(amount) for field, amount in counts.items() if int(amount)}

    async def everything(self) -> dict[str, Any]:
        """A whole generation, for comparing two of them: without counters at 0 and without positions in the feeds."""
        begin, contents = prefix(await self.generation()), dict[str, Any]()
        async for key in self._store.keys(f"{begin}*"):
            name = key.removeprefix(begin)
            if name != "positions" and (stored := _without_zeros(await content(self._store, key))):
                contents[name] = stored
        return dict(sorted(contents.items()))


def _without_zeros(stored: Any) -> Any:
    if not isinstance(stored, dict):
        return stored
    return {field: value for field, value in sorted(stored.items()) if value != b"0"}


def _encode(line: Listing, version: int) -> bytes:
    return msgspec.msgpack.encode((version, msgspec.convert(line, _Line, from_attributes=True)))


def _decode(document: bytes) -> tuple[int, Listing]:
    """The version and the line. The first release stored maps, without versions: any other line is newer."""
    return (0, _FIRST_FORM.decode(document)) if document[0] >> 4 == _MAP else _DECODER.decode(document)


def _stored(document: bytes) -> _Stored:
    """An empty document stands for no line."""
    if not document:
        return _NOTHING
    version, line = _decode(document)
    return _Stored(document, version, placements(line))


def _changes(begin: str, game: str, old: Placements, new: Placements) -> Iterator[Change]:
    """Undo what the old line had added to lists and counters, and add what the new line adds."""
    for name in old.places:
        if name not in new.places:
            yield changes.remove_member(f"{begin}{name}", game)
    for name, place in new.places.items():
        if old.places.get(name) != place:
            yield changes.place_member(f"{begin}{name}", game, f"{place:.0f}")
    for name, field in old.counts | new.counts:
        amount = new.counts.get((name, field), 0) - old.counts.get((name, field), 0)
        if amount:
            yield changes.add_to_field(f"{begin}count:{name}", field, amount)
