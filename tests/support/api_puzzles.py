"""What solvers do: look at a puzzle, choose among the moves offered, make an attempt."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import msgspec

from domain.commands import Step
from puzzles.puzzle import Puzzle
from service.assembly import assemble
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock, another_api
from tests.support.api_play import Guest, Json, fine
from tests.support.servers import emptied


@asynccontextmanager
async def puzzle_api(url: str, clock: ManualClock) -> AsyncIterator[tuple[httpx.AsyncClient, Services]]:
    """The API over an empty store, and the services it is made of."""
    store = EventStore(url)
    try:
        await emptied(store)
        async with another_api(url, clock) as client:
            yield client, assemble(store, clock)
    finally:
        await emptied(store)  # whose clock shows an earlier day would find no puzzle for it
        await store.aclose()


async def stands(client: httpx.AsyncClient, puzzle: str, moves: list[Json]) -> Json:
    return fine(await client.post(f"/api/puzzles/{puzzle}/moves", json={"moves": moves}))


async def any_line(client: httpx.AsyncClient, puzzle: str, choice: int = 0) -> list[Json]:
    """A whole attempt made of the moves that are offered."""
    moves: list[Json] = []
    while not (offered := await stands(client, puzzle, moves))["is_complete"]:
        moves.append(offered["moves"][choice % len(offered["moves"])])
    return moves


async def attempt(
    client: httpx.AsyncClient, guest: Guest, puzzle: str, moves: list[Json], key: str | None = None
) -> httpx.Response:
    headers = {**guest.headers, "Idempotency-Key": key} if key else guest.headers
    return await client.post(f"/api/puzzles/{puzzle}/attempts", json={"moves": moves}, headers=headers)


async def begin(client: httpx.AsyncClient, guest: Guest, puzzle: str) -> httpx.Response:
    return await client.post(f"/api/puzzles/{puzzle}/begin", headers=guest.headers)


async def take_hint(client: httpx.AsyncClient, guest: Guest, puzzle: str) -> httpx.Response:
    return await client.post(f"/api/puzzles/{puzzle}/hints", headers=guest.headers)


def sent(moves: tuple[Step, ...]) -> list[Json]:
    """Moves as they are sent."""
    return [msgspec.json.decode(msgspec.json.encode(move)) for move in moves]


async def known_puzzle(services: Services, name: str) -> Puzzle:
    kept = await services.library.find(name)
    assert kept is not None
    return kept.puzzle
