"""How soon a game page can be played on, and how long a step of a replay takes to be drawn: measured in Chromium.

*Time to interactive* runs from the start of the navigation, with an empty cache, until the frame after the one in
which the board with its glowing spots has been drawn and the move can be made. The service is on the same machine,
with all its processes, so the wire costs nothing.

*A step of a replay* is the work behind one press of the arrow key, with all tables of the game already fetched: the
listener of the key, then in the next frame the drawing by script and a layout forced at once. Waiting for the frame is
not in it, and neither is painting. The mean below it has all that the page's main thread does, painting included, in
processor time: other work on the machine hardly changes it.
"""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from playwright.async_api import Browser, StorageState, ViewportSize

from domain.rules import Rules
from service.store.event_store import EventStore
from tests.support.browser_person import WIDE, Person
from tests.support.play import random_game
from tests.support.stack import Stack, stack
from tests.support.staged_tables import TRIBE, stage, turn_of, until
from tests.tools.bench.measure import Figure
from tests.tools.chromium import chromium

_LOADS: Final = 10
_WATCH: Final = """
const look = () => document.querySelector(".action.mine") && document.querySelector(".board .spot")
  ? requestAnimationFrame(() => { window.isInteractiveAt = performance.now(); }) : requestAnimationFrame(look);
requestAnimationFrame(look);
"""
_STEP: Final = """async (steps) => {
  const times = [];
  for (let step = 0; step < steps; step += 1) {
    let begun;
    setTimeout(() => { begun = performance.now(); }); // asked for first, so it comes before the drawing
    const pressed = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
    const heard = performance.now() - pressed;
    await new Promise((resolve) => setTimeout(() => { // and this after it
      document.body.getBoundingClientRect();
      times.push(heard + performance.now() - begun);
      resolve();
    }));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return times;
}"""


async def figures() -> list[Figure]:
    with tempfile.TemporaryDirectory() as directory:
        async with stack(Path(directory)) as service, chromium() as browser, _store(service) as store:
            return [await _interactive(browser, service.url, store), *await _replay(browser, service.url, store)]


@asynccontextmanager
async def _store(service: Stack) -> AsyncIterator[EventStore]:
    store = EventStore(service.server.url)
    yield store
    await store.aclose()


async def _interactive(browser: Browser, url: str, store: EventStore) -> Figure:
    async with _person(browser, url) as person:
        player = await person.is_guest("Oona")
        session = await person.context.storage_state()
    await stage(store, "interactive", until(TRIBE, turn_of(0, "place", 60)), player)
    times = []
    for _ in range(_LOADS):
        async with _person(browser, url, session) as person:
            await person.page.add_init_script(_WATCH)
            await person.page.goto(f"{url}/game/interactive")
            times.append(await person.until("() => window.isInteractiveAt"))
    return Figure(f"from navigation to a game page that can be played on, median of {_LOADS}", median(times) / 1e3, 1.0)


async def _replay(browser: Browser, url: str, store: EventStore) -> list[Figure]:
    played = random_game(Rules("origins", 4, "tribe"), Random(1))
    await stage(store, "replay", played, "somebody")
    steps = len(played.events) - 1
    async with _person(browser, url) as person:
        await person.opens_game("replay", 1)
        await person.page.evaluate(_STEP, steps)  # fetches all tables
        await person.reaches(steps + 1)
        await person.presses("Home")
        await person.is_at(1)
        session = await person.context.new_cdp_session(person.page)
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = await _busy(session)
        times = await person.page.evaluate(_STEP, steps)
        busy = await _busy(session) - before
    what = f"a step of a replay drawn: script and layout, median of the {steps} of a 4-seat Tribe game"
    all_of_it = "the same, processor time of the page's main thread with painting, mean"
    return [Figure(what, median(times) / 1e3, 16e-3), Figure(all_of_it, busy / steps)]


async def _busy(session: Any) -> float:
    """Seconds of processor time that the page's main thread has had so far."""
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


@asynccontextmanager
async def _person(browser: Browser, url: str, session: StorageState | None = None) -> AsyncIterator[Person]:
    size: ViewportSize = {"width": WIDE[0], "height": WIDE[1]}
    context = await browser.new_context(viewport=size, reduced_motion="reduce", storage_state=session)
    yield await Person.at(context, url)
    await context.close()
