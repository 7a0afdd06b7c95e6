"""What a player on a phone waits for, in Chromium with an emulated network of 150 ms and 1.6 Mbit/s.

*The first view of a running game*, with an empty cache: bytes until it is quiet, and when the move can be made, in
round trips of 150 ms after connecting; bytes take their time as well: 30 KB are one round trip. Beside it how many
requests wait for one another, which does not depend on how busy this machine is. The reference has every module by
itself, and asks for the game when they have come. The browser comes from a page of this site without scripts, so it is
connected; beside that the same from a blank page: then it must also start a process, because our pages refuse to share
one with their opener (`Cross-Origin-Opener-Policy`).

*A turn against a bot*: from the press that ends it until the bot's answer is on the board, without the bot's own time,
which the log tells. The emulation does not hold up messages of an open stream, by which that answer comes, so a round
trip is added. Where Caddy is installed, the site is behind the proxy of deploy/, by HTTP/2.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.async_api import Browser, BrowserContext, CDPSession, Page, StorageState

from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Person
from tests.support.browser_play import Player
from tests.support.stack import Stack, stack
from tests.support.staged_tables import TRIBE, stage, turn_of, until
from tests.tools.bench.measure import Figure, Ratio
from tests.tools.bench.proxy import proxied
from tests.tools.chromium import chromium

_ROUND_TRIP: Final = 0.150  # seconds
_NETWORK: Final = {
    "offline": False,
    "latency": _ROUND_TRIP * 1e3,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
_VIEWS: Final = 5
_ACTS: Final = 14
_GAME: Final = "network"
_QUIET: Final = 1_000  # milliseconds
_WATCH: Final = """
const look = () => document.querySelector(".action.mine") && document.querySelector(".board .spot")
  ? requestAnimationFrame(() => { window.isInteractiveAt = performance.now(); window.nowPlayable(""); })
  : requestAnimationFrame(look);
