"""Sets and lists in the store; the prefix distinguishes them from Python's own."""

from service.store.structures.stored_key import StoredKey


class StoredSet(StoredKey):
    """Unordered; each member occurs once. Members are text."""

    __slots__ = ()

    async def add(self, member: str) -> None:
        await self._write("SADD", member)

    async def remove(self, member: str) -> None:
        await self._write("SREM", member)

    async def members(self) -> list[str]:
        names: list[bytes] = await self._read("SMEMBERS")
        return [name.decode() for name in names]

    async def size(self) -> int:
        size: int = await self._read("SCARD")
        return size


class StoredList(StoredKey):
    """Values in the order in which they were added."""

    __slots__ = ()

    async def all(self) -> list[bytes]:
        values: list[bytes] = await self._read("LRANGE", 0, -1)
        return values

    async def texts(self, start: int = 0, count: int | None = None) -> list[str]:
        """`count` values (by default all) from index `start` on, for a list of texts."""
        values: list[bytes] = await self._read("LRANGE", start, -1 if count is None else start + count - 1)
        return [value.decode() for value in values]
