"""The network between a browser and the service, which can be switched off for any browser."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

_CHUNK: Final = 65536


class Network:
    def __init__(self, port: int) -> None:
        self._service = port
        self._open: set[asyncio.StreamWriter] = set()
        self._is_off = False

    def switch(self, *, on: bool) -> None:
        """Off: what is open is cut, and what comes is refused."""
        self._is_off = not on
        if self._is_off:
            for end in self._open:
                end.transport.abort()

    async def join(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        if self._is_off:
            to_client.transport.abort()
            return
        service, to_service = await asyncio.open_connection("127.0.0.1", self._service)
        ends = {to_client, to_service}
        self._open |= ends
        await asyncio.gather(_carry(client, to_service), _carry(service, to_client))
        self._open -= ends


async def _carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Until one of them has had enough."""
    try:
        while data := await source.read(_CHUNK):
            target.write(data)
            await target.drain()
    except ConnectionError:
        pass
    finally:
        target.transport.abort() if source.exception() else target.close()


@asynccontextmanager
async def network(url: str) -> AsyncIterator[tuple[Network, str]]:
    """Before the service at this address, with the address of its other end."""
    it = Network(urlsplit(url).port or 80)
    server = await asyncio.start_server(it.join, "127.0.0.1", 0)
    yield it, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    it.switch(on=False)
    server.close()
