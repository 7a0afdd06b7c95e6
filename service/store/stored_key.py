"""What all values in the store have in common: one key, named once, and the server that holds it."""

from typing import Any

from service.store.client.connection import Argument
from service.store.event_store import EventStore


class StoredKey:
    """The value under one key. The classes built on this one each offer what a value of one kind can do."""

    __slots__ = ("_servers", "key")

    def __init__(self, store: EventStore, key: str) -> None:
        self.key = key
        self._servers = store.servers

    async def exists(self) -> bool:
        return bool(await self._call("EXISTS"))

    async def kind(self) -> str:
        """As the server calls it: "hash", "zset" and so on, "none" if there is nothing."""
        kind: bytes = await self._call("TYPE")
        return kind.decode()

    async def delete(self) -> None:
        await self._call("DEL")

    async def _call(self, command: str, *words: Argument) -> Any:
        return await self._servers.call(self.key, command, self.key, *words)
