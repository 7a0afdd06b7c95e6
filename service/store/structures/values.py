"""Single values and counters, with or without a time to live."""

from typing import Final

from service.store.client.connection import Argument
from service.store.structures.scripts import Script
from service.store.structures.stored_key import StoredKey

_REPLACE: Final = Script("service.store.structures", "replace_value.lua")


class Value(StoredKey):
    __slots__ = ()

    async def get(self) -> bytes | None:
        data: bytes | None = await self._read("GET")
        return data

    async def set(self, value: Argument, *, seconds: int | None = None) -> None:
        """Replace the value; with `seconds`, it expires after that time."""
        await self._write("SET", value, *(() if seconds is None else ("EX", seconds)))

    async def swap(self, value: Argument, *, seconds: int) -> bytes | None:
        """Replace the value, for that time; returns the one before."""
        data: bytes | None = await self._write("SET", value, "EX", seconds, "GET")
        return data

    async def replace(self, before: bytes | None, value: Argument) -> bool:
        """Replace the value if it is still `before` (None: if there is none); False if it is another one. Values that
        expire stay for good after this."""
        replaced: int = await _REPLACE.run(self._store, self.key, before or b"", value, durable=self._is_durable)
        return bool(replaced)

    async def take(self) -> bytes | None:
        """The value, which is removed: of several callers, one gets it."""
        data: bytes | None = await self._write("GETDEL")
        return data

    async def get_or_set(self, value: Argument, *, seconds: int | None = None) -> bytes | None:
        """The stored value; if there is none, store `value` (for `seconds`, if given) and return None."""
        data: bytes | None = await self._write("SET", value, "NX", *(() if seconds is None else ("EX", seconds)), "GET")
        return data


class Counter(StoredKey):
    __slots__ = ()

    async def increment(self, by: int = 1, *, milliseconds: int) -> int:
        """Add `by` and return the count, which expires when nothing was added for that time."""
        count: int = await self._write("INCRBY", by)
        await self._write("PEXPIRE", milliseconds)
        return count
