"""The address of a server and how to log in there, parsed from a URL."""

import asyncio
import ssl
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import unquote, urlsplit

import msgspec

P = TypeVar("P", bound=asyncio.Protocol)

_SCHEMES = ("redis", "rediss", "unix", "redis+cluster", "rediss+cluster")


class Address(msgspec.Struct, frozen=True):
    host: str = "127.0.0.1"
    port: int = 6379
    path: str | None = None  # of a unix socket
    username: str | None = None
    password: str | None = None
    database: int = 0
    tls: bool = False
    cluster: bool = False

    def __str__(self) -> str:
        """Without the password, because this goes into messages."""
        return self.path or f"{self.host}:{self.port}"

    def at(self, host: str, port: int) -> "Address":
        """The address of another node of the same cluster."""
        return msgspec.structs.replace(self, host=host or self.host, port=port)

    def greeting(self) -> list[tuple[str | int, ...]]:
        """The commands that come first on a new connection."""
        commands: list[tuple[str | int, ...]] = []
        if self.password is not None:
            commands.append(("AUTH", self.username or "default", self.password))
        if self.database:
            commands.append(("SELECT", self.database))
        return commands

    async def open(self, protocol: Callable[[], P]) -> P:
        loop = asyncio.get_running_loop()
        if self.path is not None:
            return (await loop.create_unix_connection(protocol, self.path))[1]
        tls = ssl.create_default_context() if self.tls else None
        return (await loop.create_connection(protocol, self.host, self.port, ssl=tls))[1]

    async def open_stream(self, limit: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """As `open`, for replies that are too large to be collected in memory."""
        if self.path is not None:
            return await asyncio.open_unix_connection(self.path, limit=limit)
        tls = ssl.create_default_context() if self.tls else None
        return await asyncio.open_connection(self.host, self.port, ssl=tls, limit=limit)


def parse(url: str) -> Address:
    """The address in a URL; raises ValueError if the URL is not one of a store."""
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES:
        raise ValueError(
            f"a store's URL starts with one of {', '.join(f'{s}://' for s in _SCHEMES)}; this one does not"
        )
    return Address(
        host=parts.hostname or "127.0.0.1",
        port=parts.port or 6379,
        path=unquote(parts.path) if parts.scheme == "unix" else None,
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        database=0 if parts.scheme == "unix" else int(parts.path.strip("/") or 0),
        tls=parts.scheme.startswith("rediss"),
        cluster=parts.scheme.endswith("+cluster"),
    )
