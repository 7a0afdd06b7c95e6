"""The servers behind one URL: a single one, or the masters of a cluster. Both are asked in the same words."""

from typing import Any, Protocol

from service.store.client import address
from service.store.client.address import Address
from service.store.client.cluster import Cluster
from service.store.client.connection import PATIENCE, Argument, Wire


class Servers(Protocol):
    is_cluster: bool

    async def call(self, key: str, *args: Argument) -> Any:
        """The answer of the server that holds `key`; raises Unavailable or ErrorReply."""

    async def call_replicated(self, key: str, replicas: int, *args: Argument) -> Any:
        """As `call`, and `replicas` have it on disk; otherwise raises Unavailable."""

    async def masters(self) -> list[Wire]:
        """Every server that holds a part of the keys."""

    async def address_of(self, key: str) -> Address:
        """Where to open another connection for what concerns `key`."""

    def mistrust(self) -> None:
        """What was known about who holds what seems to be out of date."""

    async def aclose(self) -> None: ...


def servers(url: str, patience: float = PATIENCE) -> Servers:
    """What `url` names; connects at the first call, and again whenever that is needed."""
    where = address.parse(url)
    return Cluster(where, patience) if where.cluster else Single(where, patience)


class Single:
    is_cluster = False

    def __init__(self, where: Address, patience: float) -> None:
        self._calls = Wire(where, patience)
        # Waiting for a replica holds up all that follows on a connection: reads must not queue behind it.
        self._waits = Wire(where, patience)

    async def call(self, key: str, *args: Argument) -> Any:
        return await self._calls.call(*args)

    async def call_replicated(self, key: str, replicas: int, *args: Argument) -> Any:
        return await self._waits.call_replicated(replicas, *args)

    async def masters(self) -> list[Wire]:
        return [self._calls]

    async def address_of(self, key: str) -> Address:
        return self._calls.address

    def mistrust(self) -> None:
        pass

    async def aclose(self) -> None:
        await self._calls.aclose()
        await self._waits.aclose()
