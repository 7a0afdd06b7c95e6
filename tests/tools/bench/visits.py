"""What a second visit brings over the wire, in Chromium with our service worker.

A relay between the browser and the service counts every byte that comes, with headers, streams and what the worker asks
for itself. The first visit is touched, so that files and games are kept, and its tab is closed. Then the same page is
opened once more, until it is quiet; the figure is what that brought.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import Browser

from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Person
from tests.support.stack import Stack, stack
from tests.support.staged_tables import TRIBE, stage, turn_of, until
from tests.tools.bench.measure import Ratio
from tests.tools.chromium import chromium

MOST: Final = 10 * 1024
_QUIET: Final = 1_500  # milliseconds
_CHUNK: Final = 65536
_VIEWS: Final = {
    "front page": ("/", ".turn-card"),
    "table at one's turn, Tribe mode": ("/game/{game}", ".board .spot"),
    "puzzle of the day": ("/puzzles/daily", ".board .spot"),
}
_IS_KEPT: Final = """async (game) => {
  dispatchEvent(new PointerEvent("pointermove"));
  return document.cookie.includes("kept=") && Boolean(await caches.match("/offline"))
    && Boolean(await caches.match("/api/puzzles/ahead")) && Boolean(await caches.match(`/api/games/${game}`));
}"""


class _Counter:
    def __init__(self) -> None:
        self.came = 0  # bytes
        self.url = ""


async def figures() -> list[Ratio]:
    with tempfile.TemporaryDirectory() as directory:
        async with stack(Path(directory)) as service, chromium() as browser, _counted(service) as wire:
            return [
                Ratio(
                    f"second visit of the {name}: bytes on the wire",
                    await _second_visit(browser, service, wire, f"visited{number}", *view),
                    unit="",
                    at_most=MOST,
                )
                for number, (name, view) in enumerate(_VIEWS.items())
            ]


async def _second_visit(browser: Browser, service: Stack, wire: _Counter, game: str, path: str, shows: str) -> int:
    context = await browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, locale="en")
    person = await Person.at(context, wire.url)
    player = await person.is_guest("Oona")
    store = EventStore(service.server.url)
    await stage(store, game, until(TRIBE, turn_of(0, "place", 100)), player)
    await store.aclose()
    await person.opens(path.format(game=game))
    await person.sees(shows)
    await person.until(_IS_KEPT, game)
    await person.page.close()
    again = await Person.at(context, wire.url)
    wire.came = 0
    await again.opens(path.format(game=game))
    await again.sees(shows)
    await again.page.wait_for_timeout(_QUIET)
    came = wire.came
    await context.close()
    return came


@asynccontextmanager
async def _counted(service: Stack) -> AsyncIterator[_Counter]:
    """A relay that counts what comes from the service."""
    counter, host = _Counter(), urlsplit(service.url)

    async def relay(client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        answers, to_service = await asyncio.open_connection(host.hostname, host.port)

        async def passed(source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, counts: bool) -> None:
            while data := await source.read(_CHUNK):
                counter.came += len(data) if counts else 0
                sink.write(data)
                await sink.drain()

        ways = passed(client, to_service, counts=False), passed(answers, to_client, counts=True)
        both = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for way in both:
            way.cancel()
        await asyncio.gather(*both, return_exceptions=True)
        for end in (to_client, to_service):
            end.transport.abort()

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    async with server:
        counter.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield counter
