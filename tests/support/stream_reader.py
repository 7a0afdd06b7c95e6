"""A client of server-sent events that forgets nothing it was sent."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import httpx

from tests.support.api_play import Json
from tests.support.servers import LONGEST_WAIT


class Message(NamedTuple):
    kind: str
    id: str  # of the last message that had one, as browsers count
    data: Json

    @property
    def seq(self) -> int:
        return int(self.id)


class Follower:
    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.comments: list[str] = []
        self.lines: list[str] = []  # all of it, as it came
        self.has_ended = False
        self._last_id = ""
        self._fields: dict[str, str] = {}
        self._news = asyncio.Condition()

    @property
    def seqs(self) -> list[int]:
        return [message.seq for message in self.messages]

    async def reached(self, seq: int) -> None:
        await self.holds(lambda: bool(self.messages) and self.messages[-1].seq >= seq)

    async def holds(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(LONGEST_WAIT), self._news:
            await self._news.wait_for(condition)

    async def read(self, response: httpx.Response) -> None:
        async for line in response.aiter_lines():
            self._take(line)
            await self._notify()
        self.has_ended = True
        await self._notify()

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()

    def _take(self, line: str) -> None:
        self.lines.append(line)
        name, _, value = line.partition(": ")
        if line.startswith(":"):
            self.comments.append(line)
        elif line:
            self._fields[name] = value
        elif self._fields:
            self._last_id = self._fields.get("id", self._last_id)
            kind, data = self._fields.get("event", "message"), self._fields["data"]
            self.messages.append(Message(kind, self._last_id, json.loads(data)))
            self._fields = {}


@asynccontextmanager
async def following(
    client: httpx.AsyncClient,
    game: str,
    after: int = 0,
    headers: Mapping[str, str | bytes] | None = None,
    **query: str,
) -> AsyncIterator[Follower]:
    """Follows the game until the block ends."""
    async with reading(client, f"/api/games/{game}/stream", headers, after=str(after), **query) as follower:
        yield follower


@asynccontextmanager
async def reading(
    client: httpx.AsyncClient, path: str, headers: Mapping[str, str | bytes] | None = None, **query: str
) -> AsyncIterator[Follower]:
    """Reads a stream until the block ends."""
    follower = Follower()
    given = httpx.Headers({name.encode(): _bytes(value) for name, value in (headers or {}).items()})
    async with client.stream("GET", path, params=query, headers=given) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        reading = asyncio.create_task(follower.read(response))
        try:
            yield follower
        finally:
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading


def _bytes(value: str | bytes) -> bytes:
    return value.encode() if isinstance(value, str) else value
