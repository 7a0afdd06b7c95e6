"""Single values, kept for good or for a limited time."""

from service.store.client.connection import Argument
from service.store.stored_key import StoredKey


class Value(StoredKey):
    __slots__ = ()

    async def get(self) -> bytes | None:
        data: bytes | None = await self._call("GET")
        return data

    async def set(self, value: Argument, *, seconds: int | None = None) -> None:
        """Replace the value; with `seconds`, it disappears after that time."""
        await self._call("SET", value, *(() if seconds is None else ("EX", seconds)))

    async def set_if_absent(self, value: Argument) -> bool:
        """False if there is a value, which then stays."""
        return bool(await self._call("SET", value, "NX"))

    async def get_or_set(self, value: Argument, *, seconds: int) -> bytes | None:
        """The value that is there and stays, or None: then it is `value` now, for `seconds`."""
        data: bytes | None = await self._call("SET", value, "NX", "EX", seconds, "GET")
        return data


class Counter(StoredKey):
    __slots__ = ()

    async def increment(self, *, milliseconds: int) -> int:
        """The count after adding 1; it disappears when nothing was added for that time."""
        count: int = await self._call("INCR")
        await self._call("PEXPIRE", milliseconds)
        return count
