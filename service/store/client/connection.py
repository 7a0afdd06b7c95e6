"""One connection to one server, shared by all callers in the process.

A pool of connections with one command on each costs a Python process 100 µs of work per command. Here all commands of
one turn of the event loop leave in one write, and their replies come back in order: with 64 clients that is 14 µs per
command, and the server fsyncs once for many of them.

Nothing is sent twice here: when a connection is lost, all calls that wait for a reply raise Interrupted, and the next
call connects again.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import hiredis

from service.store.client.address import Address
from service.store.errors import ErrorReply, Interrupted, Unavailable, translated

Argument = str | bytes | int

# Seconds. The first two together are less than one: after that time at most, a call has returned or raised. The second
# is the default of a setting.
CONNECT_PATIENCE = 0.3
PATIENCE = 0.65
REPLICA_PATIENCE = 0.25  # twice for each append
_GRACE = 0.02

_pack = cast(Callable[[tuple[Argument, ...]], bytes], hiredis.pack_command)
_INCOMPLETE = object()


class Link(asyncio.Protocol):
    """An open connection. Once it is lost, it stays lost."""

    def __init__(self, patience: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._patience = patience
        self._reader = hiredis.Reader(replyError=ErrorReply, notEnoughData=_INCOMPLETE)
        self._outgoing: list[bytes] = []
        self._waiting: deque[tuple[asyncio.Future[Any], float]] = deque()
        self._barrier: asyncio.Future[Any] | None = None
        self._barrier_size = 0
        self._watching = self._is_late = False
        self._transport: asyncio.Transport | None = None
        self.is_lost = False
        self.gone = self._loop.create_future()

    def send(self, args: tuple[Argument, ...]) -> asyncio.Future[Any]:
        """The future reply. The bytes leave at the end of this turn of the event loop."""
        future: asyncio.Future[Any] = self._loop.create_future()
        if self.is_lost:
            future.set_exception(Interrupted("the connection to the log's server was lost"))
            return future
        if not self._outgoing:
            self._loop.call_soon(self._flush)
        self._outgoing.append(_pack(args))
        self._waiting.append((future, self._loop.time()))
        return future

    def barrier(self, replicas: int) -> asyncio.Future[Any]:
        """The future reply of WAITAOF, which follows all commands of this turn: one wait serves all of them."""
        self._barrier_size = max(self._barrier_size, replicas)
        if self._barrier is None:
            self._barrier = self._loop.create_future()
            self._barrier.add_done_callback(_mark_retrieved)
        return self._barrier

    def drop(self, reason: str) -> None:
        """Close the connection; calls that wait for a reply raise Interrupted."""
        self.is_lost = True
        if self._transport is not None:
            self._transport.abort()
        waiting, self._waiting = self._waiting, deque()
        for future, _ in waiting:
            if not future.done():
                future.set_exception(Interrupted(reason))
        if self._barrier is not None and not self._barrier.done():
            self._barrier.set_exception(Interrupted(reason))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        self._is_late = False
        while (reply := self._reader.gets()) is not _INCOMPLETE:
            if not self._waiting:  # the server has too many clients: it says so, and closes the connection
                self.drop(str(reply))
                return
            future, _ = self._waiting.popleft()
            if future.done():  # the caller was cancelled
                continue
            if isinstance(reply, ErrorReply):
                future.set_exception(reply)
            else:
                future.set_result(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self.drop("the connection to the log's server was lost")
        if not self.gone.done():
            self.gone.set_result(None)

    def _flush(self) -> None:
        if self.is_lost or self._transport is None:
            return
        if self._barrier is not None:
            self._add_barrier(self._barrier, self._barrier_size)
            self._barrier, self._barrier_size = None, 0
        self._transport.write(b"".join(self._outgoing))
        self._outgoing.clear()
        if not self._watching:
            self._watching = True
            self._loop.call_later(self._patience, self._check)

    def _add_barrier(self, barrier: asyncio.Future[Any], replicas: int) -> None:
        """With WAITAOF alone, a replica acknowledges before it has fsynced what arrived with the request, and reports
        the fsync only a second later. A WAIT before it delays the request until after the fsync: 1 ms instead of
        1,000."""
        now, milliseconds = self._loop.time(), int(REPLICA_PATIENCE * 1000)
        self._outgoing += _pack(("WAIT", replicas, milliseconds)), _pack(("WAITAOF", 1, replicas, milliseconds))
        self._waiting += (self._loop.create_future(), now), (barrier, now)

    def _check(self) -> None:
        """Detect a server that does not reply. One timer for the connection costs a hundredth of one per command."""
        self._watching = False
        if self.is_lost or not self._waiting:
            return
        remaining = self._waiting[0][1] + self._patience - self._loop.time()
        if remaining <= 0 and self._is_late:
            self.drop("the log's server did not answer in time")
            return
        # It may be this process that is late: read what has arrived in the socket before blaming the server.
        self._is_late, self._watching = remaining <= 0, True
        self._loop.call_later(max(remaining, _GRACE), self._check)


class Connection:
    """Calls to one server, over a link that is replaced when it is lost.

    Who must know that it was lost, even while no call waited, has none replaced: then all later calls raise
    Interrupted.
    """

    def __init__(self, address: Address, patience: float = PATIENCE, *, is_renewed: bool = True) -> None:
        self.address = address
        self._patience = patience
        self._is_renewed = is_renewed
        self._link: Link | None = None
        self._attempt: asyncio.Task[Link] | None = None

    async def call(self, *args: Argument) -> Any:
        link = self._link
        if link is None or (link.is_lost and self._is_renewed):
            link = await self._connected()
        try:
            return await link.send(args)
        except ErrorReply as error:
            raise self._translated(error, link) from error

    async def call_replicated(self, replicas: int, *args: Argument) -> Any:
        """As `call`, but returns only when `replicas` have it on disk too; otherwise raises Unavailable."""
        link = self._link
        if link is None or link.is_lost:
            link = await self._connected()
        replied, on_disk = link.send(args), link.barrier(replicas)
        try:
            reply = await replied
            local, remote = await on_disk
        except ErrorReply as error:
            raise self._translated(error, link) from error
        if local < 1 or remote < replicas:
            raise Unavailable("not yet on a replica")
        return reply

    async def aclose(self) -> None:
        if self._attempt is not None:
            self._attempt.cancel()
            await asyncio.wait([self._attempt])
        if self._link is not None:
            self._link.drop("the connection to the log's server was closed")
            await self._link.gone

    def _translated(self, error: ErrorReply, link: Link) -> Exception:
        if error.code == "READONLY":  # after a fail-over, connecting again may lead to the new master
            link.drop("the log's server is a replica at the moment")
        return translated(error)

    async def _connected(self) -> Link:
        """A new link. Concurrent callers share one attempt to connect."""
        if self._attempt is None:
            self._attempt = asyncio.create_task(self._connect())
            self._attempt.add_done_callback(self._attempted)
        return await asyncio.shield(self._attempt)

    def _attempted(self, attempt: asyncio.Task[Link]) -> None:
        self._attempt = None
        _mark_retrieved(attempt)

    async def _connect(self) -> Link:
        link: Link | None = None
        try:
            async with asyncio.timeout(CONNECT_PATIENCE):
                link = await self.address.open(lambda: Link(self._patience))
                for command in self.address.greeting():
                    await link.send(command)
        except BaseException as error:
            if link is not None:
                link.drop("the log's server did not accept the connection")
            if isinstance(error, ErrorReply):
                raise translated(error) from error
            if isinstance(error, OSError):  # such as TimeoutError
                raise Unavailable(f"the log's server at {self.address} cannot be reached") from error
            raise
        self._link = link
        return link


def _mark_retrieved(future: asyncio.Future[Any]) -> None:
    """Keep asyncio from reporting an exception that was never retrieved: every caller may have been cancelled."""
    if not future.cancelled():
        future.exception()
