"""A proxy that cuts connections while a move is on its way, as a train in a tunnel does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final, Literal, TypeAlias, get_args

Cut: TypeAlias = Literal[
    "before",  # the request does not arrive
    "amid the request",
    "after",  # the request arrives, and no byte of the answer comes back
    "amid the answer",
    "everything",  # the same, and every other connection is cut with it: the stream too
    "at some time",  # every connection, at a random moment after the request has come
    "a tunnel",  # the same, and for a while there are no new ones
]
CUTS: Final[tuple[Cut, ...]] = get_args(Cut)
_CHUNK: Final = 65536
_ANSWERED: Final = 0.15  # seconds: within this time moves are answered, and bots answer them
_TUNNEL: Final = 1.5  # seconds, at most


class CuttingProxy:
    """Passes bytes on between a client and a service on this machine; `cut` is for the next move that is posted."""

    def __init__(self, port: int, rng: Random) -> None:
        self._service = port
        self._rng = rng
        self._open: set[asyncio.StreamWriter] = set()
        self.cut: Cut | None = None
        self.url = ""
        self._dark_until = 0.0
        self._passes_from = 0.0

    async def pass_on(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        """One connection, until either side or the proxy ends it."""
        if asyncio.get_running_loop().time() < self._dark_until:
            to_client.transport.abort()
            return
        service, to_service = await asyncio.open_connection("127.0.0.1", self._service)
        ends = {to_client, to_service}
        self._open |= ends
        connection = _Connection(self)
        ways = connection.requests(client, to_service), connection.answers(service, to_client)
        both = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        self.close(ends)
        for way in both:
            way.cancel()
        await asyncio.gather(*both, return_exceptions=True)

    def close(self, ends: set[asyncio.StreamWriter]) -> None:
        self._open -= ends
        for end in ends:
            end.transport.abort()

    def close_all(self) -> None:
        self.close(set(self._open))

    def cut_later(self, cut: Cut) -> None:
        """At a moment that has nothing to do with what is on its way."""
        loop = asyncio.get_running_loop()
        begin = loop.time() + self._rng.uniform(0, _ANSWERED)
        end = begin + (self._rng.uniform(0, _TUNNEL) if cut == "a tunnel" else 0)
        self._passes_from = end
        loop.call_at(begin, self._enter, end)

    def _enter(self, until: float) -> None:
        self._dark_until = until
        self.close_all()

    async def passes(self) -> None:
        """Settled when nothing more is to be cut."""
        while (wait := self._passes_from - asyncio.get_running_loop().time()) > -0.01:
            await asyncio.sleep(max(0.01, wait))

    def part(self, data: bytes) -> bytes:
        return data[: self._rng.randrange(1, max(2, len(data)))]


class _Connection:
    def __init__(self, proxy: CuttingProxy) -> None:
        self._proxy = proxy
        self._cut: Cut | None = None  # of the answer that is to come

    async def requests(self, client: asyncio.StreamReader, to_service: asyncio.StreamWriter) -> None:
        while data := await client.read(_CHUNK):
            if self._proxy.cut and data.startswith(b"POST /api/games/") and b"/moves" in data.partition(b"\r\n")[0]:
                self._cut, self._proxy.cut = self._proxy.cut, None
                if self._cut == "before":
                    return
                if self._cut == "amid the request":
                    data = self._proxy.part(data)
                if self._cut in ("at some time", "a tunnel"):
                    self._proxy.cut_later(self._cut)
            to_service.write(data)
            await to_service.drain()
            if self._cut == "amid the request":
                return

    async def answers(self, service: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        while data := await service.read(_CHUNK):
            if self._cut == "everything":
                self._proxy.close_all()
            if self._cut in ("after", "everything"):
                return
            is_last = self._cut == "amid the answer"
            to_client.write(self._proxy.part(data) if is_last else data)
            await to_client.drain()
            if is_last:
                return


@asynccontextmanager
async def cutting_proxy(port: int, rng: Random) -> AsyncIterator[CuttingProxy]:
    proxy = CuttingProxy(port, rng)
    server = await asyncio.start_server(proxy.pass_on, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield proxy
    server.close()
    proxy.close_all()
