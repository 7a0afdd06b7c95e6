"""Sets and lists of the store, for which Python's own names are taken."""

from service.store.stored_key import StoredKey


class StoredSet(StoredKey):
    """Each member once, in no order. Members are text."""

    __slots__ = ()

    async def add(self, member: str) -> None:
        await self._call("SADD", member)

    async def members(self) -> list[str]:
        names: list[bytes] = await self._call("SMEMBERS")
        return [name.decode() for name in names]

    async def size(self) -> int:
        size: int = await self._call("SCARD")
        return size


class StoredList(StoredKey):
    """Values in the order in which they were added."""

    __slots__ = ()

    async def all(self) -> list[bytes]:
        values: list[bytes] = await self._call("LRANGE", 0, -1)
        return values