requestAnimationFrame(look);
"""
# The page finds nothing that its shell brought, and asks for all of it.
_WITHOUT_AHEAD: Final = """
document.addEventListener("readystatechange", () => document.getElementById("ahead")?.remove(), { once: true });
"""
_CHAIN: Final = """() => {
  const [shell] = performance.getEntriesByType("navigation");
  // Nothing waits for the faces: until they have come, others take their place.
  const before = ({ name, startTime }) => startTime < window.isInteractiveAt && !name.endsWith(".woff2");
  const requests = [shell, ...performance.getEntriesByType("resource").filter(before)]
    .sort((first, second) => first.startTime - second.startTime);
  const lengths = requests.map(() => 1);
  requests.forEach((later, index) => {
    requests.slice(0, index).forEach((earlier, other) => {
      if (earlier.responseStart && earlier.responseStart <= later.startTime)
        lengths[index] = Math.max(lengths[index], lengths[other] + 1);
    });
  });
  const interactive = window.isInteractiveAt - shell.requestStart;
  return { chain: Math.max(...lengths), count: requests.length, interactive };
}"""
# When the last change of the step shown came, and when the press before it.
_TURNS: Final = """
addEventListener("click", () => { window.pressedAt = performance.now(); }, { capture: true });
let shown = "";
const note = () => {
  const step = document.querySelector(".controls output")?.textContent ?? "";
  if (step !== shown) window.settledAt = performance.now();
  shown = step;
};
new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
"""


class _View(NamedTuple):
    seconds: float
    size: int
    chain: int
    requests: int


async def figures() -> list[Figure | Ratio]:
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as other:
        async with stack(Path(other), MODULES="apart") as apart:
            before, _ = await _views(apart, Path(other), _WITHOUT_AHEAD)
        async with stack(Path(directory)) as service:
            after, from_elsewhere = await _views(service, Path(directory))
            compared = _compared(after, from_elsewhere, before)
            return [*compared, *await _turns(service, Path(directory))]


def _compared(now: _View, from_elsewhere: _View, then: _View) -> list[Figure | Ratio]:
    what = "first view of a running game at 150 ms and 1.6 Mbit/s"
    return [
        Ratio(f"{what}: bytes (apart: {then.size:,.0f})", now.size, unit="", at_most=100 * 1024),
        Ratio(f"{what}: requests in a row (apart: {then.chain})", now.chain, unit="", at_most=4),
        Ratio(f"{what}: requests (apart: {then.requests})", now.requests, unit=""),
        Ratio(
            f"{what}: tenths of a round trip until it can be played, median of {_VIEWS}"
            f" (apart: {then.seconds / _ROUND_TRIP * 10:.0f})",
            now.seconds / _ROUND_TRIP * 10,
            unit="",
            at_most=40,
        ),
        Ratio(
            "the same from a blank page, with starting a process", from_elsewhere.seconds / _ROUND_TRIP * 10, unit=""
        ),
    ]


async def _views(service: Stack, directory: Path, script: str = "") -> tuple[_View, _View]:
    """Medians: of a browser that is connected, and of one that comes from elsewhere."""
    async with chromium() as browser, proxied(service.url, directory) as site:
        async with _person(browser, site) as person:
            player = await person.is_guest("Oona")
            session = await person.context.storage_state()
        store = EventStore(service.server.url)
        await stage(store, _GAME, until(TRIBE, turn_of(0, "place", 100)), player)
        await store.aclose()
        await _view(browser, site, session, script, True)  # everything is packed, and the processes are awake
        kinds = [
            [await _view(browser, site, session, script, is_connected) for _ in range(_VIEWS)]
            for is_connected in (True, False)
        ]
        connected, elsewhere = (_View(*(median(values) for values in zip(*views, strict=True))) for views in kinds)
        return connected, elsewhere


async def _view(browser: Browser, site: str, session: StorageState, script: str, is_connected: bool) -> _View:
    async with _person(browser, site, session) as person:
        if is_connected:
            await person.page.goto(f"{site}/game/{_GAME}/plain")
        await person.page.add_init_script(_WATCH + script)
        sizes: list[int] = []
        devtools = await _emulated(person.context, person.page)
        await devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})  # as if it were empty
        devtools.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
        playable = asyncio.Event()  # the page says so itself: to ask it would slow it down
        devtools.on("Runtime.bindingCalled", lambda _: playable.set())
        await devtools.send("Runtime.enable")
        await devtools.send("Runtime.addBinding", {"name": "nowPlayable"})
        await person.page.goto(f"{site}/game/{_GAME}", wait_until="commit")
        await playable.wait()
        seen: Any = await person.page.evaluate(_CHAIN)
        await person.page.wait_for_timeout(_QUIET)
        return _View(seen["interactive"] / 1e3, sum(sizes), seen["chain"], seen["count"])


async def _turns(service: Stack, directory: Path) -> list[Figure | Ratio]:
    """Every act of a game against a bot that it answers, from the press to its answer."""
    times: list[float] = []
    requests: list[int] = []
    async with chromium() as browser, proxied(service.url, directory) as site, _person(browser, site) as person:
        await person.is_guest("Oona")
        game = await person.page.evaluate(
            """async () => {
              const headers = { "Content-Type": "application/json" };
              const rules = { game: "origins", mode: "discovery", seats: 2 };
              const body = JSON.stringify({ rules, seats: [{ bot: "pebble" }] });
              return (await (await fetch("/api/games", { method: "POST", headers, body })).json()).id;
            }"""
        )
        await person.page.add_init_script(_TURNS)
        await person.opens_game(game)
        await _emulated(person.context, person.page)
        player = Player(person)
        for _ in range(_ACTS):
            offer = await player.look()
            sent = len(person.responses)
            await player.act(offer)
            await player.look()
            await person.page.wait_for_timeout(_QUIET)
            count = len(person.responses) - sent
            elapsed = await person.page.evaluate("window.settledAt - window.pressedAt")
            if (thought := await _thought(person, game)) is not None:
                times.append(elapsed / 1e3 - thought + _ROUND_TRIP)
                requests.append(count)
            player.offer = None
    what = f"from a press to the bot's answer on the board, median of {len(times)}"
    return [
        Ratio(f"{what}: requests", median(requests), unit="", at_most=1),
        Figure(f"{what}, without the bot's own time", median(times), _ROUND_TRIP + 0.08),
    ]


async def _thought(person: Person, game: str) -> float | None:
    """Seconds from our last move to the bot's last event after it; None if the bot has not answered."""
    seen: Any = await person.page.evaluate(
        """async (game) => {
          const [table, steps] = await Promise.all(
            [`/api/games/${game}`, `/api/games/${game}/steps`].map(async (address) => (await fetch(address)).json()),
          );
          return { own: table.viewer, steps: steps.map(({ seat, at }) => ({ seat, at: Date.parse(at) })) };
        }""",
        game,
    )
    ours = max(index for index, step in enumerate(seen["steps"]) if step["seat"] == seen["own"])
    theirs = [step["at"] for step in seen["steps"][ours + 1 :] if step["seat"] not in (None, seen["own"])]
    return (theirs[-1] - seen["steps"][ours]["at"]) / 1e3 if theirs else None


async def _emulated(context: BrowserContext, page: Page) -> CDPSession:
    devtools = await context.new_cdp_session(page)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", _NETWORK)
    return devtools


@asynccontextmanager
async def _person(browser: Browser, site: str, session: StorageState | None = None) -> AsyncIterator[Person]:
    context = await browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]},
        reduced_motion="reduce",
        storage_state=session,
        ignore_https_errors=True,
    )
    yield await Person.at(context, site)
    await context.close()
