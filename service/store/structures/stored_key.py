"""The base of all classes for values in the store: one key, and the servers."""

from typing import Any

from service.store.client.connection import Argument
from service.store.event_store import EventStore


class StoredKey:
    """The value under one key. Each subclass has the operations of one type of value.

    A `durable` value is as safe as an event: a write to it succeeds only when the replicas that an append waits for
    have it on disk too. Whatever is stored about people is durable; what can be derived from the logs need not be.
    """

    __slots__ = ("_is_durable", "_store", "key")

    def __init__(self, store: EventStore, key: str, *, durable: bool = False) -> None:
        self.key = key
        self._store = store
        self._is_durable = durable

    async def exists(self) -> bool:
        return bool(await self._read("EXISTS"))

    async def kind(self) -> str:
        """The type as the server names it: "hash", "zset" and so on; "none" if the key does not exist."""
        kind: bytes = await self._read("TYPE")
        return kind.decode()

    async def delete(self) -> None:
        await self._write("DEL")

    async def _read(self, command: str, *args: Argument) -> Any:
        return await self._store.servers.read(self.key, command, self.key, *args)

    async def _write(self, command: str, *args: Argument) -> Any:
        call = self._store.call_durably if self._is_durable else self._store.servers.call
        return await call(self.key, command, self.key, *args)
