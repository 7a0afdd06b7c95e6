"""The slots of a Redis Cluster: sends each command to the node that holds its key, and follows redirections.

Why not the cluster client of redis-py: for each FCALL it first asks the server which keys the command has, and so sends
all events twice; when several nodes fail at once, it forgets every address and never recovers; and the failure of one
node closes the connections to all others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any

from service.store.client.address import Address
from service.store.client.connection import Argument, Connection
from service.store.client.slots import SLOTS, slot_of
from service.store.errors import ErrorReply, Interrupted, Unavailable

_REDIRECTIONS = 5


class Node:
    def __init__(self, address: Address, patience: float) -> None:
        self.calls = Connection(address, patience)
        # A wait for replicas blocks all later commands on its connection, so reads have another one.
        self.waits = Connection(address, patience)

    async def aclose(self) -> None:
        await self.calls.aclose()
        await self.waits.aclose()


Request = Callable[[Node, bool], Awaitable[Any]]  # sends a command to a node; with True, after ASKING


class Cluster:
    is_cluster = True

    def __init__(self, seed: Address, patience: float) -> None:
        self._seed = seed
        self._patience = patience
        self._nodes: dict[tuple[str, int], Node] = {}
        self._masters: list[Node] = []
        self._slots: list[Node | None] = []  # None: no node holds this slot at the moment
        self._is_stale = True
        self._updating = asyncio.Lock()

    async def call(self, key: str, *args: Argument) -> Any:
        async def request(node: Node, asking: bool) -> Any:
            return await _maybe_asking(node.calls, asking, lambda: node.calls.call(*args))

        return await self._routed(key, request)

    async def call_replicated(self, key: str, replicas: int, *args: Argument) -> Any:
        async def request(node: Node, asking: bool) -> Any:
            return await _maybe_asking(node.waits, asking, lambda: node.waits.call_replicated(replicas, *args))

        return await self._routed(key, request)

    async def read(self, key: str, *args: Argument) -> Any:
        try:
            return await self.call(key, *args)
        except Interrupted:
            return await self.call(key, *args)

    async def masters(self) -> list[Connection]:
        await self._ensure_fresh_map()
        return [node.calls for node in self._masters]

    async def address_of(self, key: str) -> Address:
        await self._ensure_fresh_map()
        return self._holder(slot_of(key)).calls.address

    async def holders(self, keys: Collection[str]) -> dict[str, Address]:
        await self._ensure_fresh_map()
        nodes = {key: self._slots[slot_of(key)] for key in keys}
        return {key: node.calls.address for key, node in nodes.items() if node is not None}

    def invalidate(self) -> None:
        self._is_stale = True

    async def aclose(self) -> None:
        for node in self._nodes.values():
            await node.aclose()

    async def _routed(self, key: str, request: Request) -> Any:
        await self._ensure_fresh_map()
        slot, asking = slot_of(key), False
        node = self._holder(slot)
        for _ in range(_REDIRECTIONS):
            try:
                return await request(node, asking)
            except Unavailable:
                self._is_stale = True  # the next call learns whether another node took over
                raise
            except ErrorReply as error:
                if error.code not in ("MOVED", "ASK"):
                    raise
                self._is_stale |= error.code == "MOVED"
                node, asking = self._redirected(node, error), error.code == "ASK"
        raise Unavailable("the cluster redirects from one node to the next without end")

    def _holder(self, slot: int) -> Node:
        """The node of a slot. Whatever is wrong with one slot concerns no other: only its own calls fail."""
        node = self._slots[slot]
        if node is None:
            self._is_stale = True
            raise Unavailable("a part of the cluster is down")
        return node

    def _redirected(self, node: Node, error: ErrorReply) -> Node:
        host, _, port = error.detail.rpartition(" ")[2].rpartition(":")
        return self._node(host or node.calls.address.host, int(port))

    async def _ensure_fresh_map(self) -> None:
        if not self._is_stale:
            return
        async with self._updating:
            if self._is_stale:
                self._apply(*await self._fetch_slots())
                await self._close_unused()

    async def _fetch_slots(self) -> tuple[str, list[Any]]:
        """The host and the reply of the node that replies first: some nodes may be down."""
        addresses = dict.fromkeys([*self._nodes, (self._seed.host, self._seed.port)])
        requests = [asyncio.create_task(self._slots_according_to(host, port)) for host, port in addresses]
        try:
            for reply in asyncio.as_completed(requests):
                with suppress(Unavailable):
                    return await reply
        finally:
            for request in requests:
                request.cancel()
            await asyncio.gather(*requests, return_exceptions=True)
        raise Unavailable("no node of the cluster can be reached")

    async def _slots_according_to(self, host: str, port: int) -> tuple[str, list[Any]]:
        return host, await self._node(host, port).calls.call("CLUSTER", "SLOTS")

    def _apply(self, source: str, ranges: list[Any]) -> None:
        slots: list[Node | None] = [None] * SLOTS
        for start, end, master, *_ in ranges:
            node = self._node(master[0].decode() or source, master[1])
            slots[start : end + 1] = [node] * (end + 1 - start)
        self._slots, self._is_stale = slots, False
        self._masters = list(dict.fromkeys(node for node in slots if node is not None))

    async def _close_unused(self) -> None:
        """Close the connections to nodes that hold no slot any more. The node in the URL stays, as an entry point."""
        used = {id(node) for node in self._masters}
        for address, node in list(self._nodes.items()):
            if id(node) not in used and address != (self._seed.host, self._seed.port):
                await self._nodes.pop(address).aclose()

    def _node(self, host: str, port: int) -> Node:
        if (host, port) not in self._nodes:
            self._nodes[host, port] = Node(self._seed.at(host, port), self._patience)
        return self._nodes[host, port]


async def _maybe_asking(connection: Connection, asking: bool, call: Callable[[], Awaitable[Any]]) -> Any:
    """A node that is importing a slot accepts a command for it only right after ASKING: both leave in one write."""
    if not asking:
        return await call()
    return (await asyncio.gather(connection.call("ASKING"), call()))[1]
