"""The lists that people look at, kept in the store beside the logs: lobby, my games, history, results, counts.

Each generation of them lies under its own prefix, in one slot. A rebuild fills a new one beside that which is served;
then the pointer moves. Lines are taken in atomically and only if newer, so entries may come twice and in any order.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from projections.listing import Listing, shelf
from service.store.log import EventStore

CURRENT: Final = "shelves:current"
_DECODER: Final = msgspec.msgpack.Decoder(Listing)


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
        current: bytes | None = await self._store.servers.call(CURRENT, "GET", CURRENT)
        return int(current or 1)

    async def put(self, line: Listing, version: int) -> bool:
        """Take a line in; False if one as new was there."""
        lines = f"{prefix(await self.generation())}lines"
        where = shelf(line)
        places, counts = msgspec.json.encode(where.places), msgspec.json.encode(where.counts)
        document = msgspec.msgpack.encode(line)
        return bool(
            await self._store.function(lines, "firstfire_shelve", [lines], line.game, version, document, places, counts)
        )

    async def page(self, name: str, *, newest_first: bool = True, start: int = 0, count: int = 20) -> Page:
        """Some lines of a list, and how many there are in all."""
        begin = prefix(await self.generation())
        key = f"{begin}{name}"
        order = ("REV",) if newest_first else ()
        games: list[bytes] = await self._store.servers.call(key, "ZRANGE", key, start, start + count - 1, *order)
        total: int = await self._store.servers.call(key, "ZCARD", key)
        return Page(await self.lines(games), total)

    async def lines(self, games: Sequence[bytes | str]) -> list[Listing]:
        if not games:
            return []
        key = f"{prefix(await self.generation())}lines"
        found: list[bytes | None] = await self._store.servers.call(key, "HMGET", key, *games)
        return [_DECODER.decode(line) for line in found if line is not None]

    async def counts(self, name: str) -> dict[str, int]:
        key = f"{prefix(await self.generation())}count:{name}"
        words: list[bytes] = await self._store.servers.call(key, "HGETALL", key)
        pairs = zip(words[::2], words[1::2], strict=True)
        return {field.decode(): int(amount) for field, amount in pairs if int(amount)}

    async def everything(self) -> dict[str, Any]:
        """All of a generation, for comparing two of them."""
        begin, found = prefix(await self.generation()), dict[str, Any]()
        async for key in self._store.keys(f"{begin}*"):
            name = key.removeprefix(begin)
            if name not in ("marks", "positions") and (content := await self._content(key)):
                found[name] = content
        return dict(sorted(found.items()))

    async def _content(self, key: str) -> Any:
        kind: bytes = await self._store.servers.call(key, "TYPE", key)
        if kind == b"list":
            return await self._store.servers.call(key, "LRANGE", key, 0, -1)
        if kind == b"zset":
            return await self._store.servers.call(key, "ZRANGE", key, 0, -1, "WITHSCORES")
        words: list[bytes] = await self._store.servers.call(key, "HGETALL", key)
        pairs = dict(zip(words[::2], words[1::2], strict=True))
        return {field: value for field, value in sorted(pairs.items()) if value != b"0"}
