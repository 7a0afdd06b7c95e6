"""What is drawn stays where it is while a page fills: nobody presses the wrong button because something came late."""

import asyncio

import pytest
from playwright.async_api import Route

from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, WIDE, Arrive, Person
from tests.support.staged_tables import TRIBE, finished, stage, turn_of, until

LARGEST = 0.02
WATCH = """
window.shifted = [];
const named = (node) => (node ? `${node.nodeName} in ${node.parentElement?.className}` : "gone");
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.shifted.push([value, sources.map((source) => named(source.node))]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


SMALL = (360, 640)


async def late(route: Route) -> None:
    """A face that comes when the page has been drawn without it."""
    await asyncio.sleep(0.5)
    await route.continue_()


@pytest.mark.parametrize(
    ("size", "calm"),
    [
        pytest.param(PHONE, False, id="phone-lively"),
        *(
            pytest.param(*case, id=name, marks=pytest.mark.long)
            for name, case in {
                "wide-calm": (WIDE, True),
                "wide-lively": (WIDE, False),
                "phone-calm": (PHONE, True),
                "small-calm": (SMALL, True),
                "small-lively": (SMALL, False),
            }.items()
        ),
    ],
)
async def test_hardly_anything_moves_while_a_page_is_loading(
    arrive: Arrive, store: EventStore, size: tuple[int, int], calm: bool
) -> None:
    """Where things may move, a table first shows what happened since the player's last turn: its parts stay as well."""
    person = await arrive(size=size, calm=calm)
    await person.page.add_init_script(WATCH)
    await person.page.route("**/*.woff2", late)
    await stays_still(person, "/", ".points")  # as newcomers see it
    player = await person.is_guest("Oona")
    games = f"{size[0]}{'calm' if calm else 'lively'}"
    await stage(store, f"table{games}", until(TRIBE, turn_of(0, "place", 60)), player)
    await stage(store, f"replay{games}", finished(TRIBE), player)
    await person.until("async () => (await (await fetch('/api/me/games')).json()).total")  # a worker has listed it
    pages = {
        "/": ".turn-card",
        "/puzzles": ".calendar",
        "/puzzles/daily": ".board .spot",
        f"/game/table{games}": ".board .spot",  # after what happened
        f"/game/replay{games}/40": ".table",
    }
    for path, drawn in pages.items():
        await stays_still(person, path, drawn)


async def stays_still(person: Person, path: str, drawn: str) -> None:
    await person.opens(path)
    await person.sees(drawn)
    await person.page.wait_for_load_state("networkidle" if "game" not in path else "load")
    await person.page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    shifted = await person.page.evaluate("window.shifted")
    assert sum(value for value, _ in shifted) <= LARGEST, (path, shifted)
