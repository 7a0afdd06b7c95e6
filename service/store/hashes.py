"""Hashes: values by field under one key. Fields are text, values bytes."""

from collections.abc import Mapping

from service.store.client.connection import Argument
from service.store.replies import pairs
from service.store.stored_key import StoredKey


class Hash(StoredKey):
    __slots__ = ()

    async def get(self, field: str) -> bytes | None:
        value: bytes | None = await self._call("HGET", field)
        return value

    async def get_many(self, *fields: str) -> list[bytes | None]:
        """The values of these fields, in their order."""
        values: list[bytes | None] = await self._call("HMGET", *fields)
        return values

    async def all(self) -> dict[str, bytes]:
        return {field.decode(): value for field, value in pairs(await self._call("HGETALL"))}

    async def has(self, field: str) -> bool:
        return bool(await self._call("HEXISTS", field))

    async def set(self, values: Mapping[str, Argument]) -> None:
        """Set these fields, all at once; there is at least one."""
        await self._call("HSET", *(word for pair in values.items() for word in pair))

    async def remove(self, *fields: str) -> None:
        await self._call("HDEL", *fields)
