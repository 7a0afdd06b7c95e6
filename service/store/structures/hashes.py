"""Hashes: fields with values under one key. Fields are text, values are bytes."""

from collections.abc import Mapping
from typing import Final

from service.store.client.connection import Argument
from service.store.replies import pairs
from service.store.structures.scripts import Script
from service.store.structures.stored_key import StoredKey

_SET_WITHIN: Final = Script("service.store.structures", "set_within.lua")


class Hash(StoredKey):
    __slots__ = ()

    async def get(self, field: str) -> bytes | None:
        value: bytes | None = await self._read("HGET", field)
        return value

    async def get_many(self, *fields: str) -> list[bytes | None]:
        """The values of these fields, in the same order."""
        values: list[bytes | None] = await self._read("HMGET", *fields)
        return values

    async def all(self) -> dict[str, bytes]:
        return {field.decode(): value for field, value in pairs(await self._read("HGETALL"))}

    async def has(self, field: str) -> bool:
        return bool(await self._read("HEXISTS", field))

    async def set(self, values: Mapping[str, Argument]) -> None:
        """Set these fields (at least one) in one step."""
        await self._write("HSET", *(part for pair in values.items() for part in pair))

    async def set_within(self, most: int, field: str, value: Argument) -> bool:
        """Set a field, unless there are `most` others already: then nothing changes, and the answer is False."""
        return bool(await _SET_WITHIN.run(self._store, self.key, field, value, most, durable=self._is_durable))

    async def remove(self, *fields: str) -> None:
        await self._write("HDEL", *fields)
