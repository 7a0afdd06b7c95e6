"""The connection breaks while a move is on its way, again and again at random: in the browser, and in a program."""

import asyncio
import tempfile
from pathlib import Path
from random import Random

from tests.support.browser_person import Person
from tests.support.cut_connections import CUTS, cutting_proxy
from tests.support.cut_moves import plays_by_the_api, plays_in_the_browser
from tests.support.stack import stack
from tests.tools.chromium import chromium


async def moves_survive_cuts(rounds: int, directory: Path, seed: int) -> str:
    rng = Random(seed)
    async with stack(directory) as it, cutting_proxy(it.port, rng) as proxy:
        by_program = await plays_by_the_api(it.url, proxy, rng.choices(CUTS, k=rounds))
        async with chromium() as browser:
            context = await browser.new_context(reduced_motion="reduce")
            person = await Person.at(context, proxy.url)
            by_clicks = await plays_in_the_browser(person, proxy, rng.choices(CUTS, k=rounds))
            assert not person.unexpected(), person.unexpected()
    return f"{by_program} moves of a program and {by_clicks} clicks were cut off: each happened once, none was lost"


def main(rounds: int = 200, seed: int = 1) -> None:
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as directory:
        print(asyncio.run(moves_survive_cuts(rounds, Path(directory), seed)))


if __name__ == "__main__":
    main()
