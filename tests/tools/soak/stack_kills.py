"""`kill -9` of the server, the API and the worker in turn, while people play against bots: nothing lost or doubled."""

import asyncio
import tempfile
from pathlib import Path
from random import Random

from tqdm import tqdm

from service.store.event_store import EventStore
from tests.support.game_players import Players
from tests.support.stack import Stack, stack

PARTS = ("server", "api", "worker0")


async def service_survives_kills(rounds: int, directory: Path, seed: int = 1, players: int = 8) -> str:
    """Each round kills each part once. Raises AssertionError if something is wrong; says what was done."""
    rng = Random(seed)
    print(f"seed {seed}")  # shown when a test fails
    async with stack(directory) as it:
        people = Players(it.url, players, rng)
        playing = asyncio.create_task(people.play())
        killing = asyncio.create_task(_kill(it, people, rounds, rng))
        await asyncio.wait([playing, killing], return_when=asyncio.FIRST_COMPLETED)
        if not killing.done():  # they play until they are stopped, so one of them has failed
            killing.cancel()
            await playing
        await killing
        await playing
        store = EventStore(it.server.url)
        await people.check(store)
        await store.aclose()
    return (
        f"{rounds} kills each of server, API and worker: {len(people.acknowledged)} acknowledged moves in "
        f"{len(people.finished)} finished games, none lost or doubled; "
        f"the longest wait for bots was {people.longest_wait:.1f} s"
    )


async def _kill(it: Stack, people: Players, rounds: int, rng: Random) -> None:
    for _ in tqdm(range(rounds), desc="kills of each part", unit="round"):
        for part in rng.sample(PARTS, len(PARTS)):
            await people.more(rng.randint(5, 60))
            await asyncio.sleep(rng.uniform(0, 0.05))  # at any moment of a move
            await it.kill(part)
    await people.more(20)
    people.enough()


def main(rounds: int = 20, seed: int = 1) -> None:
    with tempfile.TemporaryDirectory() as directory:
        print(asyncio.run(service_survives_kills(rounds, Path(directory), seed)))


if __name__ == "__main__":
    main()
