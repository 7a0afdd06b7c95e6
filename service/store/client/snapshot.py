"""A copy of everything on a server at one moment, fetched over the network as a replica fetches it.

The server goes on meanwhile: it writes the copy from a forked process, as for a replica that joins. The copy has the
server's own format (RDB).
"""

import asyncio
import os
from collections.abc import Awaitable
from pathlib import Path
from typing import Final

from service.store.client.address import Address
from service.store.client.connection import Connection
from service.store.errors import Unavailable

_CHUNK: Final = 1 << 20
_MARK: Final = 40  # bytes at the end of a copy whose length the server did not know
_SILENCE: Final = 120.0  # seconds; while it prepares the copy, a server sends a byte now and then


async def flavour_and_version(address: Address) -> tuple[str, str]:
    """What runs there, for example `("valkey", "9.1.2")`."""
    connection = Connection(address)
    try:
        info: bytes = await connection.call("INFO", "server")
    finally:
        await connection.aclose()
    words = dict(line.split(":", 1) for line in info.decode().splitlines() if ":" in line)
    flavour = "valkey" if "valkey_version" in words else "redis"
    return flavour, words[f"{flavour}_version"]


async def fetch_snapshot(address: Address, file: Path) -> None:
    """Write the copy to `file`, durably; raises Unavailable if the server does not send it, or not to its end."""
    try:
        reader, writer = await address.open_stream(_CHUNK)
    except OSError as error:
        raise Unavailable(f"the log's server at {address} cannot be reached") from error
    try:
        greeting = [*address.greeting(), ("REPLCONF", "capa", "eof"), ("REPLCONF", "rdb-only", "1")]
        for words in greeting:
            writer.write(_packed(*words))
            reply = await _within(reader.readline())
            if reply.startswith(b"-") and words[0] != "REPLCONF":
                raise Unavailable(f"the log's server refused: {reply[1:].decode().strip()}")
        writer.write(_packed("SYNC"))
        with file.open("xb") as output:
            await _receive(reader, output.fileno())
            os.fsync(output.fileno())
    except (OSError, asyncio.IncompleteReadError) as error:
        raise Unavailable("the log's server broke off while it sent the copy") from error
    finally:
        writer.close()


def _packed(*words: str | int) -> bytes:
    encoded = [str(word).encode() for word in words]
    return b"*%d\r\n" % len(encoded) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in encoded)


async def _receive(reader: asyncio.StreamReader, output: int) -> None:
    header = b"\n"
    while header == b"\n":  # the copy is being prepared
        header = await _within(reader.readline())
    if not header.startswith(b"$"):
        raise Unavailable(f"the log's server sends no copy: {header.decode(errors='replace').strip()}")
    size = header[1:].strip()
    if size.startswith(b"EOF:"):
        await _receive_until(reader, output, size[4:])
    else:
        await _receive_bytes(reader, output, int(size))


async def _receive_bytes(reader: asyncio.StreamReader, output: int, left: int) -> None:
    while left:
        left -= _write(output, await _some(reader, min(left, _CHUNK)))


async def _receive_until(reader: asyncio.StreamReader, output: int, mark: bytes) -> None:
    held = b""
    while not held.endswith(mark):
        held += await _some(reader, _CHUNK)
        if not held.endswith(mark):
            _write(output, held[:-_MARK])
            held = held[-_MARK:]
    _write(output, held[:-_MARK])


async def _some(reader: asyncio.StreamReader, most: int) -> bytes:
    data = await _within(reader.read(most))
    if not data:
        raise asyncio.IncompleteReadError(b"", None)
    return data


def _write(output: int, data: bytes) -> int:
    left = memoryview(data)
    while left:
        left = left[os.write(output, left) :]
    return len(data)


async def _within(reading: Awaitable[bytes]) -> bytes:
    async with asyncio.timeout(_SILENCE):
        return await reading
