"""The head of a response leaves together with the first part of its body.

ASGI asks servers to wait for that part; uvicorn does not. So each response was two writes and two packets, and often
woke its reader twice.
"""

from asyncio import Transport

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle


class WholeResponse(Transport):
    """Stands for the transport of a connection until the head of one response has left."""

    __slots__ = ("_cycle", "_head", "_transport")

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._head = b""
        self._transport = cycle.transport
        cycle.transport = self

    def write(self, data: bytes) -> None:  # type: ignore[override]
        if self._head:
            self._cycle.transport = self._transport
            self._transport.write(self._head + data)
        elif self._cycle.response_started and self._cycle.scope["method"] != "HEAD":
            self._head = data
        else:  # "100 Continue", or all there is
            self._transport.write(data)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def close(self) -> None:
        self._transport.close()
