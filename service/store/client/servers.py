"""The servers that a URL stands for, a single one or the masters of a cluster, under one interface."""

from collections.abc import Collection, Coroutine
from typing import Any, Protocol

from service.store.client.address import Address, parse
from service.store.client.cluster import Cluster
from service.store.client.connection import PATIENCE, Argument, Connection
from service.store.errors import Interrupted


class Servers(Protocol):
    is_cluster: bool

    async def call(self, key: str, *args: Argument) -> Any:
        """The reply of the server that holds `key`; raises Unavailable or ErrorReply."""

    async def call_replicated(self, key: str, replicas: int, *args: Argument) -> Any:
        """As `call`, but returns only when `replicas` have it on disk; otherwise raises Unavailable."""

    async def read(self, key: str, *args: Argument) -> Any:
        """As `call`, for a command that changes nothing: asked again once if the connection was lost meanwhile.

        One late reply drops the connection that all callers share, and most of them would have had theirs in time.
        """

    async def masters(self) -> list[Connection]:
        """Connections to all servers that hold keys."""

    async def address_of(self, key: str) -> Address:
        """The address of the server that holds `key`, for opening another connection."""

    async def holders(self, keys: Collection[str]) -> dict[str, Address]:
        """The address of the server of each key, without those that no server holds at the moment."""

    def invalidate(self) -> None:
        """Read the map of slots again before the next call: it seems to be out of date."""

    async def aclose(self) -> None: ...


def servers(url: str, patience: float = PATIENCE) -> Servers:
    """The servers at `url`. They are connected to at the first call, and again when a connection was lost."""
    address = parse(url)
    return Cluster(address, patience) if address.cluster else Single(address, patience)


class Single:
    is_cluster = False

    def __init__(self, address: Address, patience: float) -> None:
        self._calls = Connection(address, patience)
        # A wait for replicas blocks all later commands on its connection, so reads have another one.
        self._waits = Connection(address, patience)

    # Every append passes here: a coroutine in between would be resumed with each reply, only to pass it on.

    def call(self, key: str, *args: Argument) -> Coroutine[Any, Any, Any]:
        return self._calls.call(*args)

    def call_replicated(self, key: str, replicas: int, *args: Argument) -> Coroutine[Any, Any, Any]:
        return self._waits.call_replicated(replicas, *args)

    async def read(self, key: str, *args: Argument) -> Any:
        try:
            return await self.call(key, *args)
        except Interrupted:
            return await self.call(key, *args)

    async def masters(self) -> list[Connection]:
        return [self._calls]

    async def address_of(self, key: str) -> Address:
        return self._calls.address

    async def holders(self, keys: Collection[str]) -> dict[str, Address]:
        return dict.fromkeys(keys, self._calls.address)

    def invalidate(self) -> None:
        pass

    async def aclose(self) -> None:
        await self._calls.aclose()
        await self._waits.aclose()
