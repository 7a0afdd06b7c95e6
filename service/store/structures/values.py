"""Single values and counters, with or without a time to live."""

from service.store.client.connection import Argument
from service.store.structures.stored_key import StoredKey


class Value(StoredKey):
    __slots__ = ()

    async def get(self) -> bytes | None:
        data: bytes | None = await self._read("GET")
        return data

    async def set(self, value: Argument, *, seconds: int | None = None) -> None:
        """Replace the value; with `seconds`, it expires after that time."""
        await self._write("SET", value, *(() if seconds is None else ("EX", seconds)))

    async def take(self) -> bytes | None:
        """The value, which is removed: of several callers, one gets it."""
        data: bytes | None = await self._write("GETDEL")
        return data

    async def get_or_set(self, value: Argument, *, seconds: int) -> bytes | None:
        """The stored value; if there is none, store `value` for `seconds` and return None."""
        data: bytes | None = await self._write("SET", value, "NX", "EX", seconds, "GET")
        return data


class Counter(StoredKey):
    __slots__ = ()

    async def increment(self, by: int = 1, *, milliseconds: int) -> int:
        """Add `by` and return the count, which expires when nothing was added for that time."""
        count: int = await self._write("INCRBY", by)
        await self._write("PEXPIRE", milliseconds)
        return count
