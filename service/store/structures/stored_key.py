"""The base of all classes for values in the store: one key, and the servers."""

from typing import Any

from service.store.client.connection import Argument
from service.store.event_store import EventStore


class StoredKey:
    """The value under one key. Each subclass has the operations of one type of value."""

    __slots__ = ("_servers", "key")

    def __init__(self, store: EventStore, key: str) -> None:
        self.key = key
        self._servers = store.servers

    async def exists(self) -> bool:
        return bool(await self._call("EXISTS"))

    async def kind(self) -> str:
        """The type as the server names it: "hash", "zset" and so on; "none" if the key does not exist."""
        kind: bytes = await self._call("TYPE")
        return kind.decode()

    async def delete(self) -> None:
        await self._call("DEL")

    async def _call(self, command: str, *args: Argument) -> Any:
        return await self._servers.call(self.key, command, self.key, *args)
