"""Who holds which slot of a Redis Cluster, and following it when it says that a slot has moved.

Not redis-py's cluster client: for each FCALL it first asks the server which keys are in it, sending all events twice;
when several nodes fail at once it forgets every address it knew and never comes back; and the failure of one node
closes the connections to all others.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from service.store.client.address import Address
from service.store.client.connection import Argument, Wire
from service.store.errors import ErrorReply, Unavailable

_REDIRECTIONS = 5


class Node:
    def __init__(self, where: Address, patience: float) -> None:
        self.calls = Wire(where, patience)
        # Waiting for a replica holds up all that follows on a connection: reads must not queue behind it.
        self.waits = Wire(where, patience)

    async def aclose(self) -> None:
        await self.calls.aclose()
        await self.waits.aclose()


Errand = Callable[[Node, bool], Awaitable[Any]]


class Cluster:
    is_cluster = True

    def __init__(self, seed: Address, patience: float) -> None:
        self._seed = seed
        self._patience = patience
        self._nodes: dict[tuple[str, int], Node] = {}
        self._masters: list[Node] = []
        self._slots: list[Node] = []
        self._is_stale = True
        self._mapping = asyncio.Lock()

    async def call(self, key: str, *args: Argument) -> Any:
        async def errand(node: Node, asking: bool) -> Any:
            return await _maybe_asking(node.calls, asking, lambda: node.calls.call(*args))

        return await self._routed(key, errand)

    async def call_replicated(self, key: str, replicas: int, *args: Argument) -> Any:
        async def errand(node: Node, asking: bool) -> Any:
            return await _maybe_asking(node.waits, asking, lambda: node.waits.call_replicated(replicas, *args))

        return await self._routed(key, errand)

    async def masters(self) -> list[Wire]:
        await self._mapped()
        return [node.calls for node in self._masters]

    async def address_of(self, key: str) -> Address:
        await self._mapped()
        return self._slots[key_slot(key.encode())].calls.address

    def mistrust(self) -> None:
        self._is_stale = True

    async def aclose(self) -> None:
        for node in self._nodes.values():
            await node.aclose()

    async def _routed(self, key: str, errand: Errand) -> Any:
        await self._mapped()
        slot, asking = key_slot(key.encode()), False
        node = self._slots[slot]
        for _ in range(_REDIRECTIONS):
            try:
                return await errand(node, asking)
            except Unavailable:
                self._is_stale = True  # the next caller finds out whether another node took over
                raise
            except ErrorReply as error:
                if error.code not in ("MOVED", "ASK"):
                    raise
                self._is_stale |= error.code == "MOVED"
                node, asking = self._redirected(node, error), error.code == "ASK"
        raise Unavailable("the cluster keeps sending us from one node to the next")

    def _redirected(self, node: Node, error: ErrorReply) -> Node:
        host, _, port = error.detail.rpartition(" ")[2].rpartition(":")
        return self._node(host or node.calls.address.host, int(port))

    async def _mapped(self) -> None:
        if not self._is_stale:
            return
        async with self._mapping:
            if self._is_stale:
                self._learn(*await self._asked())
                await self._forget_strangers()

    async def _asked(self) -> tuple[str, list[Any]]:
        """The slots, from whichever node answers first: some may be the reason why we ask."""
        known = dict.fromkeys([*self._nodes, (self._seed.host, self._seed.port)])
        questions = [asyncio.create_task(self._slots_according_to(host, port)) for host, port in known]
        try:
            for answer in asyncio.as_completed(questions):
                with suppress(Unavailable):
                    return await answer
        finally:
            for question in questions:
                question.cancel()
            await asyncio.gather(*questions, return_exceptions=True)
        raise Unavailable("no node of the cluster can be reached")

    async def _slots_according_to(self, host: str, port: int) -> tuple[str, list[Any]]:
        return host, await self._node(host, port).calls.call("CLUSTER", "SLOTS")

    def _learn(self, informant: str, ranges: list[Any]) -> None:
        slots: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        for start, end, master, *_ in ranges:
            node = self._node(master[0].decode() or informant, master[1])
            slots[start : end + 1] = [node] * (end + 1 - start)
        covered = [node for node in slots if node is not None]
        if len(covered) < REDIS_CLUSTER_HASH_SLOTS:
            raise Unavailable("a part of the cluster is down")
        self._slots, self._masters, self._is_stale = covered, list(dict.fromkeys(covered)), False

    async def _forget_strangers(self) -> None:
        """Close what leads to nodes that hold nothing any more; the one in the URL stays as a way back in."""
        kept = {id(node) for node in self._masters}
        for where, node in list(self._nodes.items()):
            if id(node) not in kept and where != (self._seed.host, self._seed.port):
                await self._nodes.pop(where).aclose()

    def _node(self, host: str, port: int) -> Node:
        if (host, port) not in self._nodes:
            self._nodes[host, port] = Node(self._seed.at(host, port), self._patience)
        return self._nodes[host, port]


async def _maybe_asking(wire: Wire, asking: bool, call: Callable[[], Awaitable[Any]]) -> Any:
    """A slot on the move is asked for with a word in front, in the same write."""
    if not asking:
        return await call()
    return (await asyncio.gather(wire.call("ASKING"), call()))[1]
