"""A connection to one node of a cluster that only listens: the node says when something was published on a channel.

Nothing that is heard is ever the truth, and nothing that is not heard means anything: a message may be lost with its
connection. The feeds are read in any case, and only sooner by those who listen.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

import hiredis

from service.store.client.address import Address
from service.store.client.connection import CONNECT_PATIENCE, Argument
from service.store.errors import ErrorReply, Unavailable

_PING_EVERY: Final = 2.0  # seconds
_PATIENCE: Final = 10.0  # seconds of silence, in spite of the pings, after which the connection counts as lost
_INCOMPLETE: Final = object()

_pack = cast(Callable[[tuple[Argument, ...]], bytes], hiredis.pack_command)


class _Listening(asyncio.Protocol):
    def __init__(self, channels: int, on_message: Callable[[str], None]) -> None:
        loop = asyncio.get_running_loop()
        self.ready = loop.create_future()  # until all channels are subscribed
        self.ended = loop.create_future()  # with the reason
        self.silent = 0.0  # seconds since something was heard
        self.transport: asyncio.Transport | None = None
        self._missing = channels
        self._on_message = on_message
        self._reader = hiredis.Reader(replyError=ErrorReply, notEnoughData=_INCOMPLETE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def send(self, *commands: tuple[Argument, ...]) -> None:
        assert self.transport is not None
        self.transport.write(b"".join(map(_pack, commands)))

    def data_received(self, data: bytes) -> None:
        self.silent = 0.0
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not _INCOMPLETE:
            self._take(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end("the connection was lost")

    def _take(self, reply: Any) -> None:
        if isinstance(reply, ErrorReply):  # such as MOVED: another node has this slot
            self._end(str(reply))
        elif isinstance(reply, list) and reply[0] == b"smessage":
            self._on_message(reply[1].decode())
        elif isinstance(reply, list) and reply[0] == b"sunsubscribe":
            self._end("a slot has moved")
        elif isinstance(reply, list) and reply[0] == b"ssubscribe":
            self._missing -= 1
            if not self._missing and not self.ready.done():
                self.ready.set_result(None)

    def _end(self, reason: str) -> None:
        if not self.ended.done():
            self.ended.set_result(reason)


async def listen(
    address: Address, channels: Sequence[str], on_ready: Callable[[], None], on_message: Callable[[str], None]
) -> None:
    """Runs until cancelled: calls `on_ready` once all channels are subscribed, then `on_message` with the channel of
    each message. Raises Unavailable as soon as messages may be missed."""
    line: _Listening | None = None
    try:
        async with asyncio.timeout(CONNECT_PATIENCE):
            line = await address.open(lambda: _Listening(len(channels), on_message))
        line.send(*address.greeting(), *(("SSUBSCRIBE", channel) for channel in channels))
        await asyncio.wait([line.ready, line.ended], timeout=_PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if line.ready.done() and not line.ended.done():
            on_ready()
            await _until_ended(line)
        raise Unavailable(line.ended.result() if line.ended.done() else "no answer")
    except OSError as error:  # such as TimeoutError
        raise Unavailable("it cannot be reached") from error
    finally:
        if line is not None and line.transport is not None:
            line.transport.abort()


async def _until_ended(line: _Listening) -> None:
    while not line.ended.done() and line.silent < _PATIENCE:
        line.send(("PING",))
        line.silent += _PING_EVERY
        await asyncio.wait([line.ended], timeout=_PING_EVERY)
