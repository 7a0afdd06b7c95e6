"""What the API benchmarks play on: real processes, and games dealt and played beforehand."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from random import Random
from typing import NamedTuple

import msgspec

from domain.commands import Play
from domain.rules import Rules
from service.games.codec import encode
from service.games.seating import SeatingEvent, SeatTaken, TableOpened
from service.people.identity import People
from service.store.event_store import EventStore
from tests.support.play import Played, random_game
from tests.support.ports import reserve_port
from tests.tools.bench.client import connect, request

NOW = 1_763_259_000_000
DUEL = Rules("kingdomino", 2, None, ("must_place", "mighty_duel"))


class Staged(NamedTuple):
    """A game that has just started, and the requests that play it to its end."""

    id: str
    requests: list[bytes]


@asynccontextmanager
async def _process(*command: str, **environment: str) -> AsyncGenerator[int, None]:
    """A server process on a free port once it is ready, stopped afterwards."""
    port = reserve_port()
    words = [word.format(port=port) for word in command]
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        env={**os.environ, "PORT": str(port), **environment},
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await _until_ready(port)
        yield port
    finally:
        child.terminate()
        await child.wait()


async def _until_ready(port: int) -> None:
    while True:
        try:
            connection = await connect(port)
            if (await connection.ask(request("GET", "/health/ready"))).status == 200:
                connection.close()
                return
        except OSError:
            await asyncio.sleep(0.05)


def api(url: str, **more: str) -> AbstractAsyncContextManager[int]:
    """With limits that no part reaches, and more settings by their names."""
    limits = {"RATE": "1e9", "BURST": "1000000000"}
    return _process("-m", "service", "api", REDIS_URL=url, LOG_LEVEL="WARNING", **limits, **more)


def trivial() -> AbstractAsyncContextManager[int]:
    """The yardstick, with the same server and settings as the API."""
    return _process("-m", "tests.tools.bench.trivial")


def played_games(count: int, rules: Rules = DUEL) -> list[Played]:
    return [random_game(rules, Random(seed)) for seed in range(count)]


async def stage(store: EventStore, name: str, played: Played, moves: int = 0) -> Staged:
    """Seat persons at a table, start their game with the deal it was played with, and make this many moves."""
    people, rules = People(store), played.end.position.rules
    seats = [await people.welcome(f"Seat {seat}") for seat in range(rules.seats)]
    opened: list[SeatingEvent] = [TableOpened(rules, (None,) * rules.seats)]
    opened += [SeatTaken(seat, person.player, person.name) for seat, (person, _) in enumerate(seats)]
    await store.append(f"{name}.seats", 0, [msgspec.msgpack.encode(event) for event in opened])
    begin = played.games[1 + moves].version
    await store.append(name, 0, [encode(event, NOW) for event in played.events[:begin]], "start")
    tokens = [token for _, token in seats]
    plays = [command for command in played.commands if isinstance(command, Play)]
    return Staged(
        name,
        [
            request(
                "POST",
                f"/api/games/{name}/moves",
                tokens[play.seat],
                msgspec.json.encode(play.move),
                Idempotency_Key=f"k{number}",
            )
            for number, play in enumerate(plays[moves:])
        ],
    )
