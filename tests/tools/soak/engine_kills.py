"""`kill -9` of workers while the engine makes hints, moves of bots and a review: none is lost."""

import asyncio
import tempfile
from pathlib import Path
from typing import Final

import httpx
from tqdm import tqdm

from puzzles.search.precompile import warm
from service.store.event_store import EventStore
from tests.support.api_hints import (
    TRIBE,
    check_finished,
    game_against_bots,
    hint_of,
    hint_when,
    is_done,
    play_to_the_end,
    review_of,
    to_move,
)
from tests.support.api_play import Guest, Json, fine, post
from tests.support.stack import Stack, stack

_REVIEW_SECONDS: Final = 120.0  # the real engine searches at every decision of the game


async def engine_survives_kills(rounds: int, directory: Path, rules: Json = TRIBE) -> None:
    """Each round kills a worker while it makes a hint, and the other one after the move. Raises AssertionError."""
    warm()  # the search processes load what is compiled here
    async with stack(directory, workers=2) as service, httpx.AsyncClient(base_url=service.url, timeout=30) as client:
        game, guest = await game_against_bots(client, "mammoth", rules)
        for number in tqdm(range(rounds), desc="kills of both workers", unit="round"):
            choices = await to_move(client, game, guest)
            if choices["seat"] is None:
                break
            await _hint_while_killed(service, client, game, guest, choices["seq"], number % 2)
            await service.kill(f"worker{(number + 1) % 2}")
        await play_to_the_end(client, game, guest)
        await service.kill("worker0")
        review = await review_of(client, game, guest, _REVIEW_SECONDS)
        seats = fine(await client.get(f"/api/games/{game}"))["seats"]
        store = EventStore(service.server.url)
        await check_finished(store, game)
        await store.aclose()
    _check_review(review, seats)
    assert not service.failed.exists(), "no search failed"
    assert not (directory / "data" / "failed_positions").exists()


async def _hint_while_killed(
    service: Stack, client: httpx.AsyncClient, game: str, guest: Guest, seq: int, worker: int
) -> None:
    """Asks for a hint, kills a worker while it is made, and plays the best move of the hint."""
    hint = await hint_of(client, game, guest, at=seq)
    await hint_when(client, game, guest, hint["hint"], lambda hint: bool(hint["status"] != "queued"))
    await service.kill(f"worker{worker}")
    done = await hint_when(client, game, guest, hint["hint"], is_done)
    fine(await post(client, game, guest, done["moves"][0]["move"], seq=seq))


def _check_review(review: Json, seats: Json) -> None:
    assert review["moves"]
    for seat in review["seats"]:
        hindsight = seat["hindsight"]
        assert seats[seat["seat"]]["score"]["total"] <= hindsight["best"] <= hindsight["bound"]


def main(rounds: int = 10) -> None:
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(engine_survives_kills(rounds, Path(directory)))
    print(f"{rounds} kills each of two workers: no move, hint or review lost")
