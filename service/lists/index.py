"""The lists that people look at, kept in the store beside the logs: lobby, my games, history, results, counts.

Each generation of them lies under its own prefix, in one slot. A rebuild fills a new one beside that which is served;
then the pointer moves. Lines are taken in atomically and only if newer, so entries may come twice and in any order.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from domain.rules import Rules
from projections.listing import NOWHERE, ListedSeat, Listing, Shelf, shelf
from service.store import changes
from service.store.changes import Change
from service.store.contents import content
from service.store.event_store import EventStore
from service.store.hashes import Hash
from service.store.sorted_sets import SortedSet
from service.store.values import Value

_CURRENT: Final = "shelves:current"


# Lines are kept without the names of their fields, in a third of the space. So fields that come later go to the end and
# have a default.


class _Rules(Rules, frozen=True, array_like=True):
    pass


class _Seat(ListedSeat, frozen=True, array_like=True):
    pass


class _Line(Listing, frozen=True, array_like=True):
    rules: _Rules
    seats: tuple[_Seat, ...]


_DECODER: Final = msgspec.msgpack.Decoder(tuple[int, _Line])
_FIRST_FORM: Final = msgspec.msgpack.Decoder(Listing)
_MAP: Final = 0x8  # how a map begins


class Page(NamedTuple):
    lines: list[Listing]
    total: int


def prefix(generation: int) -> str:
    return f"{{shelves:{generation}}}:"


class Shelves:
    def __init__(self, store: EventStore, generation: int | None = None) -> None:
        self._store = store
        self._generation = generation

    async def generation(self) -> int:
        """The generation that is served, or the one this object was made for."""
        if self._generation is not None:
            return self._generation
        return int(await Value(self._store, _CURRENT).get() or 1)

    async def serve(self, generation: int) -> None:
        """From now on this generation is served."""
        await Value(self._store, _CURRENT).set(generation)

    async def put(self, line: Listing, version: int) -> bool:
        """Take a line in; False if one as new was there."""
        begin = prefix(await self.generation())
        lines, document, new = f"{begin}lines", _encode(line, version), shelf(line)
        stands: bytes | None = b""  # nothing, as in a rebuild; when another line does, we are told and try again
        while stands is not None:
            known, old = _added(stands)
            if known >= version:
                return False
            words = (line.game, stands, document, msgspec.json.encode(list(_changes(begin, line.game, old, new))))
            stands = await self._store.function(lines, "firstfire_put", [lines], *words)
        return True

    async def page(self, name: str, *, newest_first: bool = True, start: int = 0, count: int = 20) -> Page:
        """Some lines of a list, and how many there are in all."""
        listed = SortedSet(self._store, f"{prefix(await self.generation())}{name}")
        games = await listed.members(start, count, highest_first=newest_first)
        total = await listed.size()
        return Page(await self.lines(games), total)

    async def lines(self, games: Sequence[str]) -> list[Listing]:
        if not games:
            return []
        stored = await Hash(self._store, f"{prefix(await self.generation())}lines").get_many(*games)
        return [msgspec.convert(_decode(line)[1], Listing, from_attributes=True) for line in stored if line is not None]

    async def counts(self, name: str) -> dict[str, int]:
        counts = await Hash(self._store, f"{prefix(await self.generation())}count:{name}").all()
        return {field: int(amount) for field, amount in counts.items() if int(amount)}

    async def everything(self) -> dict[str, Any]:
        """All of a generation, for comparing two of them: without counts that are 0, and how far it has come."""
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
    """A stored line and its version. The first lines were kept as maps, and their versions elsewhere: all is newer."""
    return (0, _FIRST_FORM.decode(document)) if document[0] >> 4 == _MAP else _DECODER.decode(document)


def _added(document: bytes) -> tuple[int, Shelf]:
    """The version of a stored line and what it has added; for an empty document, that of no line."""
    if not document:
        return 0, NOWHERE
    version, line = _decode(document)
    return version, shelf(line)


def _changes(begin: str, game: str, old: Shelf, new: Shelf) -> Iterator[Change]:
    """The commands that take back what the line before had added, and add what the new one adds."""
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
