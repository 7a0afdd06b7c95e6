"""Games against bots as bystanders and attackers play them, over the API and timed."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import httpx

from tests.support.api_play import Guest, Json, fine, offered, opened, post, welcome
from tests.support.stack import Stack
from tests.tools.soak.hostile.bystander import Times

RULES: Final[Json] = {"game": "kingdomino", "seats": 2}
THOUGHT: Final = 0.3  # seconds before a move: faster than people are, and well within the limit on requests
_FIRST_PAUSE: Final = 0.01


@asynccontextmanager
async def caller_from(service: Stack, address: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client whose requests come from this address, as a proxy on this machine says."""
    headers = {"X-Forwarded-For": address}
    async with httpx.AsyncClient(base_url=service.url, timeout=120, headers=headers) as client:
        yield client


class Opponent:
    """A guest who plays games against one bot, and measures how long it takes to answer."""

    def __init__(self, client: httpx.AsyncClient, guest: Guest, level: str) -> None:
        self._client = client
        self._guest = guest
        self._level = level
        self._game = ""

    async def answers(self, count: int) -> Times:
        """The seconds that the bot took for each of `count` turns: from the person's move to the next one."""
        times = Times()
        while len(times) < count:
            choices = await self._my_turn()
            await asyncio.sleep(THOUGHT)
            begin = time.perf_counter()
            fine(await post(self._client, self._game, self._guest, choices["moves"][0]))
            if (await self._offered())["seat"] == 1:
                await self._my_turn()
                times.append(time.perf_counter() - begin)
        return times

    async def _my_turn(self) -> Json:
        """Looks until it is, after pauses of a tenth of the time that has passed: exact enough, and few requests."""
        begin = time.perf_counter()
        while True:
            choices = await self._offered()
            if choices["seat"] is None:
                self._game = ""
            elif choices["seat"] == 0:
                return choices
            else:
                await asyncio.sleep(max(_FIRST_PAUSE, (time.perf_counter() - begin) / 10))

    async def _offered(self) -> Json:
        if not self._game:
            table = await opened(self._client, self._guest, RULES, seats=[{"bot": self._level}])
            self._game = table["id"]
        return await offered(self._client, self._game, self._guest)


async def opponent(client: httpx.AsyncClient, level: str) -> Opponent:
    return Opponent(client, await welcome(client, f"Against {level}"), level)
