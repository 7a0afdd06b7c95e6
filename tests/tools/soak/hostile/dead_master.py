"""M3: one master of three is killed and stays dead; games on the other two are played on through the API."""

import asyncio
import os
import signal
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx

from service.local_valkey.server import Embedded
from service.store.client.slots import slot_of
from service.store.keys import game_keys
from service.store.log_names import seats_log
from tests.support.api_play import DISCOVERY, Guest, choice, offered, post, welcome
from tests.support.ports import reserve_port
from tests.support.servers import masters_of_cluster
from tests.support.stack import Running, Stack
from tests.tools.soak.hostile.attack import Attack, Figure

MOST: Final = 1_000.0  # ms
SECONDS: Final = 10.0  # several times what the others need to agree that it is dead
_TIMEOUT: Final = ["--cluster-node-timeout", "2000"]
_FIRST_SLOT: Final = 5461  # of the second master


async def measure(_: Stack) -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        async with masters_of_cluster(directory, _TIMEOUT, keep_alive=False) as masters:
            return await _measured(directory, masters)


async def _measured(directory: Path, masters: list[Embedded]) -> list[Figure]:
    port = reserve_port()
    url = masters[1].url.replace("redis:", "redis+cluster:")
    environment = {"REDIS_URL": url, "PORT": str(port), "RATE": "1e6", "BURST": "1000000", "GUESTS": "1000"}
    api = Running(["api"], environment, directory / "api.log")
    await api.start()
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            await api.until(lambda: client.get("/health/ready"))
            players = [await _elsewhere(client, seat) for seat in range(2)]
            calm = await _longest_wait(client, players, SECONDS)
            os.kill(masters[0].pid, signal.SIGKILL)
            attacked = await _longest_wait(client, players, SECONDS)
    finally:
        await api.stop()
    return [Figure("longest wait until a move on another master was acknowledged", calm, attacked, MOST, "ms")]


def _is_elsewhere(*keys: str) -> bool:
    """Whether none of the keys is on the first master, which will be killed."""
    return all(slot_of(key) >= _FIRST_SLOT for key in keys)


async def _elsewhere(client: httpx.AsyncClient, seat: int) -> Guest:
    while not _is_elsewhere(f"person:{(guest := await welcome(client, f'Guest {seat}')).player}"):
        pass
    return guest


async def _game_elsewhere(client: httpx.AsyncClient, players: list[Guest]) -> str | None:
    """A new game on another master; None if the table would be on the dead one."""
    answer = await client.post("/api/games", json={"rules": DISCOVERY}, headers=players[0].headers)
    game: str = answer.json()["id"] if answer.is_success else ""
    if not game or not _is_elsewhere(*game_keys(game), *game_keys(seats_log(game))):
        return None
    await client.post(f"/api/games/{game}/join", headers=players[1].headers)
    return game


async def _longest_wait(client: httpx.AsyncClient, players: list[Guest], seconds: float) -> float:
    """The longest time in ms between the wish to move and its acknowledgement, in games of other masters."""
    longest, end = 0.0, time.perf_counter() + seconds
    game: str | None = None
    while time.perf_counter() < end:
        if game is None:
            game = await _game_elsewhere(client, players)
            continue
        choices = await offered(client, game, players[0])
        if choices["seat"] is None:
            game = None
            continue
        begin = time.perf_counter()
        while not (await post(client, game, players[choices["seat"]], choice(choices), seq=choices["seq"])).is_success:
            await asyncio.sleep(0.01)
        longest = max(longest, time.perf_counter() - begin)
    return longest * 1_000


ATTACK: Final = Attack(
    number="M3",
    target="one master of three killed: games on the other two go on within 1 s",
    measure=measure,
    workers=0,
)
