"""Streams other than logs: entries with one field, in the order in which they were added."""

from typing import NamedTuple

from service.store.structures.stored_key import StoredKey


class StreamEntry(NamedTuple):
    id: str
    value: bytes


class Stream(StoredKey):
    __slots__ = ()

    async def add(self, field: str, value: str) -> None:
        await self._write("XADD", "*", field, value)

    async def after(self, entry: str | None) -> list[StreamEntry]:
        """Every entry after the one with this id; for None, every entry."""
        reply = await self._read("XRANGE", "-" if entry is None else f"({entry}", "+")
        return [StreamEntry(number.decode(), value) for number, (_, value) in reply]
