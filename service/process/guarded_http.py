"""Limits of the HTTP server itself, for those who run it without a proxy: on headers, time and connections.

Everything behind them (requests, bodies, streams) is limited by the application. These concern callers who never get
that far: headers without end, half a request that is never finished, connections that say nothing.
"""

import math
from asyncio import TimerHandle, Transport
from collections import Counter
from typing import Any, ClassVar, Final

import msgspec
from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from service.people.client_network import Share, is_this_machine, shares
from service.process.whole_responses import WholeResponse

LARGEST_HEADERS: Final = 32 * 1024  # bytes, with the address
_SHARE: Final = 8  # a network has at most this part of all connections


class Limits(msgspec.Struct, frozen=True):
    connections: int
    seconds: float  # for the headers of a request, and as many for its body
    header_bytes: int = LARGEST_HEADERS
    spares_this_machine: bool = True  # no share of the connections for our own programs, or a proxy


class _TooLarge(HttpParserError):
    """The headers are complete, and larger than allowed."""


class GuardedProtocol(HttpToolsProtocol):
    """A connection with limits. `guarded` makes the class with its limits."""

    limits: ClassVar[Limits]
    by_network: ClassVar[Counter[str]]
    _networks: tuple[Share, ...] = ()
    _due = math.inf  # when the next part of a request must have come, by the clock of the event loop
    _otherwise = ""
    _timer: TimerHandle | None = None  # fires at `_due` or before it: moving it for every request would cost more
    _arrived = 0  # bytes that came at once
    _unread = 0  # bytes of headers that are not complete yet

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        is_spared = self.limits.spares_this_machine and is_this_machine(host)
        if host and not is_spared and not self._is_proxy(host):
            self._networks = shares(host)
            self.by_network.update(network for network, _ in self._networks)
        most = self.limits.connections
        if len(self.connections) > most or any(
            self.by_network[network] > times * max(1, most // _SHARE) for network, times in self._networks
        ):
            self._refuse(503, "Too many connections: close some, or try again later.")
        else:
            self._expect("The request did not come in time.")

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for network, _ in self._networks:
            self.by_network[network] -= 1
            if not self.by_network[network]:
                del self.by_network[network]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._arrived = len(data)
        self._unread += self._arrived
        super().data_received(data)
        if self._unread > self.limits.header_bytes and not self.transport.is_closing():
            self._refuse_headers()
        elif self._due == math.inf and (self.cycle is None or self.cycle.response_complete):
            self._expect("The request did not come in time.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect("The request did not come in time.")

    def on_headers_complete(self) -> None:
        if self._has_large_headers():
            raise _TooLarge
        self._expect("The rest of the request did not come in time.")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unread = 0
        self._due = math.inf
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        if self._has_large_headers():
            self._refuse_headers()
        else:
            super().send_400_response(msg)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        WholeResponse(cycle)
        super()._start_asgi_task(cycle, app)

    def _is_proxy(self, host: str) -> bool:
        """Whether we believe what this host says about the addresses of callers: then it speaks for many of them."""
        trusted: Any = self.config.forwarded_allow_ips
        hosts = trusted.split(",") if isinstance(trusted, str) else trusted or ()
        return any(word.strip() in ("*", host) for word in hosts)

    def _has_large_headers(self) -> bool:
        """Counts only if they could be: headers are no longer than what has arrived."""
        most = self.limits.header_bytes
        if max(self._arrived, self._unread) <= most:
            return False
        return len(self.url) + sum(len(name) + len(value) for name, value in self.headers or ()) > most

    def _expect(self, otherwise: str) -> None:
        """Begin to wait for the next part of a request."""
        self._due, self._otherwise = self.loop.time() + self.limits.seconds, otherwise
        if self._timer is None:
            self._timer = self.loop.call_at(self._due, self._check)

    def _check(self) -> None:
        self._timer = None
        if self._due <= self.loop.time():
            self._refuse(408, self._otherwise)
        elif self._due < math.inf:
            self._timer = self.loop.call_at(self._due, self._check)

    def _refuse_headers(self) -> None:
        self._refuse(431, f"The headers of a request have at most {self.limits.header_bytes} bytes.")

    def _refuse(self, status: int, reason: str) -> None:
        """Answer, unless an answer is on its way, and close the connection."""
        self._due = math.inf
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            text = reason.encode()
            headers = f"content-type: text/plain\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + headers.encode() + text)
        self.transport.close()


def guarded(limits: Limits) -> type[GuardedProtocol]:
    return type("Guarded", (GuardedProtocol,), {"limits": limits, "by_network": Counter()})
