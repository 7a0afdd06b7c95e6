"""Games against bots, hints and reviews over the API, and a worker in the test's process to provide them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

import httpx

from domain.log import audit
from service.engine.search_pool import GRACE, SearchPool
from service.games.codec import decode_all
from service.local_valkey.server import Embedded
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings
from service.store.event_store import EventStore
from service.worker.limits import WorkerLimits
from service.worker.main import run_worker
from tests.support.api_play import DISCOVERY, Guest, Json, fine, offered, opened, post, started, welcome
from tests.support.game_players import spans
from tests.support.servers import LONGEST_WAIT, eventually
from tests.support.simple_search_process import COMMAND

TRIBE: Json = {"game": "origins", "mode": "tribe", "seats": 2}
KINGDOMINO: Json = {"game": "kingdomino", "seats": 2}
AGAINST_A_BOT: Json = {"seats": [{"bot": "flint"}]}
HASTY: Final = WorkerLimits(stop_patience=0.0)  # nobody waits for searches that run when a test is over


@asynccontextmanager
async def working(
    server: Embedded,
    failed: Path,
    *how: str,
    command: tuple[str, ...] = COMMAND,
    grace: float = GRACE,
    limits: WorkerLimits = HASTY,
) -> AsyncIterator[SearchPool]:
    """A worker in this process with one simple search process, which misbehaves as `how` says."""
    thinkers = SearchPool(1, failed, Metrics(), (*command, *how), grace=grace)
    worker = asyncio.create_task(
        run_worker(Settings(redis_url=server.url, puzzles=0, patience=LONGEST_WAIT), thinkers=thinkers, limits=limits)
    )
    try:
        yield thinkers
    finally:
        worker.cancel()
        await asyncio.wait([worker])


async def is_busy(thinkers: SearchPool) -> bool:
    return bool(thinkers.pids)


async def game_against_bots(client: httpx.AsyncClient, level: str, rules: Json = KINGDOMINO) -> tuple[str, Guest]:
    """A new game, and the guest who plays it."""
    guest = await welcome(client, "Oona")
    return (await opened(client, guest, rules, seats=[{"bot": level}] * (rules["seats"] - 1)))["id"], guest


async def against_a_bot(client: httpx.AsyncClient, rules: Json = DISCOVERY) -> tuple[str, Guest]:
    """A game against one bot in which the guest moves first."""
    while True:
        guest = await welcome(client, "Oona")
        game = (await opened(client, guest, rules, **AGAINST_A_BOT))["id"]
        if (await offered(client, game, guest))["seat"] == 0:
            return game, guest


async def resigned(client: httpx.AsyncClient, **more: Json) -> tuple[str, Guest]:
    """A game of two people, one of whom has left while the other is to move."""
    game, guests = await started(client, DISCOVERY, **more)
    mover = (await offered(client, game, guests[0]))["seat"]
    fine(await client.post(f"/api/games/{game}/resign", headers=guests[1 - mover].headers))
    return game, guests[mover]


async def to_move(client: httpx.AsyncClient, game: str, guest: Guest) -> Json:
    """What the guest may choose after the bots have moved; its seat is None when the game is over."""
    choices: list[Json] = []

    async def is_my_turn() -> bool:
        choices.append(await offered(client, game, guest))
        return choices[-1]["seat"] in (0, None)

    await eventually(is_my_turn)
    return choices[-1]


async def play_to_the_end(client: httpx.AsyncClient, game: str, guest: Guest) -> None:
    while (choices := await to_move(client, game, guest))["seat"] is not None:
        fine(await post(client, game, guest, Random(choices["seq"]).choice(choices["moves"])))


async def request_hint(client: httpx.AsyncClient, game: str, guest: Guest, **query: Json) -> httpx.Response:
    return await client.post(f"/api/games/{game}/hints", headers=guest.headers, params=query)


async def hint_of(client: httpx.AsyncClient, game: str, guest: Guest, **query: int) -> Json:
    return fine(await request_hint(client, game, guest, **query))


async def hint_when(
    client: httpx.AsyncClient, game: str, guest: Guest, hint: str, condition: Callable[[Json], bool]
) -> Json:
    """The hint as it is when `condition` holds for it."""
    hints: list[Json] = []

    async def holds() -> bool:
        hints.append(fine(await client.get(f"/api/games/{game}/hints/{hint}", headers=guest.headers)))
        return condition(hints[-1])

    await eventually(holds)
    return hints[-1]


def is_done(hint: Json) -> bool:
    return bool(hint["status"] == "done")


def is_running(hint: Json) -> bool:
    return bool(hint["status"] == "running")


async def review_of(client: httpx.AsyncClient, game: str, guest: Guest, seconds: float = LONGEST_WAIT) -> Json:
    """The finished review, once there is one."""
    answers: list[httpx.Response] = []

    async def is_finished() -> bool:
        answers.append(await client.get(f"/api/games/{game}/analysis", headers=guest.headers))
        fine(answers[-1])
        return answers[-1].status_code == httpx.codes.OK

    await eventually(is_finished, seconds)
    return answers[-1].json()


async def check_finished(store: EventStore, game: str) -> None:
    """The game is over, its log obeys the rules, and no event belongs to two moves of bots."""
    log = decode_all(await store.read(game))
    assert audit(entry.event for entry in log).position.winners is not None
    made = [number for span in await spans(store, game, len(log)) for number in range(span.first, span.last + 1)]
    assert len(made) == len(set(made))
