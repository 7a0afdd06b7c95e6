"""`make screenshots`: the pictures of the README, from a real game in a real browser.

The game is played by the bots from a fixed seed, so that the pictures change only when the pages or the bots do.
"""

import asyncio
import tempfile
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final, Literal

from playwright.async_api import Browser, StorageState

from domain.commands import Play, StartGame
from domain.decide import decide
from domain.events import Player
from domain.game import INITIAL, Game
from domain.legal import legal
from domain.log import replay
from domain.rules import Rules
from projections.earnings import earnings
from puzzles.bots.choose import choose
from service.games.starting.shuffle import shuffled
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Person
from tests.support.play import Played
from tests.support.stack import stack
from tests.support.staged_tables import cut, stage, turn_of
from tests.tools.chromium import chromium

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
SEED: Final = 7
RULES: Final = Rules("origins", 3, "tribe")
NAMES: Final = ("Oona", "Brrk", "Ugh")
TABLE, SMALL = (1280, 860), (1100, 760)
TABLES: Final[tuple[tuple[str, tuple[int, int], Literal["light", "dark"]], ...]] = (
    ("table-light", TABLE, "light"),
    ("table-dark", TABLE, "dark"),
    ("phone", PHONE, "light"),
)
QUALITY: Final = 85
LARGEST: Final = 150_000
REVIEWING: Final = 600_000  # milliseconds that the review of a game may take on a machine with more to do
AIMS: Final = 40  # places for the ghost, of which the first that earns something is shown


def played() -> Played:
    """A whole game by three bots that play as if they were people."""
    rng = Random(SEED)
    game = Played([], [INITIAL])
    command: StartGame | Play = StartGame(
        RULES, tuple(Player(name) for name in NAMES), shuffled(RULES, rng), f"{rng.getrandbits(256):064x}"
    )
    while True:
        events = decide(game.end, command)
        game.commands.append(command)
        game.events += events
        game.games.append(replay(events, game.end))
        position = game.end.position
        if position.seat is None:
            return game
        command = Play(position.seat, choose(position, "flint", rng))


def late(game: Played) -> Played:
    """Until seat 0 has to place one of its last dominoes, which can earn something."""
    is_there = turn_of(0, "place", len(game.events) * 2 // 3)
    return cut(game, next(number for number, state in enumerate(game.games) if is_there(state) and _earns(state)))


def _earns(state: Game) -> bool:
    return any(earning.total > 3 for earning in earnings(state.position, legal(state.position)))


@asynccontextmanager
async def person(
    browser: Browser, url: str, size: tuple[int, int], colours: Literal["light", "dark"], session: StorageState | None
) -> AsyncIterator[Person]:
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=colours,
        has_touch=size == PHONE,
        is_mobile=size == PHONE,
        reduced_motion="reduce",
        locale="en",
        storage_state=session,
    )
    yield await Person.at(context, url)
    await context.close()


async def keep(visitor: Person, name: str) -> None:
    """As WebP, which is half as large as PNG or less; Playwright itself knows only PNG and JPEG."""
    session = await visitor.context.new_cdp_session(visitor.page)
    shot = await session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path = FOLDER / f"{name}.webp"
    path.write_bytes(b64decode(shot["data"]))
    size = path.stat().st_size
    print(f"{path.relative_to(FOLDER.parent.parent)}: {size:,} bytes")
    assert size <= LARGEST, "too large"


async def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    game = played()
    with tempfile.TemporaryDirectory() as directory:
        async with stack(Path(directory)) as service, chromium() as browser:
            store = EventStore(service.server.url)
            async with person(browser, service.url, TABLE, "light", None) as visitor:
                player = await visitor.is_guest(NAMES[0])
                session = await visitor.context.storage_state()
            await stage(store, "pictured", late(game), player, names=NAMES)
            await stage(store, "finished", game, "somebody", names=NAMES)
            await store.aclose()
            await pictures(browser, service.url, session)


async def aims(visitor: Person) -> None:
    """Shows the domino where it earns something, if the keys come to such a place soon."""
    await visitor.takes_the_board()
    for _ in range(AIMS):
        await visitor.presses("ArrowRight")
        await visitor.sees(".ghost")
        if (await visitor.page.locator(".board .note").text_content() or "").startswith("+"):
            return


async def pictures(browser: Browser, url: str, session: StorageState) -> None:
    for name, size, colours in TABLES:
        async with person(browser, url, size, colours, session) as visitor:
            await visitor.opens_game("pictured")
            await visitor.sees(".action.mine")
            await aims(visitor)
            await keep(visitor, name)
    async with person(browser, url, SMALL, "light", None) as visitor:
        await visitor.opens("/")
        await visitor.sees("main a.game-name")
        await visitor.page.wait_for_load_state("networkidle")  # the pieces of the daily puzzle come later
        await keep(visitor, "front")
        await visitor.opens_game("finished", 60)
        await visitor.sees(".chronicle li.now")
        await keep(visitor, "replay")
        await visitor.opens("/puzzles/daily")
        await visitor.sees(".rungs-card")
        await keep(visitor, "puzzle")
    async with person(browser, url, TABLE, "light", session) as visitor:
        await visitor.opens_game("finished", 60)
        await visitor.presses("v")
        await visitor.page.locator(".review .losses").first.wait_for(timeout=REVIEWING)
        await visitor.presses("m")
        await visitor.sees(".verdict")
        await keep(visitor, "review")


if __name__ == "__main__":
    asyncio.run(main())
