"""The bot in docs/ plays whole games against the API and its worker."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from service.runtime.settings import Settings
from service.worker.main import run_worker
from tests.support.api_play import DISCOVERY, Json, choice, fine, opened, post, welcome
from tests.support.api_server import lent_app, serving

TINY_BOT = Path(__file__).parents[3] / "docs" / "tiny_bot.py"
_LONGEST_WAIT = 300.0  # only ends a test that would hang


@pytest.fixture
async def worker(server_url: str) -> AsyncIterator[None]:
    working = asyncio.create_task(run_worker(Settings(redis_url=server_url, puzzles=0, patience=_LONGEST_WAIT)))
    yield
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working


async def run_tiny_bot(client: httpx.AsyncClient, *words: str) -> list[str]:
    """Its output."""
    url = str(client.base_url).rstrip("/")
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "error", TINY_BOT, url, *words, stdout=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(_LONGEST_WAIT):
        said, _ = await bot.communicate()
    assert bot.returncode == 0
    return said.decode().split()


@pytest.mark.usefixtures("worker")
async def test_the_tiny_bot_opens_a_game_and_plays_it_to_the_end(server_url: str) -> None:
    with (
        lent_app(Settings(redis_url=server_url, patience=_LONGEST_WAIT)) as app,
        serving(app) as url,
    ):  # with the usual rate limits
        async with httpx.AsyncClient(base_url=url, timeout=_LONGEST_WAIT) as client:
            game, *_ = await run_tiny_bot(client)
            await _is_over(client, game, ["Tiny", "Pebble"])


async def test_the_tiny_bot_joins_a_game_and_plays_it_to_the_end(remote: httpx.AsyncClient) -> None:
    guest = await welcome(remote, "Ugh")
    game = (await opened(remote, guest, DISCOVERY))["id"]
    bot = asyncio.create_task(run_tiny_bot(remote, game))
    while not bot.done():
        choices = await _offered_at_all(remote, game)
        if choices and choices["seat"] == 0:
            fine(await post(remote, game, guest, choice(choices), seq=choices["seq"]))
        else:
            await asyncio.sleep(0.005)
    assert (await bot)[0] == game
    await _is_over(remote, game, ["Ugh", "Tiny"])


async def _offered_at_all(client: httpx.AsyncClient, game: str) -> Json:
    table = fine(await client.get(f"/api/games/{game}"))
    return None if table["status"] == "open" else fine(await client.get(f"/api/games/{game}/moves"))


async def _is_over(client: httpx.AsyncClient, game: str, names: list[str]) -> None:
    table = fine(await client.get(f"/api/games/{game}"))
    assert table["status"] == "over"
    assert [seat["name"] for seat in table["seats"]] == names


def test_the_tiny_bot_is_tiny() -> None:
    code = [line for line in TINY_BOT.read_text(encoding="utf-8").splitlines()[1:] if line.strip()]
    assert len(code) <= 32
