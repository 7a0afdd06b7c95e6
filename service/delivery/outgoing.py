"""Requests to addresses that people have given us, for pushes and webhooks.

None ever goes into a private network: the name is resolved once, every address that it has is checked, and the
connection goes to exactly one of these, so that a name that means something else a moment later gains nothing.
Redirects are answers and are not followed. Time, connections and the bytes that are read are limited. TLS and the Host
header still use the name.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import SOCK_STREAM, gaierror
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import httpcore

_LONGEST_URL: Final = 2_000
_MOST_READ: Final = 2_000  # bytes of an answer
# Why there is no answer: pages say it in the language of the reader (service/web/notices/answers.js).
NO_NAME: Final = "there is no such name"
SLOW_NAME: Final = "the name could not be looked up in time"
PRIVATE: Final = "this name leads into a private network"
SLOW: Final = "no answer in time"
CLOSED: Final = "no connection"
GARBLED: Final = "no proper answer"
_CONNECTIONS: Final = 40
_SECONDS: Final = 10.0  # to connect, and again between two reads; the sender limits the whole attempt
_KEPT: Final = 20.0  # seconds that a connection waits for another request
# Beside what Python knows as not global: ways to write an IPv4 address as one of IPv6, and retired networks.
_FORBIDDEN: Final = tuple(
    ip_network(text)
    for text in ("192.88.99.0/24", "::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2002::/16", "fec0::/10")
)
_NAT64: Final = ip_network("64:ff9b::/96")

Resolve: TypeAlias = Callable[[str, int], Awaitable[list[str]]]
_SocketOption: TypeAlias = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class Unreachable(Exception):
    """No answer; the text says why."""


class Forbidden(Unreachable):
    """We do not send there."""


class Answer(NamedTuple):
    status: int
    text: str  # its beginning
    wait: int = 0  # milliseconds that it asks us to wait


def is_public(address: str) -> bool:
    """Whether anybody on the internet can reach this address, so that it is no way into our own network."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address):
        if parsed.scope_id is not None:
            return False
        if parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        elif parsed in _NAT64:
            parsed = IPv4Address(int(parsed) & 0xFFFF_FFFF)
    is_special = parsed.is_multicast or parsed.is_reserved or parsed.is_unspecified or parsed.is_loopback
    is_forbidden = any(parsed in network for network in _FORBIDDEN if network.version == parsed.version)
    return parsed.is_global and not is_special and not is_forbidden


def flaw_of(url: str, *, plain: bool = False) -> str | None:
    """Why nothing can be sent to this URL, or None. With `plain`, it may be unencrypted."""
    if len(url) > _LONGEST_URL or not url.isascii() or any(letter <= " " or letter == "\x7f" for letter in url):
        return "it has spaces or strange letters, or is too long"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return "it is no address of a page"
    if parts.scheme != "https" and not (plain and parts.scheme == "http"):
        return "it does not begin with https://"
    if not host or port == 0 or parts.username is not None:
        return "it is no address of a page"
    return None


async def resolved(host: str, port: int) -> list[str]:
    found_addresses = await asyncio.get_running_loop().getaddrinfo(host, port, type=SOCK_STREAM)
    return [str(address[4][0]) for address in found_addresses]


class Outgoing:
    """With `private`, which only tests use, requests may go anywhere and unencrypted."""

    def __init__(
        self, *, private: bool = False, resolve: Resolve = resolved, tls: ssl.SSLContext | None = None
    ) -> None:
        self.private = private
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=_CONNECTIONS,
            max_keepalive_connections=_CONNECTIONS // 2,
            keepalive_expiry=_KEPT,
            network_backend=_CheckedNetwork(resolve, private=private),
        )

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Raises Unreachable."""
        if flaw := flaw_of(url, plain=self.private):
            raise Forbidden(flaw)
        timeout = dict.fromkeys(("connect", "read", "write", "pool"), _SECONDS)
        sent = {"Host": urlsplit(url).netloc, "Content-Length": str(len(body)), **headers}
        try:
            async with self._pool.stream(
                "POST", url, headers=list(sent.items()), content=body, extensions={"timeout": timeout}
            ) as response:
                text = await _beginning(response)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError) as error:
            raise Unreachable(str(error) or _words(error)) from error
        return Answer(response.status, text, _wait_of(response))

    async def aclose(self) -> None:
        await self._pool.aclose()


class _CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only."""

    def __init__(self, resolve: Resolve, *, private: bool) -> None:
        self._resolve = resolve
        self._private = private
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[_SocketOption] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._addresses(host, port, timeout)
        return await self._backend.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def _addresses(self, host: str, port: int, timeout: float | None) -> list[str]:
        """Of a name that has even one forbidden address, nothing is used."""
        try:
            async with asyncio.timeout(timeout):
                addresses = await self._resolve(host.strip("[]"), port)
        except (gaierror, UnicodeError) as error:
            raise Unreachable(NO_NAME) from error
        except TimeoutError as error:
            raise Unreachable(SLOW_NAME) from error
        if not addresses:
            raise Unreachable(NO_NAME)
        if not self._private and not all(map(is_public, addresses)):
            raise Forbidden(PRIVATE)
        return addresses


async def _beginning(response: httpcore.Response) -> str:
    data = b""
    async for part in response.aiter_stream():
        data += part
        if len(data) >= _MOST_READ:
            break
    return "".join(letter for letter in data[:_MOST_READ].decode("utf-8", "replace") if letter.isprintable())


def _wait_of(response: httpcore.Response) -> int:
    for name, value in response.headers:
        if name.lower() == b"retry-after" and value.isdigit():
            return int(value[:6]) * 1000
    return 0


def _words(error: Exception) -> str:
    match error:
        case httpcore.TimeoutException():
            return SLOW
        case httpcore.ConnectError():
            return CLOSED
        case _:
            return GARBLED
